/// A JSON Schema (draft 7) and the named shapes it refers to.
@usableFromInline package struct Schema: Sendable {
  @usableFromInline package let json: JSONObject
  /// Name → schema of everything reachable by `$ref`, to be placed under `components/schemas`.
  package let definitions: [String: JSONObject]

  @usableFromInline package init(_ json: JSONObject, definitions: [String: JSONObject] = [:]) {
    self.json = json
    self.definitions = definitions
  }

  @usableFromInline package init(_ json: JSONObject, referringTo others: [Schema]) {
    self.json = json
    definitions = others.reduce(into: [:]) { all, schema in
      all.merge(schema.definitions) { first, _ in first }
    }
  }

  /// A reference to this schema under a name of its own, with what a value of it is.
  @usableFromInline package func named(_ name: String, _ doc: String) -> Schema {
    var all = definitions
    all[name] = JSONObject(
      [JSONObject.Member(key: "description", value: .string(doc))] + json.members)
    return Schema(["$ref": .string("#/components/schemas/\(name)")], definitions: all)
  }

  /// The same or null.
  @usableFromInline package var orNull: Schema {
    // What allows everything allows null already, and `oneOf` would then find it twice.
    guard json.keys.contains(where: { !$0.hasPrefix("x-") }) else { return self }
    var copy = json
    if case .string(let type) = json["type"], json["enum"] == nil, json["const"] == nil {
      copy["type"] = [.string(type), "null"]
      return Schema(copy, definitions: definitions)
    }
    // What is said of the value stays where its name is.
    copy["x-secret"] = nil
    var either: JSONObject = ["oneOf": [.object(copy), ["type": "null"]]]
    either["x-secret"] = json["x-secret"]
    return Schema(either, definitions: definitions)
  }

  /// With a description. A reference may have no siblings (draft 7), so it is put into an `allOf`, which may.
  @usableFromInline package func described(_ text: String) -> Schema {
    guard !text.isEmpty else { return self }
    var copy = json["$ref"] == nil ? json : ["allOf": [.object(json)]]
    copy["description"] = .string(text)
    return Schema(copy, definitions: definitions)
  }

  @usableFromInline package func with(_ key: String, _ value: JSON) -> Schema {
    var copy = json
    copy[key] = value
    return Schema(copy, definitions: definitions)
  }

  /// Says whether its values are secrets. What says nothing is none, and has no name that could be that of one.
  @usableFromInline package func secret(_ isSecret: Bool) -> Schema {
    with("x-secret", .bool(isSecret))
  }

  package static let any = Schema([:])
  package static let null = Schema(["type": "null"])
}
