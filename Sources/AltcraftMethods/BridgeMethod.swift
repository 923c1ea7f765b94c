import JSONCodec
import JSONRPC

/// A method: its names, parameters, result and implementation. Everything else about it (dispatch,
/// validation, schema, examples) is derived from this.
///
/// All but the names is created on first use: creating sixty declarations would take longer than a start may.
package struct BridgeMethod: Sendable {
  package let entry: MethodEntry

  /// Creates a method. `make` receives the name.
  init(
    _ name: String, aliases: [String] = [], order: MethodEntry.Order = .ordered,
    make: @escaping @Sendable (String) -> MethodEntry.Parts
  ) {
    entry = MethodEntry(name: name, aliases: aliases, order: order) { make(name) }
  }

  init(_ entry: MethodEntry) { self.entry = entry }

  package var name: String { entry.name }
  package var aliases: [String] { entry.aliases }
  package var declaration: MethodDescription { entry.parts.description }

  /// Validates a call without side effects. Throws the error the call would get.
  func check(_ session: Session, _ parameters: RawParams) throws(RPCError) {
    try entry.parts.check(session, parameters)
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
