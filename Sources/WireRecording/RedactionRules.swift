import JSONCodec

/// The redaction rules of an interface, from the `x-secret` marks of its OpenRPC document.
package struct RedactionRules: Sendable {
  /// The redaction rule for the values that a schema allows.
  struct Mark: Sendable {
    var isSecret = false
    /// True if the document marks the value as secret. Otherwise the value is only treated like a secret.
    var isMarked = false
    /// True if any value is allowed: nothing is known of its content.
    var isOpen = false
    var isText = false
    /// The only allowed texts, if the schema lists them.
    var words: Set<String> = []
    var members: [String: Mark] = [:]
    /// The rule for the elements of a list.
    var elements: [Mark] = []

    /// True if a secret can be here or inside. A value that the schema does not allow here then counts as a
    /// secret.
    var holdsSecret: Bool {
      isSecret || members.values.contains(where: \.holdsSecret)
        || elements.contains(where: \.holdsSecret)
    }

    static let open = Mark(isOpen: true)
    static let secret = Mark(isSecret: true)
  }

  struct Method: Sendable {
    let parameters: [(name: String, mark: Mark)]
    let result: Mark
  }

  /// The methods by name: those that the client sends, and those that the server sends.
  let ofClient: [String: Method]
  let ofServer: [String: Method]
  private let names: Set<String>
  private let harmlessNames: Set<String>

  package init(document: JSON) {
    var reader = Reader(definitions: document["components"]?["schemas"]?.objectValue ?? [:])
    ofClient = reader.methods(document, in: ["methods", "x-client-notifications"])
    ofServer = reader.methods(document, in: ["x-notifications", "x-callbacks"])
    names = reader.names
    harmlessNames = reader.harmlessNames
  }

  private static let suspicious = [
    "token", "jwt", "secret", "password", "passwd", "authorization", "credential", "apikey",
    "bearer",
  ]

  /// Returns whether a member without a schema counts as a secret because of its name.
  func isSecret(_ name: String) -> Bool {
    // The platform writes names with underscores: subscription_id.
    let name = name.lowercased().filter { $0 != "_" && $0 != "-" }
    guard !harmlessNames.contains(name) else { return false }
    return names.contains(name) || Self.suspicious.contains { name.contains($0) }
  }
}

extension RedactionRules {
  private struct Reader {
    let definitions: JSONObject
    var names: Set<String> = []
    var harmlessNames: Set<String> = []
    /// The named schemas being read. A schema that contains itself is not read a second time.
    var path: Set<String> = []

    init(definitions: JSONObject) { self.definitions = definitions }

    mutating func methods(_ document: JSON, in lists: [String]) -> [String: Method] {
      var methods: [String: Method] = [:]
      for item in lists.flatMap({ document[$0]?.arrayValue ?? [] }) {
        var parameters: [(String, Mark)] = []
        for parameter in item["params"]?.arrayValue ?? [] {
          let name = parameter["name"]?.stringValue ?? ""
          parameters.append((name, member(name, parameter["schema"] ?? [:])))
        }
        methods[item["name"]?.stringValue ?? ""] = Method(
          parameters: parameters, result: mark(item["result"]?["schema"] ?? [:]))
      }
      return methods
    }

    private mutating func member(_ name: String, _ schema: JSON) -> Mark {
      switch schema["x-secret"] {
      // The name of a value of any type is too general to indicate a secret elsewhere.
      case .bool(true) where schema["type"] != nil: names.insert(name.lowercased())
      case .bool(false): harmlessNames.insert(name.lowercased())
      default: break
      }
      return mark(schema)
    }

    private mutating func mark(_ schema: JSON) -> Mark {
      if schema["x-secret"] == true { return Mark(isSecret: true, isMarked: true) }
      if let reference = schema["$ref"]?.stringValue { return named(reference) }
      let variants = ["oneOf", "anyOf", "allOf"].flatMap { schema[$0]?.arrayValue ?? [] }
      if !variants.isEmpty {
        return variants.reduce(into: Mark()) { $0.add(mark($1)) }
      }
      if let word = schema["const"] { return Mark(words: [word.stringValue ?? ""]) }
      if let words = schema["enum"]?.arrayValue {
        return Mark(words: Set(words.compactMap(\.stringValue)))
      }
      let types = schema["type"]?.arrayValue ?? [schema["type"]].compactMap(\.self)
      return types.isEmpty
        ? .open : types.reduce(into: Mark()) { $0.add(mark(of: $1.stringValue ?? "", schema)) }
    }

    private mutating func mark(of type: String, _ schema: JSON) -> Mark {
      switch type {
      case "string": return Mark(isText: true)
      case "array": return Mark(elements: [schema["items"].map { mark($0) } ?? .open])
      case "object":
        guard let properties = schema["properties"]?.objectValue else { return .open }
        // An object that later versions may extend is not open: this version writes only what it names.
        var mark = Mark()
        for one in properties.members { mark.members[one.key] = member(one.key, one.value) }
        return mark
      default: return Mark()
      }
    }

    private mutating func named(_ reference: String) -> Mark {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard reference.hasPrefix("#/components/schemas/"), let schema = definitions[name],
        path.insert(name).inserted
      else { return .open }
      defer { path.remove(name) }
      return mark(schema)
    }
  }
}

extension RedactionRules.Mark {
  /// Merges another rule: the result allows the values of both.
  fileprivate mutating func add(_ other: Self) {
    isSecret = isSecret || other.isSecret
    isMarked = isMarked || other.isMarked
    isOpen = isOpen || other.isOpen
    isText = isText || other.isText
    words.formUnion(other.words)
    members.merge(other.members) { one, other in
      var both = one
      both.add(other)
      return both
    }
    switch (elements.first, other.elements.first) {
    case (var one?, let other?):
      one.add(other)
      elements = [one]
    case (nil, _): elements = other.elements
    case (_, nil): break
    }
  }
}
