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
          object.sortedIndices.map {
            let member = object.members[$0]
            return JSONObject.Member(key: member.key, value: member.value.canonical)
          }))
    }
  }
}

extension JSONWriter {
  /// Writes what `canonical` is, without making it.
  package mutating func canonical(_ json: JSON) {
    switch json {
    case .null, .bool, .string: value(json)
    case .number(let number): self.number(number.canonical)
    case .array(let elements):
      beginArray()
      for element in elements { canonical(element) }
      endArray()
    case .object(let object): canonical(object) { _ in true }
    }
  }

  /// The same of those members of the object that are to be written.
  package mutating func canonical(
    _ object: JSONObject, where isMeant: (JSONObject.Member) -> Bool
  ) {
    beginObject()
    for index in object.sortedIndices where isMeant(object.members[index]) {
      key(object.members[index].key)
      canonical(object.members[index].value)
    }
    endObject()
  }
}

extension JSONObject {
  /// Those of the members in the order of their keys; members of one key stay in theirs.
  fileprivate var sortedIndices: [Int] {
    // Sorted by the first eight bytes, which decide nearly always.
    let prefixes = members.map(\.key.sortingPrefix)
    return members.indices.sorted { one, other in
      guard prefixes[one] == prefixes[other] else { return prefixes[one] < prefixes[other] }
      return members[one].key.utf8.lexicographicallyPrecedes(members[other].key.utf8)
    }
  }
}

extension String {
  /// The first eight bytes as a number that is smaller for what comes earlier.
  fileprivate var sortingPrefix: UInt64 {
    var prefix: UInt64 = 0
    for (index, byte) in utf8.prefix(8).enumerated() { prefix |= UInt64(byte) << (56 - index * 8) }
    return prefix
  }
}

extension JSONNumber {
  /// Integers of 64 bits by their digits, all else by the nearest double, so `1.0`, `1` and `10e-1` agree.
  fileprivate var canonical: JSONNumber {
    if isInteger {
      // Up to 18 digits fit, and the grammar has no second way to write them.
      if text.utf8.count <= 18, text != "-0" { return self }
      if let value = int64 { return JSONNumber(value) }
      if let value = uint64 { return JSONNumber(value) }
    }
    guard let value = double, let number = JSONNumber(value) else { return self }
    return number
  }
}
