/// A check that bytes are UTF-8, over any number of pieces. It fails at the first byte with which no valid
/// text can go on.
struct UTF8Validator {
  /// The number of bytes that the current character still needs.
  private var missing = 0
  /// The values that its next byte may have.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// True if the text does not end within a character.
  var isComplete: Bool { missing == 0 }

  /// Examines more bytes. Returns false if the text is not UTF-8.
  mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        index = endOfASCII(in: bytes, from: index)
        guard index < bytes.count else { return true }
        guard begins(with: bytes[index]) else { return false }
      } else {
        guard allowed.contains(bytes[index]) else { return false }
        missing -= 1
        allowed = 0x80...0xBF
      }
      index += 1
    }
    return true
  }

  private func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      index += 8
    }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  /// Reads the first byte of a character of several bytes.
  private mutating func begins(with byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    switch byte {
    // Longer forms than necessary, surrogates, and numbers above U+10FFFF are not UTF-8.
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: break
    }
    return true
  }
}
