import JSONCodec
import Testing

@Suite("Bytes as text") struct BinaryTextTests {
  /// Checks the vectors of RFC 4648 §10 without padding, and the two digits in which base64url differs from base64.
  @Test(
    "base64url has no padding and two digits of its own",
    arguments: [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"), ("??>", "Pz8-"), ("???", "Pz8_"),
    ])
  func base64URL(text: String, encoded: String) {
    #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    #expect(Base64URL.decode(encoded.utf8) == Array(text.utf8))
  }

  @Test("every byte survives base64url and hexadecimal digits", arguments: 0..<4)
  func allBytes(skipped: Int) {
    let bytes = Array((0...255).map(UInt8.init).dropFirst(skipped))
    #expect(Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes)
    #expect(Hex.decode(Hex.text(bytes)) == bytes)
  }

  @Test(
    "text that is not base64url is refused",
    arguments: ["A", "Zg==", "Zm9v=", "Pz8+", "Pz8/", "Zm 9v", "Zm9vYmFyA", "é"])
  func foreign(text: String) { #expect(Base64URL.decode(text.utf8) == nil) }

  @Test("hexadecimal digits are written in lower case and read in either")
  func hexCase() {
    #expect(Hex.text([0, 0x0f, 0xaf]) == "000faf")
    #expect(Hex.decode("0Faf") == [0x0f, 0xaf])
  }

  @Test("text that is not hexadecimal is refused", arguments: ["0", "0g", "0x00", " 00", "00é"])
  func foreignHex(text: String) { #expect(Hex.decode(text) == nil) }
}
