import Glibc
import JSONCodec

/// Reads the head of a record in exactly the layout that is written, without making anything of the rest: the
/// checksum has proven that the bytes are those. Whoever finds another layout parses the record as JSON.
struct PayloadScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Whether that comes next. It is passed over if so.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard let start = bytes.baseAddress, bytes.count - offset >= count,
      memcmp(start + offset, text.utf8Start, count) == 0
    else { return false }
    offset += count
    return true
  }

  /// What is between quotes, where nothing of it is escaped.
  mutating func text() -> UnsafeRawBufferPointer? {
    guard let start = bytes.baseAddress, offset < bytes.count,
      bytes[offset] == UInt8(ascii: "\""),
      let end = memchr(start + offset + 1, Int32(UInt8(ascii: "\"")), bytes.count - offset - 1)
    else { return nil }
    let first = offset + 1
    let text = UnsafeRawBufferPointer(
      rebasing: bytes[first..<(end - UnsafeMutableRawPointer(mutating: start))])
    guard memchr(start + first, Int32(UInt8(ascii: "\\")), text.count) == nil else { return nil }
    offset = first + text.count + 1
    return text
  }

  mutating func unsigned() -> UInt64? {
    var value: UInt64 = 0
    let first = offset
    while offset < bytes.count {
      let digit = bytes[offset] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // Longer ones are left to who checks for overflow.
      guard offset - first < 18 else { return nil }
      value = value * 10 + UInt64(digit)
      offset += 1
    }
    return offset > first ? value : nil
  }

  mutating func signed() -> Int64? {
    let isNegative = skip("-")
    guard let value = unsigned().map(Int64.init) else { return nil }
    return isNegative ? -value : value
  }
}

/// Writes a record as one JSON object in one buffer.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// As it is, with its commas and quotes.
  mutating func literal(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func integer(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var first = 20
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
    }
  }

  mutating func integer(_ value: Int64) {
    if value < 0 { literal("-") }
    integer(UInt64(value.magnitude))
  }

  mutating func string(_ text: String) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.allSatisfy(\.isPlain) else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: utf8)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if isPlain != true { json(.string(text)) }
  }

  private mutating func hex(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
      for index in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
        digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      bytes.append(contentsOf: digits)
    }
  }

  mutating func digest(_ digest: CallDigest) {
    literal("\"")
    hex(digest.high)
    hex(digest.low)
    literal("\"")
  }

  /// JSON already.
  mutating func raw(_ document: ArraySlice<UInt8>) { bytes.append(contentsOf: document) }

  mutating func json(_ value: JSON) { bytes.append(contentsOf: value.bytes) }
}

extension UInt8 {
  /// Stands for itself between quotes.
  fileprivate var isPlain: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
