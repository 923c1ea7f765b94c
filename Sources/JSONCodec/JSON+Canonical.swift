extension JSON {
  /// The form that all documents of the same meaning share: members sorted by the bytes of their keys,
  /// numbers by value. Calls are compared by it.
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
  /// Writes the canonical form of a value without creating that value.
  package mutating func canonical(_ json: JSON) {
    switch json {
    case .null, .bool, .string: value(json)
    case .number(let number): self.number(number.canonical)
    case .array(let elements):
      beginArray()
      for element in elements { canonical(element) }
      endArray()
    case .object(let object): sorted(object) { _ in true }
    }
  }

  /// Writes the canonical form of an object, without the members that are null and those for which
  /// `isLeftOut` is true.
  package mutating func canonical(_ object: JSONObject, without isLeftOut: (String) -> Bool) {
    sorted(object) { !$0.value.isNull && !isLeftOut($0.key) }
  }

  private mutating func sorted(
    _ object: JSONObject, where isMeant: (borrowing JSONObject.Member) -> Bool
  ) {
    beginObject()
    object.forEachSorted { member in
      guard isMeant(member) else { return }
      key(member.key)
      canonical(member.value)
    }
    endObject()
  }
}

extension JSONObject {
  fileprivate var sorted: [Member] {
    var sorted: [Member] = []
    sorted.reserveCapacity(count)
    forEachSorted { sorted.append(copy $0) }
    return sorted
  }

  /// Calls `body` for the members in the order of their keys; members with the same key keep their order.
  fileprivate func forEachSorted(_ body: (borrowing Member) -> Void) {
    members.withUnsafeBufferPointer { members in
      // The first eight bytes nearly always decide.
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
        // Sorting allocates memory; few members are sorted by insertion.
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
        for place in places { body(members[place.index]) }
      }
    }
  }
}

extension JSONNumber {
  /// The form that all spellings of a value share: `1.0`, `1` and `10e-1` agree, 2^64 and 2^64 + 1 do not.
  ///
  /// Integers of 64 bits are written with their digits. Other numbers are written as their nearest double if
  /// that text means exactly this number, otherwise digit for digit.
  fileprivate var canonical: JSONNumber {
    // Up to 18 digits fit into 64 bits, and the grammar has no second way to write them.
    if text.utf8.count <= 18, isInteger { return text == "-0" ? JSONNumber(0) : self }
    guard let decimal = Decimal(text) else { return self }
    if let integer = decimal.integer { return integer }
    if let double, let nearest = JSONNumber(double), Decimal(nearest.text) == decimal {
      return nearest
    }
    return JSONNumber(checkedText: decimal.text)
  }
}

/// A number as a sign, significant digits and a power of ten. Each value has exactly one such form.
private struct Decimal: Equatable {
  private var isNegative = false
  /// The significant digits, without zeros at either end; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0

  /// Parses `text`, which follows the grammar of RFC 8259. Returns nil if the exponent has more than 15
  /// digits: no other spelling of such a number fits into a message, unless its exponent is as long.
  init?(_ text: String) {
    var fractionDigits = 0
    var isFraction = false
    var bytes = text.utf8[...]
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    digits.reserveCapacity(bytes.count)
    while let byte = bytes.first, byte | 0x20 != UInt8(ascii: "e") {
      bytes = bytes.dropFirst()
      guard byte != UInt8(ascii: ".") else {
        isFraction = true
        continue
      }
      if isFraction { fractionDigits += 1 }
      if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
    }
    if digits.isEmpty {
      // Zero is the same number with any exponent.
      isNegative = false
      return
    }
    guard let written = Self.exponent(bytes.dropFirst()) else { return nil }
    let count = digits.count
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    exponent = written - fractionDigits + (count - digits.count)
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let isSigned = isNegative || text.first == UInt8(ascii: "+")
    let significant = (isSigned ? text.dropFirst() : text).drop { $0 == UInt8(ascii: "0") }
    guard significant.count <= 15, let magnitude = Int("0" + String(Substring(significant))) else {
      return nil
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The number if it is an integer of 64 bits; nil otherwise.
  var integer: JSONNumber? {
    // 2^64 has 20 digits.
    guard exponent >= 0, digits.count + exponent <= 20 else { return nil }
    let text =
      (isNegative ? "-" : "") + (digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self))
      + String(repeating: "0", count: exponent)
    let number = JSONNumber(checkedText: text)
    return number.int64 != nil || number.uint64 != nil ? number : nil
  }

  var text: String {
    (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
  }
}
