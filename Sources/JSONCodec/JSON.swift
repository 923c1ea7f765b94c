/// A JSON value as written: members in order, numbers digit for digit.
@usableFromInline package enum JSON: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

extension JSON {
  @usableFromInline package var isNull: Bool { if case .null = self { true } else { false } }
  package var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  package var numberValue: JSONNumber? { if case .number(let value) = self { value } else { nil } }
  package var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
  package var objectValue: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The object, also an empty one that was written as an empty array: PHP and Lua do not distinguish them.
  @usableFromInline package var lenientObjectValue: JSONObject? {
    if case .array(let elements) = self, elements.isEmpty { return [:] }
    return objectValue
  }
  package var intValue: Int? { numberValue?.int64.map(Int.init) }

  /// The member `key` of an object; nil if the member is missing or the value is not an object.
  package subscript(key: String) -> JSON? { objectValue?[key] }

  /// The element at `index` of an array; nil beyond its end or if the value is not an array.
  package subscript(index: Int) -> JSON? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The name of this kind of value for people, as in "expected string, got an array".
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// Equality as written: the same digits, and members in the same order. See `canonical` for equality of
/// meaning.
extension JSON: Equatable {
  @usableFromInline package static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  @usableFromInline package init(stringLiteral value: String) { self = .string(value) }
  @usableFromInline package init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
  @usableFromInline package init(booleanLiteral value: Bool) { self = .bool(value) }
  @usableFromInline package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  @usableFromInline package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
  @usableFromInline package init(nilLiteral: ()) { self = .null }
}

extension JSON {
  @inlinable
  package static func int(_ value: some BinaryInteger) -> JSON { .number(JSONNumber(value)) }
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  package static func optional(_ value: (some BinaryInteger)?) -> JSON {
    value.map { .int($0) } ?? .null
  }
}

/// The members of an object in their original order. Keys are compared as UTF-8 bytes, never by Unicode
/// equivalence: "é" and "e" + accent are two keys.
@usableFromInline package struct JSONObject: Sendable {
  @usableFromInline package struct Member: Sendable {
    package let key: String
    package var value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  package private(set) var members: [Member]

  /// A key that occurs twice. The parser keeps both members: only its caller knows which error to report.
  package let duplicateKey: String?

  package init(_ members: [Member], duplicateKey: String? = nil) {
    self.members = members
    self.duplicateKey = duplicateKey
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  /// The first member with that key. Setting nil removes it; setting a new key appends it.
  package subscript(key: String) -> JSON? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    for index in members.indices where members[index].key.hasSameBytes(as: key) { return index }
    return nil
  }
}

// Texts with duplicate members come from the platform, whose answers are accepted all the same.
extension JSON {
  /// The value with the first member of each key only, at every depth.
  package var withoutDuplicates: JSON {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements): .array(elements.map(\.withoutDuplicates))
    case .object(let object):
      .object(object.withoutDuplicates)
    }
  }
}

extension JSONObject {
  package var withoutDuplicates: JSONObject {
    var keys: Set<[UInt8]> = []
    return JSONObject(
      members.filter { duplicateKey == nil || keys.insert(Array($0.key.utf8)).inserted }
        .map { Member(key: $0.key, value: $0.value.withoutDuplicates) })
  }
}

extension JSONObject: Equatable {
  @usableFromInline package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.count == right.members.count
      && zip(left.members, right.members).allSatisfy {
        $0.key.hasSameBytes(as: $1.key) && $0.value == $1.value
      }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  @usableFromInline package init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension String {
  /// Compares the bytes. Swift's `==` treats strings as equal that differ in Unicode normalization; a wire
  /// protocol must not.
  package func hasSameBytes(as other: String) -> Bool {
    // Equal representations have equal bytes. Most keys that are equal are so short that their
    // representations are equal too.
    let (left, right) = (
      unsafeBitCast(self, to: SIMD2<UInt64>.self), unsafeBitCast(other, to: SIMD2<UInt64>.self)
    )
    if left == right { return true }
    guard utf8.count == other.utf8.count else { return false }
    return withBytes { one in other.withBytes { one.hasSameBytes(as: $0) } }
  }
  /// The first eight bytes as a number that sorts like them.
  var prefix8: UInt64 {
    withBytes { bytes in
      if bytes.count >= 8 { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
      var prefix: UInt64 = 0
      for index in 0..<bytes.count { prefix |= UInt64(bytes[index]) << UInt64(56 - index * 8) }
      return prefix
    }
  }
}
