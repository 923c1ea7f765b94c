/// A JSON Schema (draft 7) and the named schemas it refers to.
@usableFromInline package struct Schema: Sendable {
  @usableFromInline package let json: JSONObject
  /// The names and schemas of everything reachable by `$ref`, to be placed under `components/schemas`.
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

  /// Returns a reference to this schema under the given name, with a description of its values.
  @usableFromInline package func named(_ name: String, _ doc: String) -> Schema {
    var all = definitions
    all[name] = JSONObject(
      [JSONObject.Member(key: "description", value: .string(doc))] + json.members)
    return Schema(["$ref": .string("#/components/schemas/\(name)")], definitions: all)
  }

  /// The schema of the same values and null.
  @usableFromInline package var orNull: Schema {
    // A schema that allows everything already allows null.
    guard json.keys.contains(where: { !$0.hasPrefix("x-") }) else { return self }
    var copy = json
    if case .string(let type) = json["type"], json["enum"] == nil, json["const"] == nil {
      copy["type"] = [.string(type), "null"]
      return Schema(copy, definitions: definitions)
    }
    // The mark of a secret stays next to the name of the value.
    copy["x-secret"] = nil
    var either: JSONObject = ["anyOf": [.object(copy), ["type": "null"]]]
    either["x-secret"] = json["x-secret"]
    return Schema(either, definitions: definitions)
  }

  /// Returns the schema with a description. A reference may have no siblings (draft 7), so it is put into an
  /// `allOf`, which may have them.
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

  /// Marks the values as secret or not. Values without a mark are not secret, and must not have a name that
  /// could be that of a secret.
  @usableFromInline package func secret(_ isSecret: Bool) -> Schema {
    with("x-secret", .bool(isSecret))
  }

  package static let any = Schema([:])
  package static let null = Schema(["type": "null"])
}
