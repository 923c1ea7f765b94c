import JSONCodec

/// Calls of the Python client.
struct PythonSamples: SampleWriter {
  let language = "Python"

  func code(_ function: Function, _ parameters: JSONObject) -> String {
    let names = [function.group, function.localName].compactMap(\.self).map(PythonWriter.argument)
    let required = function.parameters.filter(\.isRequired).compactMap { field in
      parameters[field.name].map(value)
    }
    let others = function.parameters.filter { !$0.isRequired }.compactMap { field in
      parameters[field.name].map {
        SamplePiece.labelled(PythonWriter.argument(field.name) + "=", value($0))
      }
    }
    let call = SamplePiece.labelled(
      (["bridge"] + names).joined(separator: "."), .group("(", required + others, ")", last: ","))
    let result = function.result.isConstant ? "" : "result = "
    return SamplePiece.labelled(result, call).layout(unit: "    ")
  }

  private func value(_ json: JSON) -> SamplePiece {
    switch json {
    case .null: .text("None")
    case .bool(let flag): .text(flag ? "True" : "False")
    case .array(let items): .group("[", items.map(value), "]", last: ",")
    case .object(let object):
      .group(
        "{", object.members.map { .labelled(JSON.string($0.key).text + ": ", value($0.value)) },
        "}", last: ",")
    default: .text(json.text)
    }
  }
}
