import JSONCodec

/// The reason why a document cannot be read as an interface of the bridge.
package struct DocumentError: Error, Equatable, CustomStringConvertible {
  /// The location and the fault: `methods[3].params[0]: there is no schema`.
  package let description: String
}

extension APIModel {
  /// Reads an OpenRPC document as printed by `altcraft-bridge schema`. `digest` is the digest of its bytes.
  package init(document bytes: [UInt8], digest: String) throws(DocumentError) {
    let root: JSON
    do throws(JSONError) {
      root = try JSONParser.parse(bytes, limits: .document).value
    } catch .malformed(let offset) {
      throw DocumentError(description: "the document is not JSON at byte \(offset)")
    } catch {
      throw DocumentError(description: "the document is too large, or nested too deeply")
    }
    let reader = DocumentReader(root: root)
    title = try reader.text("info.title")
    version = try reader.text("info.version")
    description = try reader.text("info.description")
    self.digest = digest
    let declared = try reader.members("components.schemas").map {
      name, schema throws(DocumentError) in
      NamedType(
        name: name, summary: schema["description"]?.stringValue ?? "",
        type: try DataType(schema, at: "components.schemas.\(name)"))
    }
    types = declared.flatMap(\.named)
    try Self.check(types)
    let errorKinds = reader.codes()
    func functions(_ path: String) throws(DocumentError) -> [Function] {
      try reader.list(path).enumerated().filter { $1["x-alias-of"] == nil }
        .map { index, object throws(DocumentError) in
          try Function(object, at: "\(path)[\(index)]", reasons: errorKinds)
        }
    }
    methods = try functions("methods")
    aliases = try reader.list("methods").compactMap { object in
      guard let name = object["name"]?.stringValue, let method = object["x-alias-of"]?.stringValue
      else { return nil }
      return (name, method)
    }
    notifications = try functions("x-notifications")
    callbacks = try functions("x-callbacks")
    errors = try reader.list("x-errors").map { object throws(DocumentError) in
      try ErrorKind(object, in: root)
    }
    events = try reader.list("x-events").map { object throws(DocumentError) in
      try EventKind(object)
    }
  }
}

extension APIModel {
  /// Rejects types that no language can declare: two types with one name, and a type that is only another
  /// name, or a list, of itself.
  private static func check(_ types: [NamedType]) throws(DocumentError) {
    var declared: [String: DataType] = [:]
    for type in types {
      guard declared.updateValue(type.type, forKey: type.name) == nil else {
        throw DocumentError(description: "components.schemas: two types are named \(type.name)")
      }
    }
    // The names whose references end. Each reference is followed once.
    var ending: Set<String> = []
    for type in types {
      var seen: Set = [type.name]
      var rest = type.type
      while let name = rest.alias, !ending.contains(name), let next = declared[name] {
        guard seen.insert(name).inserted else {
          throw DocumentError(
            description: "components.schemas.\(type.name): $ref refers to itself")
        }
        rest = next
      }
      ending.formUnion(seen)
    }
  }
}

extension DataType {
  /// The name of the type that this is an alias or a list of.
  fileprivate var alias: String? {
    switch self {
    case .named(let name): name
    case .optional(let type), .list(let type): type.alias
    default: nil
    }
  }
}

extension JSONLimits {
  /// Limits far above the size of the document.
  fileprivate static let document = JSONLimits(
    depth: 64, objectMembers: 10_000, stringBytes: 1 << 20)
}

private struct DocumentReader {
  let root: JSON

  func value(_ path: String) -> JSON? {
    path.split(separator: ".").reduce(Optional(root)) { value, name in value?[String(name)] }
  }

  func text(_ path: String) throws(DocumentError) -> String {
    guard let text = value(path)?.stringValue else {
      throw DocumentError(description: "\(path): the text is missing")
    }
    return text
  }

  func list(_ path: String) throws(DocumentError) -> [JSON] {
    guard let list = value(path)?.arrayValue else {
      throw DocumentError(description: "\(path): the list is missing")
    }
    return list
  }

  func members(_ path: String) throws(DocumentError) -> [(String, JSON)] {
    guard let object = value(path)?.objectValue else {
      throw DocumentError(description: "\(path): the object is missing")
    }
    return object.members.map { ($0.key, $0.value) }
  }

  /// Returns the names in `components.errors`, by which methods refer to them.
  func codes() -> Set<String> {
    Set(value("components.errors")?.objectValue?.keys ?? [])
  }
}

extension Function {
  fileprivate init(_ object: JSON, at path: String, reasons: Set<String>) throws(DocumentError) {
    guard let name = object["name"]?.stringValue, let result = object["result"]?["schema"],
      let params = object["params"]?.arrayValue
    else { throw DocumentError(description: "\(path): a name, params or a result is missing") }
    self.name = name
    summary = object["summary"]?.stringValue ?? ""
    details = object["description"]?.stringValue ?? ""
    parameters = try params.map { param throws(DocumentError) in
      guard let name = param["name"]?.stringValue, let schema = param["schema"] else {
        throw DocumentError(description: "\(path): a parameter without a name or a schema")
      }
      return APIField(
        name: name, summary: param["summary"]?.stringValue ?? "",
        type: try DataType(schema, at: "\(path).\(name)"),
        isRequired: param["required"]?.boolValue ?? false,
        format: schema["format"]?.stringValue)
    }
    self.result = try DataType(result, at: "\(path).result")
    failures = (object["errors"]?.arrayValue ?? []).compactMap { error in
      error["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    }.filter(reasons.contains)
    isDurable = object["x-durable"]?.boolValue ?? false
  }
}

extension ErrorKind {
  fileprivate init(_ object: JSON, in root: JSON) throws(DocumentError) {
    guard let code = object["code"]?.intValue, let reason = object["reason"]?.stringValue,
      let isRetryable = object["retryable"]?.boolValue
    else { throw DocumentError(description: "x-errors: code, reason or retryable is missing") }
    let component = root["components"]?["errors"]?[reason]
    self.code = code
    self.reason = reason
    self.isRetryable = isRetryable
    message = component?["message"]?.stringValue ?? ""
    data = (component?["data"]?.objectValue?.members ?? [])
      .filter { $0.key != "reason" && $0.key != "retryable" }
      .map { member in
        APIField(
          name: member.key, summary: "", type: DataType(of: member.value), isRequired: false,
          format: nil)
      }
  }
}

extension EventKind {
  fileprivate init(_ object: JSON) throws(DocumentError) {
    guard let code = object["code"]?.intValue, let name = object["name"]?.stringValue,
      let kind = object["class"]?.stringValue, let value = object["value"]
    else { throw DocumentError(description: "x-events: code, name, class or value is missing") }
    self.code = code
    self.name = name
    self.kind = kind
    legacyCode = object["legacyCode"]?.intValue
    meaning = object["meaning"]?.stringValue ?? ""
    note = object["note"]?.stringValue
    isEmitted = object["emitted"]?.boolValue ?? true
    self.value = try DataType(value, at: "x-events.\(name)")
  }
}
