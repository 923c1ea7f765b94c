extension Interface {
  /// The types, each with a description: of one that has none, what it is used for.
  package var describedTypes: [NamedType] {
    types.map { named in
      var type = named.type
      if case .record(let fields) = type { type = .record(fields.map(\.described)) }
      let summary = named.summary.isEmpty ? use(of: named.name) ?? "" : named.summary
      return NamedType(name: named.name, summary: summary, type: type)
    }
  }

  /// `What outbox.get answers.`
  private func use(of name: String) -> String? {
    let answered = methods.filter { $0.result.mentions(name) }
    if let first = answered.first {
      let what = first.result.isList ? "One of those that" : "What"
      return "\(what) \(Self.list(answered.map(\.name), "or")) answers."
    }
    if let callback = callbacks.first(where: { $0.result.mentions(name) }) {
      return "What \(callback.name) is answered."
    }
    for function in methods + callbacks {
      if let parameter = function.parameters.first(where: { $0.type.mentions(name) }) {
        return parameter.use(of: function.name)
      }
    }
    let events = events.filter { $0.isEmitted && $0.value.mentions(name) }.map(\.name)
    if !events.isEmpty { return "The value of \(Self.list(events, "and"))." }
    for type in types {
      guard case .record(let fields) = type.type else { continue }
      if let field = fields.first(where: { $0.type.mentions(name) }) {
        return field.use(of: type.name)
      }
    }
    return types.first { $0.name != name && $0.type.mentions(name) }.map {
      "A form of \($0.name)."
    }
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

extension Field {
  /// `One of the cats of pushSubscribe.`
  fileprivate func use(of owner: String) -> String {
    "\(type.unwrapped.isList ? "One of the" : "The") \(name) of \(owner)."
  }

  /// The same, and what its text looks like.
  fileprivate var described: Field {
    guard format == "date-time" else { return self }
    let summary = [summary, "A time in ISO 8601 and UTC."].filter { !$0.isEmpty }
    return Field(
      name: name, summary: summary.joined(separator: " "), type: type, isRequired: isRequired,
      format: format)
  }
}

extension DataType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// Whether that type is this one, or what this is a list of, or one of its variants.
  fileprivate func mentions(_ name: String) -> Bool {
    switch self {
    case .named(let other): other == name
    case .list(let type), .optional(let type): type.mentions(name)
    case .union(let types): types.contains { $0.mentions(name) }
    default: false
    }
  }
}
