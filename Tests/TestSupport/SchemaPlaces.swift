import JSONCodec

/// A place in the parameters of a method where a caller chooses the value.
package struct SchemaPlace: Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable { case text, number, list, map, anything }

  fileprivate enum Step: Sendable { case member(String), item, alternative(Int) }

  package let method: String
  package let kind: Kind
  fileprivate let steps: [Step]

  /// A text such as `pushSubscribe cats[].name`.
  package var description: String {
    let path = steps.map { step in
      switch step {
      case .member(let name): ".\(name)"
      case .item: "[]"
      case .alternative(let number): "|\(number)"
      }
    }
    return "\(method) \(path.joined().drop { $0 == "." }) \(kind.rawValue)"
  }

  /// The parameter that contains the place.
  package var parameter: String {
    if case .member(let name) = steps.first { name } else { "" }
  }
}

/// The places of all methods of an OpenRPC document, and calls with a given value at one of them.
///
/// A method, a parameter or a member that is added to the document is in `places` without a change here.
package struct SchemaPlaces: Sendable {
  package let methods: [String]
  package let places: [SchemaPlace]
  private let schemas: JSON
  /// The parameters by method: as the schema of one object, and those of the first example.
  private let shapes: [String: (schema: JSON, example: JSON)]

  /// Reads the document, without the methods in `excluded` and without aliases (`x-alias-of`). `examples`
  /// contains parameters by method, which replace the document's first example.
  package init(
    document: JSON, excluding excluded: Set<String> = [], examples: [String: JSON] = [:]
  ) {
    schemas = document["components"]?["schemas"] ?? [:]
    var shapes: [String: (schema: JSON, example: JSON)] = [:]
    var names: [String] = []
    for method in document["methods"]?.arrayValue ?? [] where method["x-alias-of"] == nil {
      guard let name = method["name"]?.stringValue, !excluded.contains(name) else { continue }
      let parameters = method["params"]?.arrayValue ?? []
      let properties = parameters.map {
        JSONObject.Member(key: $0["name"]?.stringValue ?? "", value: $0["schema"] ?? [:])
      }
      let required = parameters.filter { $0["required"] == true }.compactMap { $0["name"] }
      let schema: JSON = [
        "type": "object", "properties": .object(JSONObject(properties)),
        "required": .array(required),
      ]
      // The requestId of an example already belongs to another job, and no call may wait.
      let example = (method["examples"]?[0]?["params"]?.arrayValue ?? []).compactMap { one in
        one["name"]?.stringValue.map { JSONObject.Member(key: $0, value: one["value"] ?? .null) }
      }.filter { !["requestId", "wait", "waitTimeoutMs"].contains($0.key) }
      shapes[name] = (schema, examples[name] ?? .object(JSONObject(example)))
      names.append(name)
    }
    methods = names
    self.shapes = shapes
    let schemas = schemas
    places = names.flatMap { name in
      Walk(method: name, schemas: schemas).places(in: shapes[name]?.schema ?? [:])
    }
  }

  /// Returns the parameters of the method's first example, or the minimum that the schema requires, with
  /// `value` at the place.
  package func parameters(for place: SchemaPlace, holding value: JSON) -> JSON {
    guard let shape = shapes[place.method] else { return [:] }
    return filled(shape.schema, place.steps[...], value, shape.example)
  }

  /// Returns the parameters of the method's first example.
  package func example(of method: String) -> JSON { shapes[method]?.example ?? [:] }

  private func filled(
    _ schema: JSON, _ steps: ArraySlice<SchemaPlace.Step>, _ value: JSON, _ base: JSON?
  ) -> JSON {
    guard let step = steps.first else { return value }
    let schema = resolved(schema, schemas)
    let rest = steps.dropFirst()
    switch step {
    case .alternative(let index):
      let one = resolved(alternatives(of: schema)[index], schemas)
      return filled(one, rest, value, base.flatMap { fits($0, one) ? $0 : nil })
    case .item:
      return .array([filled(schema["items"] ?? [:], rest, value, base?[0])])
    case .member(let name):
      var object = (base?.objectValue ?? sample(of: schema).objectValue) ?? [:]
      for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      where object[name] == nil {
        object[name] = sample(of: schema["properties"]?[name] ?? [:])
      }
      object[name] = filled(schema["properties"]?[name] ?? [:], rest, value, object[name])
      return .object(object)
    }
  }

  /// Returns true if an example's object matches this alternative: its members have the fixed values.
  private func fits(_ value: JSON, _ schema: JSON) -> Bool {
    guard let object = value.objectValue, let properties = schema["properties"]?.objectValue else {
      return false
    }
    return object.members.allSatisfy { member in
      guard let schema = properties[member.key] else { return false }
      let allowed = schema["enum"]?.arrayValue ?? schema["const"].map { [$0] }
      return allowed?.contains(member.value) ?? true
    }
  }

  /// Returns the smallest value that fits.
  private func sample(of schema: JSON) -> JSON {
    let schema = resolved(schema, schemas)
    if let fixed = schema["const"] ?? schema["enum"]?[0] { return fixed }
    if let first = alternatives(of: schema).first { return sample(of: first) }
    switch types(of: schema).first {
    case "string": return "x"
    case "integer", "number": return 1
    case "boolean": return true
    case "array": return []
    case "object":
      let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
      return .object(
        JSONObject(
          required.map { .init(key: $0, value: sample(of: schema["properties"]?[$0] ?? [:])) }))
    default: return .null
    }
  }
}

/// A search for the places of one method.
private struct Walk {
  let method: String
  let schemas: JSON

  func places(in schema: JSON, at steps: [SchemaPlace.Step] = []) -> [SchemaPlace] {
    // A schema that contains itself would never end.
    guard steps.count < 8 else { return [] }
    let schema = resolved(schema, schemas)
    let alternatives = alternatives(of: schema)
    guard alternatives.isEmpty else {
      return alternatives.enumerated().flatMap {
        places(in: $0.element, at: steps + [.alternative($0.offset)])
      }
    }
    func place(_ kind: SchemaPlace.Kind) -> [SchemaPlace] {
      // The parameters as a whole are not a place.
      steps.isEmpty ? [] : [SchemaPlace(method: method, kind: kind, steps: steps)]
    }
    let types = types(of: schema)
    if types.isEmpty, schema["const"] == nil, schema["enum"] == nil { return place(.anything) }
    return types.flatMap { type -> [SchemaPlace] in
      switch type {
      case "string": return place(.text)
      case "integer", "number": return place(.number)
      case "array":
        return place(.list) + places(in: schema["items"] ?? [:], at: steps + [.item])
      case "object":
        let members = schema["properties"]?.objectValue?.members ?? []
        return place(.map)
          + members.flatMap { places(in: $0.value, at: steps + [.member($0.key)]) }
      default: return []
      }
    }
  }
}

private func resolved(_ schema: JSON, _ schemas: JSON) -> JSON {
  let schema = schema["allOf"]?[0] ?? schema
  guard let reference = schema["$ref"]?.stringValue else { return schema }
  return schemas[reference.split(separator: "/").last.map(String.init) ?? ""] ?? [:]
}

private func alternatives(of schema: JSON) -> [JSON] {
  (schema["oneOf"] ?? schema["anyOf"])?.arrayValue ?? []
}

private func types(of schema: JSON) -> [String] {
  guard let type = schema["type"] else { return [] }
  return (type.arrayValue ?? [type]).compactMap(\.stringValue)
}
