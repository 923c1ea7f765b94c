/// A scanner of JSON text that creates no values. It checks an object as `JSONParser` does, and returns the place of
/// each value.
///
/// It reads what nearly all clients write. Anything else, such as an escape, a duplicate member, an exponent or an
/// error, fails the scan: the caller then uses `JSONParser`, which reads everything.
@usableFromInline package struct JSONScanner: ~Copyable {
  /// The place of a value in the text.
  @usableFromInline package struct Value: Sendable {
    @usableFromInline package enum Kind: Sendable {
      case null, bool, number, string, array, object
      /// An object without an object or an array in it.
      case flatObject
    }

    // No more than four members: these are returned in registers.
    @usableFromInline package let kind: Kind
    @usableFromInline package let start: Int
    @usableFromInline package let end: Int
    /// True if no white space is between its tokens: `JSONWriter` would write the same bytes.
    let isCompact: Bool

    // Patterns, because a comparison of cases is a call of a function in another module.
    @inlinable package var isNull: Bool { if case .null = kind { true } else { false } }
    @inlinable package var isString: Bool { if case .string = kind { true } else { false } }
    @inlinable package var isFlat: Bool { if case .flatObject = kind { true } else { false } }
    @inlinable package var isObject: Bool {
      switch kind {
      case .object, .flatObject: true
      case .null, .bool, .number, .string, .array: false
      }
    }
    fileprivate var isArray: Bool { if case .array = kind { true } else { false } }

    /// True for an empty string.
    @inlinable package var isEmptyString: Bool { isString && end - start == 2 }
  }

  private static let mostKeys = 48
  private static let longestNumber = 300

  private let bytes: UnsafeRawBufferPointer
  private let limits: JSONLimits
  private var position: Int
  private var spaces = 0
  /// The hashes of the keys of all open objects, those of the innermost last.
  private let keys: UnsafeMutableBufferPointer<UInt64>
  private var keyCount = 0

  private init(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ limits: JSONLimits,
    keys: UnsafeMutableBufferPointer<UInt64>
  ) {
    self.bytes = bytes
    self.limits = limits
    self.keys = keys
    position = start
  }

  /// Scans the object that begins at `start`, inside `depth` open arrays and objects. Calls `member` with the bytes
  /// of each key and the place of its value. Returns the end of the object; nil if the scan or `member` fails.
  package static func object(
    _ bytes: UnsafeRawBufferPointer, from start: Int, depth: Int, limits: JSONLimits,
    member: (UnsafeRawBufferPointer, Value) -> Bool
  ) -> Int? {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: mostKeys) { keys in
      var scanner = JSONScanner(bytes, at: start, limits, keys: keys)
      guard scanner.byte == UInt8(ascii: "{"), scanner.object(depth, member) != nil else {
        return nil
      }
      return scanner.position
    }
  }
}

extension JSONScanner {
  private mutating func value(_ depth: Int) -> Value? {
    let (start, spacesBefore) = (position, spaces)
    let kind: Value.Kind
    switch byte {
    case UInt8(ascii: "\""):
      guard string() != nil else { return nil }
      kind = .string
    case UInt8(ascii: "{"):
      guard let isFlat = object(depth, { _, _ in true }) else { return nil }
      kind = isFlat ? .flatObject : .object
    case UInt8(ascii: "["):
      guard array(depth) else { return nil }
      kind = .array
    case UInt8(ascii: "t"):
      guard literal("true") else { return nil }
      kind = .bool
    case UInt8(ascii: "f"):
      guard literal("false") else { return nil }
      kind = .bool
    case UInt8(ascii: "n"):
      guard literal("null") else { return nil }
      kind = .null
    default:
      guard number() else { return nil }
      kind = .number
    }
    return Value(kind: kind, start: start, end: position, isCompact: spaces == spacesBefore)
  }

  /// Scans an object. Returns true if all its values are scalars, and nil if the scan fails.
  private mutating func object(
    _ depth: Int, _ member: (UnsafeRawBufferPointer, Value) -> Bool
  ) -> Bool? {
    guard depth < limits.depth else { return nil }
    let firstKey = keyCount
    var isFlat = true
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return true }
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\""), let key = string(), add(key, after: firstKey) else {
        return nil
      }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { return nil }
      skipSpace()
      guard let value = value(depth + 1), member(key, value) else { return nil }
      if value.isObject || value.isArray { isFlat = false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")), keyCount - firstKey <= limits.objectMembers else { return nil }
    keyCount = firstKey
    return isFlat
  }

  private mutating func array(_ depth: Int) -> Bool {
    guard depth < limits.depth else { return false }
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      skipSpace()
      guard value(depth + 1) != nil else { return false }
      skipSpace()
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  /// Records a key. Returns false if it may be a duplicate, because another key has its hash, or if there are too many.
  private mutating func add(_ key: UnsafeRawBufferPointer, after first: Int) -> Bool {
    guard keyCount < Self.mostKeys else { return false }
    let hash = key.keyHash
    var index = first
    while index < keyCount {
      if keys[index] == hash { return false }
      index += 1
    }
    keys[keyCount] = hash
    keyCount += 1
    return true
  }

  /// Scans a string without escapes. Returns the bytes between its quotes.
  private mutating func string() -> UnsafeRawBufferPointer? {
    let start = position + 1
    let (end, isASCII) = bytes.plainText(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), end - start <= limits.stringBytes
    else { return nil }
    position = end + 1
    let text = UnsafeRawBufferPointer(
      start: bytes.baseAddress.map { $0 + start }, count: end - start)
    return isASCII || firstInvalidUTF8(in: text) == nil ? text : nil
  }

  /// Scans a number without an exponent that a double can hold.
  private mutating func number() -> Bool {
    let start = position
    _ = take(UInt8(ascii: "-"))
    guard take(UInt8(ascii: "0")) || digits() else { return false }
    if take(UInt8(ascii: ".")), !digits() { return false }
    return byte | 0x20 != UInt8(ascii: "e")
      && position - start <= min(Self.longestNumber, limits.stringBytes)
  }

  private mutating func digits() -> Bool {
    let start = position
    while byte &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }

  private mutating func literal(_ text: StaticString) -> Bool {
    for index in 0..<text.utf8CodeUnitCount where !take(text.utf8Start[index]) { return false }
    return true
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    if byte <= 0x20 { skipAllSpace() }
  }

  private mutating func skipAllSpace() {
    while case let next = byte, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
      position += 1
      spaces += 1
    }
  }

  /// The next byte; zero at the end. A zero is not allowed anywhere, so the end needs no separate check.
  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }
}

extension UnsafeRawBufferPointer {
  /// Returns whether these are the bytes of `text`. Inlined: most calls need only its length, which is a constant then.
  @inlinable
  @inline(__always)
  package func isText(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// A hash of the bytes. Different keys may share one.
  package var keyHash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count)
    var index = 0
    while index + 8 <= count {
      hash = (hash ^ loadUnaligned(fromByteOffset: index, as: UInt64.self)).mixed
      index += 8
    }
    guard index < count else { return hash }
    return (hash ^ lastBytes).mixed
  }

  /// A number that contains the last bytes after those of whole words: the last eight, or all of a shorter text.
  private var lastBytes: UInt64 {
    switch count {
    case 8...: return loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    case 4...:
      let last = loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(loadUnaligned(as: UInt32.self)) << 32 | UInt64(last)
    default:
      return UInt64(self[0]) << 16 | UInt64(self[count / 2]) << 8 | UInt64(self[count - 1])
    }
  }
}

extension UInt64 {
  fileprivate var mixed: UInt64 {
    let product = multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

extension JSONWriter {
  /// Writes a value of a text that was scanned, without white space.
  package mutating func scanned(_ value: JSONScanner.Value, of text: UnsafeRawBufferPointer) {
    let bytes = UnsafeRawBufferPointer(rebasing: text[value.start..<value.end])
    value.isCompact ? raw(bytes) : compact(bytes)
  }
}
