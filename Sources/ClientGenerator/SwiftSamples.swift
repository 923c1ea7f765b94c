import JSONCodec

/// Calls of the Swift client.
struct SwiftSamples: SampleWriter {
  let language = "Swift"
  private let writer: SwiftWriter

  init(_ model: APIModel) { writer = SwiftWriter(model: model) }

  func code(_ function: Function, _ parameters: JSONObject) -> String {
    let names = [function.group, function.localName].compactMap { $0?.swiftName }
    let call = SamplePiece.labelled(
      "try await " + (["bridge"] + names).joined(separator: "."),
      .group("(", arguments(function.orderedParameters, parameters), ")", last: ""))
    let result = function.result.isConstant ? "" : "let result = "
    return SamplePiece.labelled(result, call).layout()
  }

  private func arguments(_ fields: [APIField], _ object: JSONObject) -> [SamplePiece] {
    fields.filter { $0.type.unwrapped.constantText == nil }.compactMap { field in
      object[field.name].map { .labelled(field.name.swiftName + ": ", value($0, field.type)) }
    }
  }

  private func value(_ json: JSON, _ type: DataType) -> SamplePiece {
    if json.isNull { return .text("nil") }
    switch type {
    case .choice(let names), .openChoice(let names):
      guard let text = json.stringValue, writer.text(type) != "String" else { return literal(json) }
      return .text(
        names.contains(text)
          ? ".\(text.swiftName)" : "\(writer.text(type))(rawValue: \(text.swiftLiteral))"
      )
    case .list(let element):
      return .group("[", (json.arrayValue ?? []).map { value($0, element) }, "]", last: ",")
    case .dictionary(let element) where json.objectValue?.members.isEmpty == false:
      return .group(
        "[",
        (json.objectValue?.members ?? []).map {
          .labelled($0.key.swiftLiteral + ": ", value($0.value, element))
        }, "]", last: ",")
    case .named(let name): return named(json, name)
    case .union(let types):
      guard writer.text(type) != "JSONValue",
        let record = writer.model.record(of: json, in: types)
      else { return literal(json) }
      return named(record.value, record.name)
    case .optional(let type): return value(json, type)
    default: return literal(json)
    }
  }

  private func named(_ json: JSON, _ name: String) -> SamplePiece {
    guard let type = writer.declared[name] else { return literal(json) }
    switch type {
    case .record(let fields):
      return .group(
        "\(name.goName)(", arguments(fields, json.objectValue ?? [:]), ")", last: "")
    case .union(let types) where writer.isEnumeration(type),
      .optional(.union(let types)) where writer.isEnumeration(type):
      guard let record = writer.model.record(of: json, in: types) else {
        return .text(".\(json.stringValue?.swiftName ?? "")")
      }
      return .group(
        ".\(record.name.variantName(of: name))(", [named(record.value, record.name)], ")", last: "")
    default: return value(json, type)
    }
  }

  /// Returns a value without a type of its own.
  private func literal(_ json: JSON) -> SamplePiece {
    switch json {
    case .null: .text("nil")
    case .array(let items): .group("[", items.map(literal), "]", last: ",")
    case .object(let object) where object.members.isEmpty: .text("[:]")
    case .object(let object):
      .group(
        "[", object.members.map { .labelled($0.key.swiftLiteral + ": ", literal($0.value)) },
        "]", last: ",")
    case .string(let text): .text(text.swiftLiteral)
    default: .text(json.text)
    }
  }
}

extension String {
  /// The text as a literal: with `\u{8}` in place of JSON's `\b`.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
