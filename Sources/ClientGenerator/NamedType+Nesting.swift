extension NamedType {
  /// The type and the types within it. Each record gets its own name, because not every language has records
  /// without one.
  var named: [NamedType] {
    var inner: [NamedType] = []
    let type: DataType
    switch self.type {
    case .record(let fields):
      type = .record(
        fields.map { field in
          APIField(
            name: field.name, summary: field.summary,
            type: field.type.named(name + field.name.typeName, field.summary, &inner),
            isRequired: field.isRequired, format: field.format)
        })
    case .union(let types): type = .union(types.map { $0.named(ofUnion: name, &inner) })
    case .optional(.union(let types)):
      type = .optional(.union(types.map { $0.named(ofUnion: name, &inner) }))
    case let other: type = other.named(name, "", &inner)
    }
    return [NamedType(name: name, summary: summary, type: type)] + inner
  }
}

extension DataType {
  /// Returns the type without unnamed records. These get `name` and are added to `inner`. The value of a
  /// member is described by `summary`, the description of the member.
  fileprivate func named(_ name: String, _ summary: String, _ inner: inout [NamedType]) -> DataType
  {
    switch self {
    case .record:
      inner += NamedType(name: name, summary: summary, type: self).named
      return .named(name)
    case .list(let element): return .list(element.named(name, "", &inner))
    case .dictionary(let element): return .dictionary(element.named(name, "", &inner))
    case .optional(let type): return .optional(type.named(name, summary, &inner))
    case .union(let types): return .union(types.map { $0.named(ofUnion: name, &inner) })
    default: return self
    }
  }

  /// Returns the type as a variant of a union. The members of a variant distinguish it from the others.
  fileprivate func named(ofUnion name: String, _ inner: inout [NamedType]) -> DataType {
    guard case .record(let fields) = self else { return named(name, "", &inner) }
    return named(name + fields.map(\.name.typeName).joined(), "", &inner)
  }
}
