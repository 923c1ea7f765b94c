extension APIModel {
  /// The types, each with a description. A type without one is described by its use.
  package var describedTypes: [NamedType] {
    let uses = uses
    return types.map { named in
      var type = named.type
      if case .record(let fields) = type { type = .record(fields.map(\.described)) }
      let summary = named.summary.isEmpty ? uses[named.name] ?? "" : named.summary
      return NamedType(name: named.name, summary: summary, type: type)
    }
  }

  /// A description of each mentioned type by its use: `The result of outbox.get.` The first use counts, in the
  /// order of this function. It visits each mention once, because a document may have thousands of types.
  private var uses: [String: String] {
    var uses: [String: String] = [:]
    func add(_ type: DataType, _ use: (String) -> String) {
      for name in type.mentioned where uses[name] == nil { uses[name] = use(name) }
    }

    let answers = Self.owners(methods.map { ($0.name, $0.result) })
    for method in methods {
      let what = method.result.isList ? "An element of the result of" : "The result of"
      add(method.result) { "\(what) \(Self.list(answers[$0] ?? [], "or"))." }
    }
    for callback in callbacks { add(callback.result) { _ in "The answer to \(callback.name)." } }
    for function in methods + callbacks {
      for field in function.parameters { add(field.type) { _ in field.use(of: function.name) } }
    }
    let emitted = events.filter(\.isEmitted)
    let carriers = Self.owners(emitted.map { ($0.name, $0.value) })
    for event in emitted {
      add(event.value) { "The value of \(Self.list(carriers[$0] ?? [], "and"))." }
    }
    for type in types {
      guard case .record(let fields) = type.type else { continue }
      for field in fields { add(field.type) { _ in field.use(of: type.name) } }
    }
    for type in types {
      for name in type.type.mentioned where name != type.name && uses[name] == nil {
        uses[name] = "A form of \(type.name)."
      }
    }
    return uses
  }

  /// Returns, for each mentioned type, the names of the owners that mention it.
  private static func owners(_ types: [(owner: String, type: DataType)]) -> [String: [String]] {
    var owners: [String: [String]] = [:]
    for (owner, type) in types {
      for name in Set(type.mentioned) { owners[name, default: []].append(owner) }
    }
    return owners
  }

  private static func list(_ names: [String], _ conjunction: String) -> String {
    switch names.count {
    case 1: names[0]
    case 2: "\(names[0]) \(conjunction) \(names[1])"
    default:
      "\(names[0]), \(names[1]) \(conjunction) \(conjunction == "and" ? "others" : "another")"
    }
  }
}

extension APIField {
  /// Describes a type as a member of its owner: `One of the cats of pushSubscribe.`
  fileprivate func use(of owner: String) -> String {
    "\(type.unwrapped.isList ? "One of the" : "The") \(name) of \(owner)."
  }

  /// The field with a description of the format of its text.
  fileprivate var described: APIField {
    guard format == "date-time" else { return self }
    let summary = [summary, "A time in ISO 8601, UTC."].filter { !$0.isEmpty }
    return APIField(
      name: name, summary: summary.joined(separator: " "), type: type, isRequired: isRequired,
      format: format)
  }
}

extension DataType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// The names of the types that this type is, lists or has as variants.
  fileprivate var mentioned: [String] {
    switch self {
    case .named(let name): [name]
    case .list(let type), .optional(let type), .dictionary(let type): type.mentioned
    case .union(let types): types.flatMap(\.mentioned)
    default: []
    }
  }
}
