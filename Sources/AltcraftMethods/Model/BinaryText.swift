import JSONCodec

/// The encodings of binary push tokens as text.
enum BinaryText {
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
