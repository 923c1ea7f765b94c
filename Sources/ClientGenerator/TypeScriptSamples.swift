import JSONCodec

/// Calls of the TypeScript client.
struct TypeScriptSamples: SampleWriter {
  let language = "TypeScript"

  func code(_ function: Function, _ parameters: JSONObject) -> String {
    let target = ["bridge", function.group, function.localName].compactMap(\.self)
    let arguments = parameters.isEmpty ? [] : [value(.object(parameters))]
    let name = target.joined(separator: ".")
    let result = function.result.isConstant ? "" : "const result = "
    return SamplePiece.labelled(
      result + "await ", .labelled(name, .group("(", arguments, ");", last: ""))
    ).layout()
  }

  private func value(_ json: JSON) -> SamplePiece {
    switch json {
    case .array(let items): .group("[", items.map(value), "]", last: ",")
    case .object(let object):
      .group(
        "{ ", object.members.map { .labelled(key($0.key) + ": ", value($0.value)) }, " }", last: ","
      )
    case .number(let number) where number.int64.map { abs(Double($0)) > 9e15 } ?? false:
      .text(json.text + "n")
    default: .text(json.text)
    }
  }

  private func key(_ name: String) -> String {
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    return isWord && name.first?.isNumber == false ? name : JSON.string(name).text
  }
}
