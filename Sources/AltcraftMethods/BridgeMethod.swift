import JSONCodec
import JSONRPC
import Synchronization

/// A method: its names, parameters, result and implementation. Everything else about it (dispatch,
/// validation, schema, examples) is derived from this.
///
/// All but the names is created on first use: creating sixty declarations would take longer than a start may.
package struct BridgeMethod: Sendable {
  /// The parts of a method that are created once.
  struct Parts: Sendable {
    let declaration: MethodDescription
    let parameterNames: [String]
    let body: MethodEntry.Body
    let check: @Sendable (Session, RawParams) throws(RPCError) -> Void
  }

  private final class Made: Sendable {
    private let make: @Sendable () -> Parts
    private let parts = Mutex<Parts?>(nil)

    init(_ make: @escaping @Sendable () -> Parts) { self.make = make }

    var value: Parts {
      parts.withLock { parts in
        if let parts { return parts }
        let new = make()
        parts = new
        return new
      }
    }
  }

  package let name: String
  package let aliases: [String]
  package let entry: MethodEntry
  private let made: Made

  /// Creates a method. `make` receives the name.
  init(
    _ name: String, aliases: [String] = [], order: MethodEntry.Order,
    make: @escaping @Sendable (String) -> Parts
  ) {
    let made = Made { make(name) }
    self.name = name
    self.aliases = aliases
    self.made = made
    entry = MethodEntry(name: name, aliases: aliases, order: order) {
      (made.value.parameterNames, made.value.body)
    }
  }

  package var declaration: MethodDescription { made.value.declaration }

  /// Validates a call without side effects. Throws the error the call would get.
  package var check: @Sendable (Session, RawParams) throws(RPCError) -> Void { made.value.check }
}

extension BridgeMethod.Parts {
  /// Creates the parts. `check` validates without side effects; `start` must refuse the same calls. Both
  /// receive the decoded parameters, `start` also the original ones, by name.
  init<P: Sendable>(
    _ declaration: MethodDescription, parameters: ObjectCodec<P>,
    check: @escaping @Sendable (Session, P) throws(RPCError) -> Void = { _, _ in },
    start: @escaping @Sendable (BridgeCall, P, JSONObject) throws(RPCError) -> Start
  ) {
    self.init(
      declaration: declaration, parameterNames: parameters.fields.map(\.name),
      body: .start { call, raw throws(RPCError) in
        let (value, named) = try parameters.decode(raw, of: declaration.name)
        return try start(call, value, named)
      },
      check: { session, raw throws(RPCError) in
        try check(session, parameters.decode(raw, of: declaration.name).value)
      })
  }

  /// Creates the parts of a method without parameters that is answered inline.
  init<R>(
    _ declaration: MethodDescription, result: Codec<R>, run: @escaping @Sendable (Session) -> R
  ) {
    let parameters = NoParameters.fields
    self.init(
      declaration: declaration, parameterNames: [],
      body: .inline { context, raw, writer throws(RPCError) in
        if !raw.isEmpty { _ = try parameters.decode(raw, of: declaration.name) }
        result.encode(run(Session.of(context)), &writer)
      },
      check: { _, raw throws(RPCError) in
        _ = try parameters.decode(raw, of: declaration.name)
      })
  }
}

typealias BridgeCall = Call

extension Call {
  /// The session of the connection that received the call.
  var context: Session { .of(peerContext) }
}

extension Session {
  /// Returns the session behind a call context. Every peer of this program is created with a `Session`.
  package static func of(_ context: any CallContext) -> Session {
    unsafeDowncast(context, to: Session.self)
  }
}

/// The parameters of a method without parameters.
package struct NoParameters: Sendable {
  package static let fields = ObjectCodec(NoParameters.init)

  package init() {}
}

extension ObjectCodec {
  /// Decodes parameters by name or by position. A position past the end of an array, and null for an optional
  /// parameter, count as not given. Throws `invalidParams`, whose message names the method.
  package func decode(
    _ raw: RawParams, of method: String
  ) throws(RPCError) -> (value: Value, named: JSONObject) {
    do {
      let named = try self.named(raw)
      return (try decode(named), named)
    } catch {
      throw .invalidParams(error, of: method, with: fields)
    }
  }

  private func named(_ raw: RawParams) throws(Invalid) -> JSONObject {
    switch raw {
    case .none: return [:]
    case .named(let object):
      if fields.isEmpty, let key = object.keys.first {
        throw Invalid(unknown: key, among: [], expected: "no parameters")
      }
      return object
    case .positional(let values):
      // Some clients write null for no parameters. Nulls after the last parameter are not counted.
      guard values.dropFirst(fields.count).allSatisfy(\.isNull) else {
        throw Invalid(
          expected: fields.isEmpty ? "no parameters" : "at most \(fields.count) parameters",
          path: String(fields.count), .excess)
      }
      return JSONObject(
        zip(fields, values).map { JSONObject.Member(key: $0.name, value: $1) })
    }
  }
}
