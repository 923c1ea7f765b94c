import JSONCodec
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "digests match the standard",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
          + "lmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func vectors(message: String, digest: String) {
    #expect(SHA256.hex(message.utf8) == digest)
  }

  @Test(
    "the padding is correct around the end of a block",
    arguments: [
      (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
      (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
      (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
      (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
      (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func padding(count: Int, digest: String) {
    #expect(SHA256.hex(repeatElement(UInt8(ascii: "a"), count: count)) == digest)
  }

  @Test("a message of each length up to 200 bytes has the digest of an independent implementation")
  func everyLength() {
    let digests = (0...200).flatMap { length in
      SHA256.digest((0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) })
    }
    // Made with Python's hashlib: the digest of all 201 digests, concatenated.
    #expect(
      SHA256.hex(digests) == "e673d33f6940a6d3856d0d305fd88363ae0ba3b96e2411d8ddd5e0dd443f4525")
  }

  @Test("the half of a digest is its first half", arguments: [0, 55, 56, 64, 300])
  func half(length: Int) {
    let message = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let half = message.withUnsafeBytes { SHA256.half($0) }
    let bytes = [half.0, half.1].flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) }
    #expect(bytes == Array(SHA256.digest(message).prefix(16)))
  }
}
