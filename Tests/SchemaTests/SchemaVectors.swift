import AltcraftMethods
import JSONCodec
import JSONRPC
import TestSupport

/// The vectors: for each type and each method, texts that fit and texts that do not, made from the schemas by rules
/// without chance.
struct SchemaVectors {
  /// A value for a type, or the parameters of a call.
  struct Trial {
    /// The name of the type or method.
    let subject: String
    /// The changed place, such as `cats[0].name`; empty for the whole value.
    let place: String
    let value: JSON
  }

  private let schemas: JSONObject
  private let checker: SchemaChecker

  init() throws {
    let document = JSON.object(Catalog.openRPC(version: "").document)
    schemas = document["components"]?["schemas"]?.objectValue ?? [:]
    checker = try SchemaChecker(document: document)
  }

  /// The lines of the types, each with its verdict. A type that does not forbid unknown members accepts them.
  var typeLines: [JSON] {
    var seen: Set<String> = []
    return schemas.members.flatMap { member in
      trials(of: member.value, as: member.key).compactMap { trial -> JSON? in
        guard seen.insert(trial.subject + trial.value.text).inserted else { return nil }
        let isValid = isAccepted(trial.value, by: member.value)
        // The checker cannot judge an object of open alternatives, which accept the members of each other.
        if !isValid, trial.value.objectValue != nil, isOpenUnion(member.value) { return nil }
        return [
          "type": .string(trial.subject), "place": .string(trial.place), "value": trial.value,
          "valid": .bool(isValid),
        ]
      }
    }
  }

  /// The calls of all methods, without verdicts.
  var calls: [Trial] {
    var seen: Set<String> = []
    return Catalog.methods.map(\.declaration).flatMap(calls).filter {
      seen.insert($0.subject + $0.value.text).inserted
    }
  }

  /// Returns true if the document accepts these parameters.
  func documentAccepts(_ call: Trial) -> Bool {
    checker.problems(inCall: call.subject, call.value).isEmpty
  }
}

// Trials.
extension SchemaVectors {
  private func calls(of method: MethodDescription) -> [Trial] {
    let base = method.examples.first { $0.result != nil }?.parameters ?? [:]
    var calls = [Trial(subject: method.name, place: "", value: .object(base))]
    func add(_ place: String, _ parameters: JSONObject) {
      calls.append(Trial(subject: method.name, place: place, value: .object(parameters)))
    }
    add("unknownMember", base.with("unknownMember", 1))
    for field in method.parameters {
      let schema = JSON.object(field.schema.json)
      add(field.name, base.with(field.name, nil))
      for value in Self.values + bounds(of: schema) {
        add(field.name, base.with(field.name, value))
      }
      for trial in trials(of: schema, as: method.name, depth: 1) {
        let inner = trial.place.hasPrefix("[") || trial.place.isEmpty ? "" : "."
        add(field.name + inner + trial.place, base.with(field.name, trial.value))
      }
    }
    let positions = method.parameters.map { base[$0.name] ?? .null }
    for list in [[], positions, positions + [.null], positions + [1]] {
      calls.append(Trial(subject: method.name, place: "", value: .array(list)))
    }
    return calls
  }

  /// Returns whole values, then values with one changed member each.
  private func trials(of schema: JSON, as subject: String, depth: Int = 0) -> [Trial] {
    let forms = self.forms(of: schema)
    var trials = (forms.map { sample($0) } + Self.values + bounds(of: schema))
      .map { Trial(subject: subject, place: "", value: $0) }
    for form in forms { trials += members(of: form, as: subject, depth: depth) }
    return trials
  }

  private func members(of form: JSON, as subject: String, depth: Int) -> [Trial] {
    if let items = form["items"] {
      return (depth > 0 ? self.trials(of: items, as: subject, depth: depth - 1) : []).map {
        let dot = $0.place.isEmpty ? "" : "."
        return Trial(subject: subject, place: "[0]" + dot + $0.place, value: [$0.value])
      }
    }
    guard let base = sample(form).objectValue, let properties = form["properties"]?.objectValue
    else { return [] }
    var trials = [
      Trial(
        subject: subject, place: "unknownMember", value: .object(base.with("unknownMember", 1)))
    ]
    for member in properties.members {
      let values = Self.memberValues + bounds(of: member.value)
      for value in [nil] + values.map(Optional.some) {
        trials.append(
          Trial(
            subject: subject, place: member.key, value: .object(base.with(member.key, value))))
      }
    }
    return trials
  }

  private static func number(_ text: String) -> JSON { .number(JSONNumber(checkedText: text)) }

  /// Values of all kinds, with the edges of numbers and texts.
  private static let values: [JSON] = [
    nil, true, "", "text", .string(String(repeating: "x", count: 129)), 0, -1, 1, number("1.5"),
    number("9007199254740992"), number("9007199254740993"), number("9223372036854775807"),
    number("9223372036854775808"), number("-9223372036854775809"), number("1e308"), [], [nil],
    ["text"], [:], ["unknownMember": 1],
  ]

  private static let memberValues: [JSON] = [
    nil, false, "", "text", -1, number("1.5"), number("9223372036854775808"), [], [:],
  ]

  /// Returns the values at and beyond the bounds that the schema states, and all its texts.
  private func bounds(of schema: JSON) -> [JSON] {
    forms(of: schema).flatMap { form -> [JSON] in
      var values = form["enum"]?.arrayValue ?? []
      if let constant = form["const"] { values.append(constant) }
      if let least = form["minimum"]?.intValue { values += [.int(least), .int(least - 1)] }
      if let greatest = form["maximum"]?.intValue {
        values += [.int(greatest), .int(greatest + 1)]
      }
      return values
    }
  }
}

// Schemas.
extension SchemaVectors {
  /// Returns the alternatives of a schema, with all references followed.
  private func forms(of schema: JSON) -> [JSON] {
    if let reference = schema["$ref"]?.stringValue {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return schemas[name].map(forms) ?? []
    }
    if let whole = schema["allOf"]?.arrayValue { return whole.flatMap(forms) }
    let choices = schema["oneOf"] ?? (schema["type"] == nil ? schema["anyOf"] : nil)
    return choices?.arrayValue?.flatMap(forms) ?? [schema]
  }

  private func isOpenUnion(_ schema: JSON) -> Bool {
    let forms = forms(of: schema).filter { $0["properties"] != nil }
    return forms.count > 1 && forms.contains { $0["additionalProperties"] == nil }
  }

  /// Returns a value that fits, with all members that the schema names.
  private func sample(_ schema: JSON) -> JSON {
    let form = forms(of: schema).first ?? [:]
    if let value = form["const"] ?? form["enum"]?.arrayValue?.first { return value }
    let type = form["type"]?.stringValue ?? form["type"]?.arrayValue?.first?.stringValue
    switch type {
    case "object":
      let members = form["properties"]?.objectValue?.members ?? []
      return .object(
        JSONObject(members.map { JSONObject.Member(key: $0.key, value: sample($0.value)) }))
    case "array": return [form["items"].map(sample) ?? 1]
    case "boolean": return true
    case "integer", "number": return form["minimum"] ?? 1
    case "null": return nil
    case "string" where form["format"] != nil: return "2026-11-20T12:00:00.000Z"
    default:
      let texts: [JSON] = ["text", "2026-11-20"]
      return texts.first { isAccepted($0, by: form) } ?? "text"
    }
  }

  /// Returns true if the document accepts the value. The checker of the bridge's own messages refuses members that
  /// an open type does not name, so they are left out.
  private func isAccepted(_ value: JSON, by schema: JSON) -> Bool {
    if checker.problems(in: value, schema, at: "").isEmpty { return true }
    guard let object = value.objectValue, object["unknownMember"] != nil,
      forms(of: schema).contains(where: {
        $0["properties"] != nil && $0["additionalProperties"] == nil
      })
    else { return false }
    return checker.problems(in: .object(object.with("unknownMember", nil)), schema, at: "").isEmpty
  }
}

extension JSONObject {
  /// Returns the object with a member set, or removed for nil.
  fileprivate func with(_ key: String, _ value: JSON?) -> JSONObject {
    var copy = self
    copy[key] = value
    return copy
  }
}
