import JSONCodec

/// What is told of a method, a notification or a callback to those who call or answer it. The schema
/// document is a list of these.
package struct Declaration: Sendable {
  package let name: String
  /// Other names of the same method, as other SDKs call it.
  package let aliases: [String]
  /// One sentence.
  package let summary: String
  /// What else must be known; empty when the summary says it all.
  package let details: String
  package let parameters: [FieldInfo]
  package let result: Schema
  package let failures: [RPCError]
  package let examples: [Example]
  /// Facts beyond OpenRPC, as `x-durable`.
  package let extensions: JSONObject

  package init(
    _ name: String, aliases: [String] = [], _ summary: String, details: String = "",
    parameters: [FieldInfo], result: Schema, failures: [RPCError] = [], examples: [Example] = [],
    extensions: JSONObject = [:]
  ) {
    self.name = name
    self.aliases = aliases
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
  /// Whether the answer is the one printed or only has its shape: an identifier, a time, a counter.
  package enum Answer: Sendable {
    case exactly(JSON)
    case like(JSON)
    case error(code: Int, reason: String)
  }

  package let name: String
  /// Calls that come first, in order: what the example takes for granted.
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

  /// The result as documented; nil for an example that is refused.
  package var result: JSON? {
    switch answer {
    case .exactly(let json), .like(let json): json
    case .error: nil
    }
  }
}
