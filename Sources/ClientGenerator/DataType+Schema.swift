import JSONCodec

extension DataType {
  /// Reads a JSON Schema. Throws for a schema that no client type can express.
  init(_ schema: JSON, at path: String) throws(DocumentError) {
    self = try Self.read(schema, path)
  }

  /// Derives the type of an example.
  init(of value: JSON) {
    switch value {
    case .null: self = .any
    case .bool: self = .boolean
    case .number(let number): self = number.int64 == nil ? .number : .integer
    case .string: self = .string
    case .array(let items): self = .list(items.first.map(DataType.init(of:)) ?? .any)
    case .object: self = .map
    }
  }

  /// The type without null.
  package var unwrapped: DataType { if case .optional(let type) = self { type } else { self } }

  package var isOptional: Bool { if case .optional = self { true } else { false } }

  private static func read(_ schema: JSON, _ path: String) throws(DocumentError) -> DataType {
    guard let object = schema.objectValue else {
      throw DocumentError(description: "\(path): the schema is not an object")
    }
    if let reference = object["$ref"]?.stringValue {
      let prefix = "#/components/schemas/"
      guard reference.hasPrefix(prefix) else {
        throw DocumentError(description: "\(path): \(reference) is not a named type")
      }
      return .named(String(reference.dropFirst(prefix.count)))
    }
    // An `allOf` of one schema is a reference with members beside it, such as a description.
    if let whole = object["allOf"]?.arrayValue, whole.count == 1 { return try read(whole[0], path) }
    // An `anyOf` beside a type only restricts the values.
    let choices = object["oneOf"] ?? (object["type"] == nil ? object["anyOf"] : nil)
    if let choices = choices?.arrayValue { return try union(choices, path) }
    if let constant = object["const"] { return .constant(constant) }
    if let choices = object["enum"]?.arrayValue { return choice(among: choices) }
    switch object["type"] {
    case .string(let name): return try plain(name, object, path)
    case .array(let names): return try nullable(names.compactMap(\.stringValue), object, path)
    default: return .any
    }
  }

  private static func union(_ choices: [JSON], _ path: String) throws(DocumentError) -> DataType {
    let types = try choices.map { choice throws(DocumentError) in try read(choice, path) }
    // A text beside some of its values: there may be others.
    if case .choice(let names)? = types.first, types.count == 2, types[1].unwrapped == .string {
      return types[1].isOptional ? .optional(.openChoice(names)) : .openChoice(names)
    }
    let others = types.filter { $0 != .null }
    let type = others.count == 1 ? others[0] : .union(others)
    return others.count < types.count ? .optional(type) : type
  }

  private static func choice(among choices: [JSON]) -> DataType {
    let type = DataType.choice(choices.compactMap(\.stringValue))
    return choices.contains(.null) ? .optional(type) : type
  }

  private static func nullable(
    _ names: [String], _ object: JSONObject, _ path: String
  ) throws(DocumentError) -> DataType {
    let types = try names.filter { $0 != "null" }.map { name throws(DocumentError) in
      try plain(name, object, path)
    }
    let type = types.count == 1 ? types[0] : .union(types)
    return names.contains("null") ? .optional(type) : type
  }

  private static func plain(
    _ name: String, _ object: JSONObject, _ path: String
  ) throws(DocumentError) -> DataType {
    switch name {
    case "null": return .null
    case "boolean": return .boolean
    case "integer": return .integer
    case "number": return .number
    case "string": return .string
    case "array":
      return .list(
        try object["items"].map { items throws(DocumentError) in
          try read(items, "\(path)[]")
        } ?? .any)
    case "object":
      if object["properties"] != nil { return try record(object, path) }
      guard let values = object["additionalProperties"], values.objectValue != nil else {
        return .map
      }
      return .dictionary(try read(values, "\(path){}"))
    default: throw DocumentError(description: "\(path): unknown type \(name)")
    }
  }

  private static func record(
    _ object: JSONObject, _ path: String
  ) throws(DocumentError) -> DataType {
    let required = Set(object["required"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    return .record(
      try (object["properties"]?.objectValue?.members ?? []).map { member throws(DocumentError) in
        APIField(
          name: member.key, summary: member.value["description"]?.stringValue ?? "",
          type: try read(member.value, "\(path).\(member.key)"),
          isRequired: required.contains(member.key), format: member.value["format"]?.stringValue)
      })
  }
}
