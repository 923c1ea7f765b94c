extension JSON {
  /// One spelling for all documents of the same meaning: members sorted by the bytes of their keys,
  /// numbers by value. What two calls are compared by.
  package var canonical: JSON {
    switch self {
    case .null, .bool, .string: self
    case .number(let number): .number(number.canonical)
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let object):
      .object(
        JSONObject(
          object.members
            .map { JSONObject.Member(key: $0.key, value: $0.value.canonical) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }))
    }
  }
}

extension JSONNumber {
  /// Integers of 64 bits by their digits, all else by the nearest double, so `1.0`, `1` and `10e-1` agree.
  fileprivate var canonical: JSONNumber {
    if let value = int64 { return JSONNumber(value) }
    if let value = uint64 { return JSONNumber(value) }
    guard let value = double, let number = JSONNumber(value) else { return self }
    return number
  }
}
