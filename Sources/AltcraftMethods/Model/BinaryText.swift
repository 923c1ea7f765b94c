import AltcraftEngine

/// The encodings of binary push tokens as text.
enum BinaryText {
  /// Decodes hex digits. Returns nil for anything but an even number of them.
  static func hex(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap { index in
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      return UInt8(high << 4 | low)
    }
  }

  /// Decodes base64 of RFC 4648 §4 or §5, padded or not. Returns nil for anything else.
  static func base64(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    if digits.count.isMultiple(of: 4) {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    return Base64URL.decode(
      digits.map { digit in
        switch digit {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: digit
        }
      })
  }
}
