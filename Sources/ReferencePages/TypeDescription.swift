import JSONCodec

/// A short text for a schema, such as `list of Category` or `string or null`.
package struct TypeDescription: Sendable {
  enum Piece: Sendable, Equatable {
    case words(String)
    /// A possible JSON value.
    case value(String)
    /// A named type.
    case shape(String)
  }

  private(set) var pieces: [Piece]

  /// The text without links.
  package var plain: String {
    pieces.map { piece in
      switch piece {
      case .words(let text), .value(let text), .shape(let text): text
      }
    }.joined()
  }

  /// The names of the types in it.
  package var shapes: [String] {
    pieces.compactMap { piece in if case .shape(let name) = piece { name } else { nil } }
  }

  /// Creates the text of a schema. If `isOptional`, leaves out the null that means "not given".
  init(_ schema: JSONObject, isOptional: Bool = false) {
    pieces = Self.pieces(schema, isOptional: isOptional)
  }

  private static func pieces(_ schema: JSONObject, isOptional: Bool) -> [Piece] {
    if let reference = schema["$ref"]?.stringValue {
      return [.shape(String(reference.split(separator: "/").last ?? ""))]
    }
    if let alternatives = schema.alternatives {
      let kept = alternatives.filter { !isOptional || $0["type"] != "null" }
      return joined(kept.map { pieces($0, isOptional: false) }, " or ")
    }
    if let value = schema["const"] {
      return [value.boolValue == nil ? .value(value.text) : .words(value.text)]
    }
    if let values = schema["enum"]?.arrayValue {
      return joined(values.map { [.value($0.text)] }, " or ")
    }
    let names = schema.typeNames.filter { !isOptional || $0 != "null" }
    guard !names.isEmpty else { return [.words("any JSON")] }
    return joined(names.map { pieces(named: $0, schema) }, " or ")
  }

  private static func pieces(named name: String, _ schema: JSONObject) -> [Piece] {
    switch name {
    case "array":
      guard let items = schema["items"]?.objectValue else { return [.words("list")] }
      let item = pieces(items, isOptional: false)
      return item.contains(.words(" or "))
        ? [.words("list of (")] + item + [.words(")")] : [.words("list of ")] + item
    case "object":
      if let values = schema["additionalProperties"]?.objectValue {
        return [.words("map of ")] + pieces(values, isOptional: false)
      }
      // A record without a name, inside of another type, is small, so it is shown as written.
      guard let members = schema["properties"]?.objectValue, members.count == 1,
        let key = members.keys.first
      else { return [.words("object")] }
      let value = members[key]?.objectValue.map { pieces($0, isOptional: false) } ?? []
      return [.words("{\(JSON.string(key).text): ")] + value + [.words("}")]
    case "string" where schema["format"] == "date-time": return [.words("time")]
    default: return [.words(name)]
    }
  }

  private static func joined(_ parts: [[Piece]], _ separator: String) -> [Piece] {
    Array(parts.joined(separator: [.words(separator)]))
  }

  /// Returns the bounds of a value beyond its type.
  static func bounds(of schema: JSONObject) -> [String] {
    if let first = schema.alternatives?.first(where: { $0["type"] != "null" }) {
      return bounds(of: first)
    }
    var bounds: [String] = []
    if let length = schema["minLength"] {
      bounds.append(length == 1 ? "not empty" : "at least \(length.text) characters")
    }
    if let length = schema["maxLength"] { bounds.append("at most \(length.text) characters") }
    if let pattern = schema["pattern"]?.stringValue { bounds.append("matches `\(pattern)`") }
    switch (schema["minimum"], schema["maximum"]) {
    case (let low?, let high?): bounds.append("\(low.text) to \(high.text)")
    case (let low?, nil): bounds.append("at least \(low.text)")
    case (nil, let high?): bounds.append("at most \(high.text)")
    case (nil, nil): break
    }
    if let low = schema["exclusiveMinimum"] { bounds.append("more than \(low.text)") }
    return bounds
  }
}

extension Reference {
  /// A parameter, or a member of an object.
  package struct Member: Sendable {
    /// The name with those of the enclosing objects, such as `outbox.accepted`.
    package let path: String
    package let type: TypeDescription
    package let isRequired: Bool
    /// Always present in a value that the bridge writes.
    var isAlwaysThere = false
    /// The default as JSON text; nil if there is none.
    package let defaultValue: String?
    package let bounds: [String]
    /// A secret: no record of messages may contain it.
    package let isSecret: Bool
    package let doc: String

    init(_ path: String, _ schema: JSONObject, isRequired: Bool, doc: String) {
      self.path = path
      self.isRequired = isRequired
      self.doc = doc
      type = TypeDescription(schema, isOptional: !isRequired)
      defaultValue = schema["default"]?.text
      bounds = TypeDescription.bounds(of: schema)
      isSecret = schema["x-secret"]?.boolValue ?? false
    }

    /// Reads a member from its description in the document.
    init?(_ json: JSON) {
      guard let name = json["name"]?.stringValue, let schema = json["schema"]?.objectValue else {
        return nil
      }
      let texts = [json["summary"], json["description"]].compactMap { $0?.stringValue }
      self.init(name, schema, isRequired: false, doc: texts.joined(separator: " "))
    }

    static func all(of field: FieldInfo) -> [Member] {
      [Member(field.name, field.schema.json, isRequired: field.isRequired, doc: field.doc)]
        + all(of: field.schema.json, inside: field.name + ".")
    }

    /// Returns the members of an object, and of the unnamed objects inside of it.
    static func all(of schema: JSONObject, inside prefix: String = "") -> [Member] {
      let required = schema["required"]?.arrayValue ?? []
      return (schema["properties"]?.objectValue?.members ?? []).flatMap { member -> [Member] in
        guard let inner = member.value.objectValue else { return [] }
        let path = prefix + member.key
        return [
          Member(
            path, inner, isRequired: required.contains(.string(member.key)),
            doc: inner["description"]?.stringValue ?? "")
        ] + all(of: inner, inside: path + ".")
      }
    }
  }
}

extension JSONObject {
  /// The schemas of `oneOf`, `allOf` or `anyOf`. An `anyOf` beside a type only restricts the values.
  fileprivate var alternatives: [JSONObject]? {
    (self["allOf"] ?? self["oneOf"] ?? (self["type"] == nil ? self["anyOf"] : nil))?.arrayValue?
      .compactMap(\.objectValue)
  }

  fileprivate var typeNames: [String] {
    switch self["type"] {
    case .string(let name): [name]
    case .array(let names): names.compactMap(\.stringValue)
    default: []
    }
  }
}
