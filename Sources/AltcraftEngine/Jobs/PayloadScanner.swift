import Glibc
import JSONCodec

/// A reader for the head of a record in exactly the layout that is written. It does not parse the rest: the
/// checksum has proven that the bytes are unchanged. If the layout is different, the caller parses the record
/// as JSON.
struct PayloadScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Skips that text, without its `first` bytes, and returns true if it is next.
  mutating func skip(_ text: StaticString, from first: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount - first
    guard let start = bytes.baseAddress, bytes.count - offset >= count,
      memcmp(start + offset, text.utf8Start + first, count) == 0
    else { return false }
    offset += count
    return true
  }

  /// Reads a quoted text without escapes.
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
      // Leave longer numbers to the JSON parser, which checks for overflow.
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

extension JSONWriter {
  /// Writes 32 hexadecimal digits in quotes.
  mutating func digest(_ digest: CallDigest) {
    withUnsafeTemporaryAllocation(byteCount: 34, alignment: 1) { text in
      text[0] = UInt8(ascii: "\"")
      for index in 0..<32 {
        let word = index < 16 ? digest.high : digest.low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index & 15))) & 15
        text[index + 1] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      text[33] = UInt8(ascii: "\"")
      raw(UnsafeRawBufferPointer(text))
    }
  }
}
