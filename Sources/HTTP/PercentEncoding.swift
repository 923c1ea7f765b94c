extension String {
  /// The UTF-8 of the text, with every byte escaped that is not one of RFC 3986's unreserved characters.
  package var percentEncoded: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(upperHexDigit(byte >> 4))
        bytes.append(upperHexDigit(byte & 0xF))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func upperHexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}
