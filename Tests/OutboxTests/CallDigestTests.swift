import Testing

@testable import AltcraftEngine

@Suite struct CallDigestTests {
  @Test(
    "a digest has the text that it was read from",
    arguments: [
      "00000000000000000000000000000000", "0123456789abcdef00000000000000f1",
      "ffffffffffffffffffffffffffffffff",
    ])
  func text(hex: String) {
    #expect(CallDigest(hex: hex)?.hex == hex)
    #expect(CallDigest(hex: hex + "0") == nil)
    #expect(CallDigest(hex: String(hex.dropLast()) + "g") == nil)
  }
}
