/// The encoding of bytes as hexadecimal digits.
package enum Hex {
  /// Returns two lower-case digits for each byte.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { text in
      var index = 0
      for byte in bytes {
        text[index] = digit(byte >> 4)
        text[index + 1] = digit(byte & 15)
        index += 2
      }
      return index
    }
  }

  /// Decodes digits of either case. Nil for a foreign character and for an odd number of digits.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      return UInt8(high << 4 | low)
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
