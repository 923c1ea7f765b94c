import AltcraftMethods
import JSONCodec
import JSONRPC

/// The examples of one method as lines of JSON, input and output, for every client to replay.
struct ExampleTranscript {
  let text: String

  init(_ declaration: MethodDescription) {
    var lines: [JSON] = []
    for example in declaration.examples {
      lines.append(["example": .string(example.name)])
      let calls = example.calls(of: declaration.name)
      for (index, call) in calls.enumerated() {
        lines.append(["send": call])
        let isLast = index == calls.count - 1
        if let answer = isLast ? example.answer : nil {
          lines.append(Self.line(answer, id: index + 1))
        } else {
          lines.append(["receiveAny": ["jsonrpc": "2.0", "id": .int(index + 1)]])
        }
      }
    }
    text = lines.map { $0.text + "\n" }.joined()
  }

  private static func line(_ answer: Example.Answer, id: Int) -> JSON {
    switch answer {
    case .exactly(let value): ["receive": response(id, "result", value)]
    case .like(let value): ["receiveLike": response(id, "result", value)]
    case .error(let code, let reason):
      [
        "receive": response(
          id, "error", ["code": .int(code), "data": ["reason": .string(reason)]])
      ]
    }
  }

  private static func response(_ id: Int, _ member: String, _ value: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": .int(id), member: value]
  }
}

extension Example {
  /// Returns the requests of the example, numbered from 1; the last one is its subject.
  func calls(of method: String) -> [JSON] {
    (given + [Step(method, parameters)]).enumerated().map { index, step in
      [
        "jsonrpc": "2.0", "id": .int(index + 1), "method": .string(step.method),
        "params": .object(step.parameters),
      ]
    }
  }
}
