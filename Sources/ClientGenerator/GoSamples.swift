import JSONCodec

/// Calls of the Go client.
struct GoSamples: SampleWriter {
  let language = "Go"
  private let writer: GoWriter

  init(_ model: APIModel) { writer = GoWriter(model: model) }

  func code(_ function: Function, _ parameters: JSONObject) -> String {
    let names = [function.group, function.localName].compactMap { $0?.goName }
    var arguments: [SamplePiece] = [.text("ctx")]
    for field in function.parameters where field.isRequired {
      arguments.append(value(parameters[field.name] ?? .null, field.type))
    }
    if function.hasOptions {
      let options = function.parameters.filter { !$0.isRequired && parameters[$0.name] != nil }
      arguments.append(
        options.isEmpty
          ? .text("nil")
          : .labelled("&", structure(function.optionsName, options, parameters)))
    }
    let call = (["client"] + names).joined(separator: ".")
    let result = writer.resultText(function.result) == nil ? "err := " : "result, err := "
    return SamplePiece.labelled(result + call, .group("(", arguments, ")", last: ","))
      .layout(unit: "\t")
  }

  private func structure(_ name: String, _ fields: [APIField], _ object: JSONObject) -> SamplePiece
  {
    let members = fields.filter { !$0.type.unwrapped.isConstant }.compactMap { field in
      object[field.name].map { json in
        let type = field.isRequired ? field.type : .optional(field.type.unwrapped)
        return SamplePiece.labelled(field.name.goName + ": ", value(json, type))
      }
    }
    return .group("altcraft.\(name){", members, "}", last: ",")
  }

  private func value(_ json: JSON, _ type: DataType) -> SamplePiece {
    switch type {
    case .choice(let names), .openChoice(let names):
      let name = writer.choices.name(of: names)
      return name == "string" || !names.contains(json.stringValue ?? "")
        ? literal(json) : .text("altcraft.\(name)\(json.stringValue?.goName ?? "")")
    case .list(let element): return list(json.arrayValue ?? [], element)
    case .named(let name): return named(json, name)
    case .union(let types):
      return writer.model.record(of: json, in: types).map { named($0.value, $0.name) }
        ?? literal(json)
    case .optional(let type):
      if json.isNull { return .text(writer.text(.optional(type)) == "string" ? "\"\"" : "nil") }
      switch (type, writer.text(.optional(type)).hasPrefix("*")) {
      case (.named, true): return .labelled("&", value(json, type))
      case (.integer, true): return .text("altcraft.Ptr(int64(\(json.text)))")
      case (.number, true): return .text("altcraft.Ptr(float64(\(json.text)))")
      case (_, true): return .group("altcraft.Ptr(", [value(json, type)], ")", last: ",")
      case (_, false): return value(json, type)
      }
    default: return literal(json)
    }
  }

  private func list(_ items: [JSON], _ element: DataType) -> SamplePiece {
    if writer.text(element) == "Category", items.allSatisfy({ $0.stringValue != nil }) {
      return .group("altcraft.Categories(", items.map(literal), ")", last: ",")
    }
    let type = writer.text(element)
    let prefix = ["string", "int64", "float64", "bool", "any"].contains(type) ? "" : "altcraft."
    return .group("[]\(prefix)\(type){", items.map { value($0, element) }, "}", last: ",")
  }

  private func named(_ json: JSON, _ name: String) -> SamplePiece {
    switch writer.declared[name] {
    case .record(let fields): return structure(name.goName, fields, json.objectValue ?? [:])
    case .union(let types), .optional(.union(let types)):
      if json.isNull { return .text("nil") }
      if types.contains(.constant(json)) {
        return .text("altcraft.\(name.goName)\(json.stringValue?.goName ?? "")")
      }
      return value(json, .union(types))
    case let other?: return value(json, other)
    case nil: return literal(json)
    }
  }

  /// Returns a value without a type of its own.
  private func literal(_ json: JSON) -> SamplePiece {
    switch json {
    case .null: .text("nil")
    case .array(let items): .group("[]any{", items.map(literal), "}", last: ",")
    case .object(let object):
      .group(
        "altcraft.JSONObject{",
        object.members.map { .labelled(JSON.string($0.key).text + ": ", literal($0.value)) }, "}",
        last: ",")
    default: .text(json.text)
    }
  }
}
