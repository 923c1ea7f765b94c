import JSONCodec

/// Checks values against those keywords of JSON Schema (draft 7) that the document uses. Any other keyword
/// is a problem too: a rule nobody checks must not look like one.
struct ShapeCheck {
  /// `components/schemas` of the document.
  let shapes: JSON

  init(document: JSON) { shapes = document["components"]?["schemas"] ?? [:] }

  /// What is wrong with `value`, each with its place; empty when it fits.
  func problems(_ value: JSON, _ schema: JSON, at place: String = "$") -> [String] {
    guard let keywords = schema.objectValue else { return ["\(place): a schema is an object"] }
    return keywords.members.flatMap { keyword in
      problems(value, keyword.key, keyword.value, of: keywords, place)
    }
  }

  /// The shape that a `$ref` names; nil when there is none.
  func shape(_ reference: String) -> JSON? {
    let prefix = "#/components/schemas/"
    guard reference.hasPrefix(prefix) else { return nil }
    return shapes[String(reference.dropFirst(prefix.count))]
  }

  private func problems(
    _ value: JSON, _ keyword: String, _ rule: JSON, of schema: JSONObject, _ place: String
  ) -> [String] {
    func unless(_ holds: Bool, _ problem: String) -> [String] {
      holds ? [] : ["\(place): \(problem), got \(value.text.prefix(80))"]
    }
    switch keyword {
    case "description", "default": return []
    case "$ref":
      let name = rule.stringValue ?? ""
      // The meta-schema is checked by its own tools.
      if name.hasPrefix("https://") { return [] }
      guard let target = shape(name) else { return ["\(place): \(name) names nothing"] }
      return problems(value, target, at: place)
    case "type":
      let types = rule.arrayValue ?? [rule]
      return unless(
        types.contains { Self.isA($0.stringValue ?? "", value) }, "must be \(rule.text)")
    case "const": return unless(value == rule, "must be \(rule.text)")
    case "enum":
      return unless(rule.arrayValue?.contains(value) == true, "must be one of \(rule.text)")
    case "oneOf":
      let fitting = (rule.arrayValue ?? []).filter { problems(value, $0, at: place).isEmpty }
      return unless(fitting.count == 1, "must fit one of \(rule.text.prefix(80))")
    case "minimum", "maximum", "exclusiveMinimum":
      guard let number = value.numberValue?.double, let bound = rule.numberValue?.double else {
        return []
      }
      let holds =
        keyword == "minimum"
        ? number >= bound : keyword == "maximum" ? number <= bound : number > bound
      return unless(holds, "\(keyword) is \(rule.text)")
    case "minLength", "pattern", "format":
      return value.stringValue.map {
        unless(Self.text($0, keyword, rule), "\(keyword) is \(rule.text)")
      } ?? []
    case "items":
      return (value.arrayValue ?? []).enumerated().flatMap { index, element in
        problems(element, rule, at: "\(place)[\(index)]")
      }
    case "required":
      guard let object = value.objectValue else { return [] }
      return (rule.arrayValue ?? []).compactMap(\.stringValue)
        .filter { object[$0] == nil }.map { "\(place): \($0) is missing" }
    case "properties":
      return (value.objectValue?.members ?? []).flatMap { member in
        rule[member.key].map { problems(member.value, $0, at: "\(place).\(member.key)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]
      return (value.objectValue?.members ?? []).filter { known?[$0.key] == nil }
        .flatMap { member in
          switch rule {
          case .bool(let isAllowed): isAllowed ? [] : ["\(place): unknown member \(member.key)"]
          default: problems(member.value, rule, at: "\(place).\(member.key)")
          }
        }
    default: return ["\(place): the keyword \(keyword) is not checked by anyone"]
    }
  }

  private static func isA(_ type: String, _ value: JSON) -> Bool {
    type == "integer" ? value.numberValue?.isInteger == true : type == value.kindName
  }

  private static func text(_ text: String, _ keyword: String, _ rule: JSON) -> Bool {
    switch keyword {
    case "minLength": return text.unicodeScalars.count >= rule.intValue ?? 0
    case "format": return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
    default:
      guard let pattern = try? Regex(rule.stringValue ?? "(") else { return false }
      return text.firstMatch(of: pattern) != nil
    }
  }
}
