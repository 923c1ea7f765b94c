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
          object.sorted.map { JSONObject.Member(key: $0.key, value: $0.value.canonical) }))
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
    object.forEachSorted { index in
      guard isMeant(object.members[index]) else { return }
      key(object.members[index].key)
      canonical(object.members[index].value)
    }
    endObject()
  }
}

extension JSONObject {
  fileprivate var sorted: [Member] {
    var sorted: [Member] = []
    sorted.reserveCapacity(count)
    forEachSorted { sorted.append(members[$0]) }
    return sorted
  }

  /// The indices of the members in the order of their keys; those of one key stay in theirs.
  fileprivate func forEachSorted(_ body: (Int) -> Void) {
    // The first eight bytes decide nearly always.
    typealias Place = (prefix: UInt64, index: Int)
    withUnsafeTemporaryAllocation(of: Place.self, capacity: members.count) { memory in
      var places = memory
      func isBefore(_ one: Place, _ other: Place) -> Bool {
        guard one.prefix == other.prefix else { return one.prefix < other.prefix }
        return members[one.index].key.utf8
          .lexicographicallyPrecedes(members[other.index].key.utf8)
      }
      for index in members.indices {
        places.initializeElement(at: index, to: (members[index].key.prefix8, index))
      }
      // Sorting takes memory; few members are put in order by moving each to its place.
      if members.count > 16 {
        places.sort(by: isBefore)
      } else {
        for index in places.indices.dropFirst() {
          var place = index
          while place > 0, isBefore(places[place], places[place - 1]) {
            places.swapAt(place, place - 1)
            place -= 1
          }
        }
      }
      for place in places { body(place.index) }
    }
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
