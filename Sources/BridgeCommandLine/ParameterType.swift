import JSONCodec

/// The type of a parameter, as its schema declares it: reads the text of a `VALUE`.
struct ParameterType {
  static let any = ParameterType(.any)

  /// The schemas of which one fits; references are resolved.
  private let schemas: [JSONObject]
  private let definitions: [String: JSONObject]

  init(_ schema: Schema) { self.init(schema.json, schema.definitions) }

  private init(_ json: JSONObject, _ definitions: [String: JSONObject]) {
    self.init(Self.schemas(json, definitions), definitions)
  }

  private init(_ schemas: [JSONObject], _ definitions: [String: JSONObject]) {
    self.schemas = schemas
    self.definitions = definitions
  }

  private static func schemas(
    _ json: JSONObject, _ definitions: [String: JSONObject]
  ) -> [JSONObject] {
    if let name = json["$ref"]?.stringValue?.split(separator: "/").last {
      return definitions[String(name)].map { schemas($0, definitions) } ?? [[:]]
    }
    // An `anyOf` beside a type only restricts the values.
    let anyOf = json["type"] == nil ? json["anyOf"] : nil
    let inner = (json["oneOf"] ?? anyOf ?? json["allOf"])?.arrayValue
    return inner?.compactMap(\.objectValue).flatMap { schemas($0, definitions) } ?? [json]
  }

  /// Reads a value. Returns nil if the text does not have the type.
  func value(_ text: String) -> JSON? {
    let json = Self.json(text)
    if json == .null, kinds.contains("null") { return .null }
    let names = values
    if !names.isEmpty {
      // The bridge accepts the name of a provider in any letter case.
      if let name = names.first(where: { $0.stringValue?.lowercased() == text.lowercased() }) {
        return name
      }
      return json.flatMap { names.contains($0) ? $0 : nil }
    }
    // A parameter that can only be a string takes its text as it is: sid=17.
    let others = kinds.subtracting(["string", "null"])
    if let json, others.contains(where: { Self.has($0, json) }) { return json }
    guard kinds.contains("string") else { return kinds.contains("array") ? list(of: text) : nil }
    // Quotation marks make a string of any text if other types are allowed too.
    if case .string(let quoted)? = json, !others.isEmpty { return .string(quoted) }
    return .string(text)
  }

  /// Reads one value as a list of one. A text that begins like a list, but is none, is refused.
  private func list(of text: String) -> JSON? {
    guard !text.hasPrefix("[") else { return nil }
    let elements = schemas.compactMap { $0["items"]?.objectValue }
      .flatMap { Self.schemas($0, definitions) }
    return ParameterType(elements, definitions).value(text).map { .array([$0]) }
  }

  /// The description of the valid values, for a message.
  var expected: String {
    let names = values.map { $0.stringValue ?? $0.text }
    if !names.isEmpty { return names.joined(separator: " or ") }
    let words = Self.words.filter { kinds.contains($0.kind) }.map(\.text)
    return words.joined(separator: " or ")
  }

  /// The fixed values; empty if the type has others.
  var values: [JSON] {
    let lists = schemas.filter { $0["type"] != "null" }.map { choice in
      choice["const"].map { [$0] } ?? choice["enum"]?.arrayValue?.filter { !$0.isNull }
    }
    return lists.contains(nil) ? [] : lists.compactMap(\.self).flatMap(\.self).withoutRepetitions
  }

  var isObject: Bool { kinds.contains("object") }

  /// Returns the type of a member in all objects that have it; nil if none has one of that name.
  func member(_ name: String) -> ParameterType? {
    let objects = schemas.filter { Self.kinds(of: $0).contains("object") }
    let declared = objects.compactMap { $0["properties"]?[name]?.objectValue }
    if !declared.isEmpty {
      return ParameterType(declared.flatMap { Self.schemas($0, definitions) }, definitions)
    }
    for object in objects where object["additionalProperties"] != false {
      return object["additionalProperties"]?.objectValue.map { ParameterType($0, definitions) }
        ?? .any
    }
    return nil
  }

  var memberNames: [String] {
    schemas.flatMap { $0["properties"]?.objectValue?.keys.map(\.self) ?? [] }.withoutRepetitions
  }

  /// The values that completion offers: fixed values, or those of a boolean.
  var choices: [String] {
    if !values.isEmpty { return values.map { $0.stringValue ?? $0.text } }
    return kinds.subtracting(["null"]) == ["boolean"] ? ["true", "false"] : []
  }

  private var kinds: Set<String> { Set(schemas.flatMap(Self.kinds)) }

  private static func kinds(of choice: JSONObject) -> [String] {
    if let kind = choice["type"]?.stringValue { return [kind] }
    if let kinds = choice["type"]?.arrayValue { return kinds.compactMap(\.stringValue) }
    let values = choice["const"].map { [$0] } ?? choice["enum"]?.arrayValue
    return values?.map(\.kindName) ?? words.map(\.kind) + ["null"]
  }

  private static let words: [(kind: String, text: String)] = [
    ("string", "a string"), ("integer", "an integer"), ("number", "a number"),
    ("boolean", "true or false"), ("object", "a JSON object"), ("array", "a JSON array"),
  ]

  private static func has(_ kind: String, _ value: JSON) -> Bool {
    switch (kind, value) {
    case ("integer", .number(let number)): !number.text.contains { ".eE".contains($0) }
    case ("number", .number), ("boolean", .bool), ("object", .object), ("array", .array): true
    default: false
    }
  }

  private static func json(_ text: String) -> JSON? {
    try? JSONParser.parse(Array(text.utf8), limits: .generous).value
  }
}

extension Array where Element: Equatable {
  fileprivate var withoutRepetitions: [Element] {
    indices.filter { !self[..<$0].contains(self[$0]) }.map { self[$0] }
  }
}
