import JSONCodec

extension Reference.Exchange {
  /// Returns the request as a command, and as the code of each client.
  func samples(_ clients: ReferencePage.Samples) -> [(language: String, code: String?)] {
    [("call", command)] + clients(method, parameters)
  }

  /// The request as a command.
  package var command: String {
    // `call` itself refuses wrong parameters and unknown providers, unless they are given as JSON.
    Self.command(
      method, parameters, asJSON: [-32602, 473].contains(answer?["error"]?["code"]?.intValue))
  }

  private var method: String { request["method"]?.stringValue ?? "" }
  private var parameters: JSONObject { request["params"]?.objectValue ?? [:] }

  /// Returns `altcraft-bridge call METHOD`, with `KEY=VALUE` if the value needs no quotes, else with one JSON
  /// object.
  private static func command(
    _ method: String, _ parameters: JSONObject, asJSON: Bool
  ) -> String {
    let words = ["altcraft-bridge", "call", shellWord(method)]
    if parameters.isEmpty { return (words + (asJSON ? ["'{}'"] : [])).joined(separator: " ") }
    let assignments = parameters.members.map { member in
      plainText(member.value).map { "\(member.key)=\($0)" }
    }
    let given =
      asJSON || assignments.contains(nil)
      ? ["'" + JSON.object(parameters).readable().replacing("'", with: "'\\''") + "'"]
      : assignments.compactMap(\.self)
    return (words + given).joined(separator: " ")
  }

  /// Returns the value as `call` reads it back; nil for one that needs quotes.
  private static func plainText(_ value: JSON) -> String? {
    switch value {
    case .bool, .number: value.text
    case .string(let text): isPlain(text) && !isJSON(text) ? text : nil
    default: nil
    }
  }

  private static func isJSON(_ text: String) -> Bool {
    (try? JSONParser.parse(Array(text.utf8))) != nil
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "@"):
          true
        default: false
        }
      }
  }

  private static func shellWord(_ text: String) -> String { isPlain(text) ? text : "'\(text)'" }
}
