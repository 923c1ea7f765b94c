import AltcraftEngine
import JSONCodec
import JSONRPC

/// The declaration of a method: its names, texts, codecs, errors, examples and check. A kind of method adds only
/// the way in which a call takes effect.
struct MethodSpec<Parameters: Sendable>: Sendable {
  typealias Check = @Sendable (Session, Parameters) throws(EngineError) -> Void

  let description: MethodDescription
  let parameters: ObjectCodec<Parameters>
  let check: Check

  /// Creates a declaration. The error of invalid parameters, which any method may answer, is added to `failures`.
  /// `check` validates a call without side effects, and the method must refuse the same calls.
  init(
    _ name: String, aliases: [String] = [], role: Role = .control, _ summary: String,
    details: String = "",
    parameters: ObjectCodec<Parameters>, result: Schema, failures: [RPCError] = [],
    examples: [Example], extensions: JSONObject = [:], check: @escaping Check = { _, _ in }
  ) {
    description = MethodDescription(
      name, aliases: aliases, role: role, summary, details: details, parameters: parameters.fields,
      result: result, failures: [.ofParameters(parameters.fields)] + failures, examples: examples,
      extensions: extensions)
    self.parameters = parameters
    self.check = check
  }

  /// Returns the parts of a method that takes effect at its turn, unless its check refuses the call.
  func effect(
    _ effect: @escaping @Sendable (BridgeCall, Parameters) throws(EngineError) -> Reply
  ) -> MethodEntry.Parts {
    start { [check] call, value, _ throws(RPCError) in
      try call.reporting { () throws(EngineError) in try check(call.context, value) }
      return .now { () throws(RPCError) in
        try call.reporting { () throws(EngineError) in try effect(call, value) }
      }
    }
  }

  /// Returns the parts of a method with its own start. `start` receives the decoded parameters, and the original
  /// ones by name.
  func start(
    groupedRead: GroupedRead? = nil,
    _ start: @escaping @Sendable (BridgeCall, Parameters, JSONObject) throws(RPCError) -> Start
  ) -> MethodEntry.Parts {
    parts(
      .start { [parameters, description] call, raw throws(RPCError) in
        let (value, named) = try parameters.decode(raw, of: description.name)
        return try start(call, value, named)
      }, groupedRead: groupedRead)
  }

  /// Returns the parts of a method that the reader answers. `write` receives no parameters.
  func inline(_ write: @escaping @Sendable (Session, inout JSONWriter) -> Void) -> MethodEntry.Parts
  {
    parts(
      .inline { [parameters, description] context, raw, writer throws(RPCError) in
        if !raw.isEmpty { _ = try parameters.decode(raw, of: description.name) }
        write(.of(context), &writer)
      })
  }

  private func parts(
    _ body: MethodEntry.Body, groupedRead: GroupedRead? = nil
  ) -> MethodEntry.Parts {
    MethodEntry.Parts(description, body: body, groupedRead: groupedRead) {
      [parameters, description, check] context, raw throws(RPCError) in
      let session = Session.of(context)
      let value = try parameters.decode(raw, of: description.name).value
      do throws(EngineError) { try check(session, value) } catch {
        throw RPCError(error, numbering: session.engine.numbering)
      }
    }
  }
}

extension RPCError {
  /// Returns the error of invalid parameters, with the first of them as an example.
  fileprivate static func ofParameters(_ fields: [FieldInfo]) -> RPCError {
    guard let first = fields.first else {
      return .invalidParams(parameter: "0", expected: "no parameters")
    }
    return .invalidParams(parameter: first.name, expected: "string")
  }
}
