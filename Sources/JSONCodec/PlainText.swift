extension UnsafeRawBufferPointer {
  /// Returns the end of the run of bytes that a JSON string contains unescaped, and whether all of them are
  /// ASCII. The run ends at a quote, a backslash, a control character or the end of the buffer.
  @inline(__always)
  func plainText(from start: Int) -> (end: Int, isASCII: Bool) {
    var position = start
    var all: UInt64 = 0
    while position + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let special = word.specialBytes
      guard special == 0 else {
        return (position + special.firstByte, (all | word.bits(below: special)) & highBits == 0)
      }
      all |= word
      position += 8
    }
    if count >= 8, position < count {
      // The last bytes, and zeros behind them, the first of which ends the run.
      let last = UInt64(littleEndian: loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      let word = last &>> UInt64((8 - (count - position)) * 8)
      let special = word.specialBytes
      return (position + special.firstByte, (all | word.bits(below: special)) & highBits == 0)
    }
    while position < count, case let byte = self[position], !byte.isSpecial {
      all |= UInt64(byte)
      position += 1
    }
    return (position, all & highBits == 0)
  }

  /// Returns the end of the run of bytes that `plainText` finds; nil unless all of them are ASCII.
  package func plainASCII(from start: Int) -> Int? {
    let (end, isASCII) = plainText(from: start)
    return isASCII ? end : nil
  }

  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: position, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      else { return false }
      position += 8
    }
    while position < count {
      guard self[position] == other[position] else { return false }
      position += 1
    }
    return true
  }
}

extension String {
  /// Calls `body` with the bytes of the text. All strings here are contiguous, so none is copied or even
  /// retained for this.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    return Array(utf8).withUnsafeBytes(body)
  }
}

extension UnsafeRawPointer {
  /// Returns the number of bytes, of the `count` bytes here, that a JSON string contains unescaped, up to the
  /// first other byte. Reads up to seven bytes beyond them.
  @inline(__always)
  func plainText(count: Int) -> Int {
    var position = 0
    while position < count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let special = word.specialBytes
      guard special == 0 else { return min(position + special.firstByte, count) }
      position += 8
    }
    return count
  }
}

extension UInt8 {
  /// True if the byte must be escaped in a string, or ends it.
  fileprivate var isSpecial: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

extension UInt64 {
  /// A number whose lowest bit is the high bit of the first special byte of eight, in memory order; 0 if there is none.
  ///
  /// A byte underflows if it is less than the subtracted value, which sets its high bit. Only bytes above an
  /// underflowed byte can be wrong, and the first one counts.
  fileprivate var specialBytes: UInt64 {
    let (quote, backslash) = (self ^ repeated(0x22), self ^ repeated(0x5C))
    let below = (self &- repeated(0x20)) & ~self
    let equal = (quote &- repeated(1)) & ~quote | (backslash &- repeated(1)) & ~backslash
    return (below | equal) & highBits
  }

  /// The index of the byte of the lowest bit, if there is one.
  fileprivate var firstByte: Int { trailingZeroBitCount / 8 }

  /// Returns the bits below the lowest bit of `mark`.
  fileprivate func bits(below mark: UInt64) -> UInt64 { self & (mark &- 1) & ~mark }
}

private let highBits = repeated(0x80)

@inline(__always)
private func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

/// Returns the offset of the first byte that is not UTF-8 as the Unicode standard defines it (table 3-7): no
/// overlong forms, no surrogates, nothing above U+10FFFF. Returns nil if all bytes are valid.
package func firstInvalidUTF8(in bytes: UnsafeRawBufferPointer) -> Int? {
  var index = 0
  while index < bytes.count {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      continue
    }
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return index
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return index }
    for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
    index += length
  }
  return nil
}
