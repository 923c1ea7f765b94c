import JSONCodec

/// Calls of the Java client.
struct JavaSamples: SampleWriter {
  let language = "Java"
  private let writer: JavaWriter

  init(_ model: APIModel) { writer = JavaWriter(model: model) }

  func code(_ function: Function, _ parameters: JSONObject) -> String {
    var arguments = function.parameters.filter(\.isRequired).map { field in
      value(parameters[field.name] ?? .null, field.type)
    }
    let options = function.parameters.filter { !$0.isRequired && parameters[$0.name] != nil }
    if !options.isEmpty {
      arguments.append(
        .chain(.text("new \(function.name.typeName)Options()"), setters(options, parameters)))
    }
    let target = function.group.map { "bridge.\($0)()." } ?? "bridge."
    let result = function.result.isConstant ? "" : "var result = "
    return SamplePiece.labelled(
      result + target + function.localName, .group("(", arguments, ").join();", last: "")
    ).layout()
  }

  private func setters(_ fields: [APIField], _ object: JSONObject) -> [SamplePiece] {
    fields.compactMap { field in
      object[field.name].map { json in
        let values: [SamplePiece] =
          if case .list(let element) = field.type.unwrapped {
            elements(json.arrayValue ?? [], element)
          } else {
            [value(json, field.type.unwrapped)]
          }
        return .group(".\(field.name.javaName)(", values, ")", last: "")
      }
    }
  }

  /// Returns the arguments of a setter of a list: all strings, or all objects.
  private func elements(_ items: [JSON], _ element: DataType) -> [SamplePiece] {
    if case .union(let types) = element, !items.allSatisfy({ $0.stringValue != nil }) {
      return items.map { item in
        writer.model.record(of: item, in: types).map { named($0.value, $0.name) }
          ?? literal(item)
      }
    }
    return items.map { value($0, element) }
  }

  private func value(_ json: JSON, _ type: DataType, isBoxed: Bool = false) -> SamplePiece {
    if json.isNull { return .text("null") }
    switch type {
    case .integer: return .text(json.text + (isBoxed ? "L" : ""))
    case .number: return .text(json.intValue == nil ? json.text : json.text + ".0")
    case .choice:
      return writer.choice(type).map { choice in
        .text("\(choice.name).\((json.stringValue ?? "").constantName)")
      } ?? literal(json)
    case .list(let element):
      return .group(
        "List.of(", (json.arrayValue ?? []).map { value($0, element, isBoxed: true) }, ")", last: ""
      )
    case .optional(let type): return value(json, type, isBoxed: true)
    case .named(let name): return named(json, name)
    default: return literal(json)
    }
  }

  private func named(_ json: JSON, _ name: String) -> SamplePiece {
    switch writer.form(name) {
    case .record(let fields): return record(json.objectValue ?? [:], name, fields)
    case .family:
      guard case .union(let types)? = writer.types[name]?.type.unwrapped else {
        return literal(json)
      }
      return writer.model.record(of: json, in: types).map { named($0.value, $0.name) }
        ?? literal(json)
    case .mixture(let members):
      for member in members where writer.model.fits(json, member) {
        let arguments =
          if case .named(let record) = member, case .record(let fields) = writer.form(record) {
            fields.map { value(json[$0.name] ?? .null, $0.type) }
          } else if case .constant = member { [SamplePiece]() } else { [value(json, member)] }
        return .group("\(name).\(writer.factoryName(member))(", arguments, ")", last: "")
      }
      return literal(json)
    case .other(let type): return value(json, type)
    }
  }

  private func record(_ object: JSONObject, _ name: String, _ fields: [APIField]) -> SamplePiece {
    let variable = fields.filter { writer.constant($0) == nil }
    let needed = variable.filter(\.isRequired)
    let optional = variable.filter { !$0.isRequired && object[$0.name] != nil }
    let made = SamplePiece.group(
      "new \(name)(", needed.map { value(object[$0.name] ?? .null, $0.type) }, ")", last: "")
    return optional.isEmpty ? made : .chain(made, setters(optional, object))
  }

  /// Returns a value without a type of its own.
  private func literal(_ json: JSON) -> SamplePiece {
    switch json {
    case .array(let items) where !items.contains(.null):
      return .group("List.of(", items.map(literal), ")", last: "")
    // `Map.of` takes ten members, and no null.
    case .object(let object)
    where object.count <= 10 && object.members.allSatisfy({ !$0.value.isNull }):
      return .group(
        "Map.of(",
        object.members.map { .labelled(JSON.string($0.key).text + ", ", literal($0.value)) }, ")",
        last: "")
    case .array, .object:
      return .group(
        "JsonParser.parseString(", [.text(JSON.string(json.text).text)],
        ").getAsJsonObject().asMap()",
        last: "")
    case .number(let number) where number.int64.map { Int32(exactly: $0) == nil } ?? false:
      return .text(json.text + "L")
    default: return .text(json.text)
    }
  }
}
