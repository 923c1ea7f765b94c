import Foundation
import JSONCodec
import Synchronization

/// A checker of messages against the OpenRPC document of the bridge: parameters, results, errors,
/// notifications, callbacks and the answers to them. It supports the part of JSON Schema draft 7 that the
/// document uses, and rejects a document that uses more.
package struct SchemaChecker: Sendable {
  package struct UnknownKeyword: Error, CustomStringConvertible {
    package let description: String
  }

  /// The description of a method, a notification or a callback.
  package struct Shape: Sendable {
    let parameters: [(name: String, isRequired: Bool, schema: JSON)]
    let result: JSON
    let failures: Set<String>
  }

  package let methods: [String: Shape]
  package let notifications: [String: Shape]
  package let callbacks: [String: Shape]
  private let clientNotifications: [String: Shape]
  private let schemas: JSONObject
  /// The error codes by reason.
  private let errors: [String: Int]

  package init(document: JSON) throws {
    schemas = document["components"]?["schemas"]?.objectValue ?? [:]
    methods = Self.shapes(document["methods"])
    notifications = Self.shapes(document["x-notifications"])
    callbacks = Self.shapes(document["x-callbacks"])
    clientNotifications = Self.shapes(document["x-client-notifications"])
    errors = Dictionary(
      uniqueKeysWithValues: (document["components"]?["errors"]?.objectValue?.members ?? []).map {
        ($0.key, $0.value["code"]?.intValue ?? 0)
      })
    for member in schemas.members { try checkKeywords(member.value, member.key) }
    for kind in [methods, notifications, callbacks, clientNotifications] {
      for (name, shape) in kind {
        try checkKeywords(shape.result, "\(name).result")
        for one in shape.parameters { try checkKeywords(one.schema, "\(name).\(one.name)") }
      }
    }
  }

  private static func shapes(_ list: JSON?) -> [String: Shape] {
    var shapes: [String: Shape] = [:]
    for item in list?.arrayValue ?? [] {
      let parameters = (item["params"]?.arrayValue ?? []).map { one in
        (
          name: one["name"]?.stringValue ?? "", isRequired: one["required"]?.boolValue ?? false,
          schema: one["schema"] ?? [:]
        )
      }
      let failures = (item["errors"]?.arrayValue ?? []).compactMap {
        $0["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
      }
      shapes[item["name"]?.stringValue ?? ""] = Shape(
        parameters: parameters, result: item["result"]?["schema"] ?? [:], failures: Set(failures))
    }
    return shapes
  }
}

// Messages. Each function returns the problems, as sentences.
extension SchemaChecker {
  package func problems(inCall method: String, _ parameters: JSON?) -> [String] {
    guard let shape = methods[method] ?? clientNotifications[method] else {
      return ["\(method) was answered and is not in the document"]
    }
    return problems(in: parameters?.inDocumentedSpelling, shape, at: method)
  }

  package func problems(inResult result: JSON, of method: String) -> [String] {
    guard let shape = methods[method] ?? clientNotifications[method] else { return [] }
    return problems(in: result, shape.result, at: .member(.root(method), "result"))
  }

  /// Checks an error's code, reason and members, and that the method declares this error.
  package func problems(inError error: JSON, of method: String?) -> [String] {
    guard let code = error["code"]?.intValue, error["message"]?.stringValue?.isEmpty == false,
      let reason = error["data"]?["reason"]?.stringValue,
      error["data"]?["retryable"]?.boolValue != nil
    else { return ["an error without code, message, reason or retryable: \(error.text)"] }
    let common = [
      "parseError": -32700, "invalidRequest": -32600, "methodNotFound": -32601,
      "invalidParams": -32602, "internalError": -32603, "tooLarge": -32003, "unauthorized": -32001,
      "busy": -32002, "shuttingDown": -32014, "requestCancelled": -32800,
    ]
    guard let expected = common[reason] ?? errors[reason] else {
      return ["\(method ?? "?"): the document knows no error \(reason)"]
    }
    var problems = expected == code ? [] : ["\(reason) has code \(code), expected \(expected)"]
    // `bridge.check` returns the errors of any other method.
    let isOfAnother = method == "bridge.check"
    if let method, !isOfAnother, common[reason] == nil,
      methods[method]?.failures.contains(reason) != true
    {
      problems.append("\(method) does not say that it can fail with \(reason)")
    }
    let unknown =
      error.objectValue?.keys.filter { !["code", "message", "data"].contains($0) } ?? []
    if !unknown.isEmpty { problems.append("an error with \(unknown)") }
    return problems
  }

  package func problems(inNotice method: String, _ parameters: JSON?) -> [String] {
    guard let shape = notifications[method] else { return ["a notification \(method)"] }
    return problems(in: parameters, shape, at: method)
  }

  package func problems(inCallback method: String, _ parameters: JSON?) -> [String] {
    guard let shape = callbacks[method] else { return ["a request \(method)"] }
    return problems(in: parameters, shape, at: method)
  }

  private func problems(in parameters: JSON?, _ shape: Shape, at method: String) -> [String] {
    let path = Path.root(method)
    var given: JSONObject = [:]
    switch parameters {
    case .object(let object): given = object
    case .array(let values):
      guard values.count <= shape.parameters.count else { return ["\(path): too many parameters"] }
      for (parameter, value) in zip(shape.parameters, values) { given[parameter.name] = value }
    case nil: break
    default: return ["\(path): params is neither object nor array"]
    }
    var problems: [String] = []
    for parameter in shape.parameters {
      if let value = given[parameter.name] {
        problems += self.problems(in: value, parameter.schema, at: .member(path, parameter.name))
      } else if parameter.isRequired {
        problems.append("\(path).\(parameter.name) is missing")
      }
    }
    let known = Set(shape.parameters.map(\.name))
    return problems + given.keys.filter { !known.contains($0) }.map { "\(path).\($0) is unknown" }
  }
}

// Values.
extension SchemaChecker {
  private static let expressions = Mutex<[String: NSRegularExpression]>([:])
  private static let annotations: Set = ["x-secret", "description", "title", "default", "examples"]
  private static let keywords: Set = [
    "$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "items",
    "oneOf", "anyOf", "allOf", "pattern", "minimum", "maximum", "exclusiveMinimum", "minLength",
    "format",
  ]

  private func checkKeywords(_ schema: JSON, _ path: String) throws {
    guard let object = schema.objectValue else { return }
    for (key, value) in object.members.map({ ($0.key, $0.value) }) {
      guard Self.keywords.contains(key) || Self.annotations.contains(key) else {
        throw UnknownKeyword(description: "\(path): this checker does not know \(key)")
      }
      switch key {
      case "format" where value != "date-time":
        throw UnknownKeyword(description: "\(path): this checker does not know \(value.text)")
      case "properties":
        for member in value.objectValue?.members ?? [] {
          try checkKeywords(member.value, "\(path).\(member.key)")
        }
      case "oneOf", "anyOf", "allOf":
        for one in value.arrayValue ?? [] { try checkKeywords(one, path) }
      case "items", "additionalProperties": try checkKeywords(value, path)
      default: break
      }
    }
  }

  /// The place of a value. Its text is made for a problem only.
  private indirect enum Path: CustomStringConvertible {
    case root(String)
    case member(Path, String)
    case element(Path, Int)

    var description: String {
      switch self {
      case .root(let name): name
      case .member(let path, let name): "\(path).\(name)"
      case .element(let path, let index): "\(path)[\(index)]"
      }
    }
  }

  /// Returns the problems of a value, with their paths.
  package func problems(in value: JSON, _ schema: JSON, at path: String) -> [String] {
    problems(in: value, schema, at: .root(path))
  }

  private func problems(in value: JSON, _ schema: JSON, at path: Path) -> [String] {
    guard let schema = schema.objectValue else {
      return schema.boolValue == false ? ["\(path) is not allowed"] : []
    }
    if let reference = schema["$ref"]?.stringValue { return problems(in: value, reference, path) }
    let problems = schema.members.flatMap { keyword in
      self.problems(in: value, keyword.key, keyword.value, schema, path)
    }
    // The document leaves open what later versions may add; this version writes nothing else.
    guard schema["properties"] != nil, schema["additionalProperties"] == nil else {
      return problems
    }
    return problems + self.problems(in: value, "additionalProperties", false, schema, path)
  }

  private func problems(in value: JSON, _ reference: String, _ path: Path) -> [String] {
    let prefix = "#/components/schemas/"
    guard reference.hasPrefix(prefix),
      let schema = schemas[String(reference.dropFirst(prefix.count))]
    else { return ["\(path): \(reference) leads nowhere"] }
    return problems(in: value, schema, at: path)
  }

  private func problems(
    in value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSONObject, _ path: Path
  ) -> [String] {
    switch keyword {
    case "type":
      let types = rule.arrayValue ?? [rule]
      let fits = types.contains { Self.has(value, $0.stringValue ?? "") }
      return fits ? [] : ["\(path) is \(value.kindName), expected \(rule.text)"]
    case "enum":
      return rule.arrayValue?.contains(value) == true ? [] : ["\(path) is none of \(rule.text)"]
    case "const": return value == rule ? [] : ["\(path) is not \(rule.text)"]
    case "required":
      guard let object = value.objectValue else { return [] }
      return (rule.arrayValue ?? []).compactMap(\.stringValue)
        .filter { object[$0] == nil }.map { "\(path).\($0) is missing" }
    case "properties":
      return (value.objectValue?.members ?? []).flatMap { member in
        rule[member.key].map { problems(in: member.value, $0, at: .member(path, member.key)) } ?? []
      }
    case "additionalProperties":
      let properties = schema["properties"]?.objectValue
      return (value.objectValue?.members ?? []).filter { properties?[$0.key] == nil }
        .flatMap { problems(in: $0.value, rule, at: .member(path, $0.key)) }
    case "items":
      return (value.arrayValue ?? []).enumerated().flatMap {
        problems(in: $0.element, rule, at: .element(path, $0.offset))
      }
    case "oneOf", "anyOf":
      let all = (rule.arrayValue ?? []).map { problems(in: value, $0, at: path) }
      let fitting = all.count(where: \.isEmpty)
      if fitting == 1 || fitting > 1 && keyword == "anyOf" { return [] }
      return ["\(path) fits \(fitting) of \(all.count) alternatives"] + all.flatMap(\.self)
    case "allOf": return (rule.arrayValue ?? []).flatMap { problems(in: value, $0, at: path) }
    default: return scalarProblems(in: value, keyword, rule, path)
    }
  }

  private func scalarProblems(
    in value: JSON, _ keyword: String, _ rule: JSON, _ path: Path
  ) -> [String] {
    let bound = rule.numberValue?.double ?? 0
    let number = value.numberValue?.double
    switch keyword {
    case "minimum": return number.map { $0 >= bound } ?? true ? [] : ["\(path) is under \(bound)"]
    case "maximum": return number.map { $0 <= bound } ?? true ? [] : ["\(path) is over \(bound)"]
    case "exclusiveMinimum":
      return number.map { $0 > bound } ?? true ? [] : ["\(path) is not over \(bound)"]
    case "minLength":
      return value.stringValue.map { $0.unicodeScalars.count >= Int(bound) } ?? true
        ? [] : ["\(path) is too short"]
    case "pattern": return matches(value, rule) ? [] : ["\(path) is not like \(rule.text)"]
    case "format":
      let time: JSON = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#
      return matches(value, time) ? [] : ["\(path) is not a time in UTC with milliseconds"]
    default: return []
    }
  }

  private func matches(_ value: JSON, _ pattern: JSON) -> Bool {
    guard let text = value.stringValue, let pattern = pattern.stringValue else { return true }
    return Self.expression(pattern)?.firstMatch(
      in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }

  /// Returns the compiled pattern, which is kept: it is used for many messages.
  private static func expression(_ pattern: String) -> NSRegularExpression? {
    expressions.withLock { expressions in
      if let expression = expressions[pattern] { return expression }
      expressions[pattern] = try? NSRegularExpression(pattern: pattern)
      return expressions[pattern]
    }
  }

  private static func has(_ value: JSON, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .object), ("number", .number):
      true
    case ("integer", .number(let number)): number.isInteger
    default: false
    }
  }
}
