import JSONCodec

/// A request from the server to the host, declared like a method.
package struct Callback<Parameters: Sendable, Answer: Sendable>: Sendable {
  package let declaration: MethodDescription
  package let parameters: ObjectCodec<Parameters>
  package let answer: Codec<Answer>

  package init(
    _ name: String, _ summary: String, details: String = "", parameters: ObjectCodec<Parameters>,
    answer: Codec<Answer>, examples: [Example] = []
  ) {
    declaration = MethodDescription(
      name, summary, details: details, parameters: parameters.fields, result: answer.schema,
      examples: examples, extensions: ["x-direction": "serverToClient"])
    self.parameters = parameters
    self.answer = answer
  }

  package var name: String { declaration.name }
  package func encode(_ value: Parameters) -> [UInt8] {
    parameters.codec(isResult: true).bytes(value)
  }
}
