import JSONCodec

/// The description of a method, notification or callback: source of schema and docs.
package struct MethodDescription: Sendable {
  package let name: String
  /// Other names of the same method, as used by other SDKs.
  package let aliases: [String]
  /// The least role that may call it.
  package let role: Role
  /// One sentence.
  package let summary: String
  /// Further documentation; empty if the summary is sufficient.
  package let details: String
  package let parameters: [FieldInfo]
  package let result: Schema
  package let failures: [RPCError]
  package let examples: [Example]
  /// Members that OpenRPC does not define, such as `x-durable`.
  package let extensions: JSONObject

  package init(
    _ name: String, aliases: [String] = [], role: Role = .control, _ summary: String,
    details: String = "",
    parameters: [FieldInfo], result: Schema, failures: [RPCError] = [], examples: [Example] = [],
    extensions: JSONObject = [:]
  ) {
    self.name = name
    self.aliases = aliases
    self.role = role
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.result = result
    self.failures = failures
    self.examples = examples
    self.extensions = extensions
  }
}

/// A call and its answer, printed in the documentation and executed by the tests.
package struct Example: Sendable {
  /// The expected answer: exact, or only of the same shape if it contains an identifier, a time or a counter.
  package enum Answer: Sendable {
    case exactly(JSON)
    case like(JSON)
    case error(code: Int, reason: String)
  }

  package let name: String
  /// Calls to make first, in order.
  package let given: [Step]
  package let parameters: JSONObject
  package let answer: Answer

  package struct Step: Sendable {
    package let method: String
    package let parameters: JSONObject

    package init(_ method: String, _ parameters: JSONObject = [:]) {
      self.method = method
      self.parameters = parameters
    }
  }

  package init(
    _ name: String, given: [Step] = [], _ parameters: JSONObject = [:], _ answer: Answer
  ) {
    self.name = name
    self.given = given
    self.parameters = parameters
    self.answer = answer
  }

  /// The documented result; nil for an example that is refused.
  package var result: JSON? {
    switch answer {
    case .exactly(let json), .like(let json): json
    case .error: nil
    }
  }
}
