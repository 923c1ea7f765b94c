extension Interface {
  /// The types, each with a description. A type without one is described by its use.
  package var describedTypes: [NamedType] {
    types.map { named in
      var type = named.type
      if case .record(let fields) = type { type = .record(fields.map(\.described)) }
      let summary = named.summary.isEmpty ? use(of: named.name) ?? "" : named.summary
      return NamedType(name: named.name, summary: summary, type: type)
    }
  }

  /// Describes a type by its use: `What outbox.get answers.`
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
  /// Describes a type as a member of its owner: `One of the cats of pushSubscribe.`
  fileprivate func use(of owner: String) -> String {
    "\(type.unwrapped.isList ? "One of the" : "The") \(name) of \(owner)."
  }

  /// The field with a description of the format of its text.
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

  /// Returns whether this type is the one with that name, a list of it, or has it as a variant.
  fileprivate func mentions(_ name: String) -> Bool {
    switch self {
    case .named(let other): other == name
    case .list(let type), .optional(let type): type.mentions(name)
    case .union(let types): types.contains { $0.mentions(name) }
    default: false
    }
  }
}
