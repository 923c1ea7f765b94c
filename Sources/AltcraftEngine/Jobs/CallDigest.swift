import JSONCodec

/// A digest of a call in 128 bits: equal for the same method and the same parameters compared as JSON.
package struct CallDigest: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The digest of a job whose id the bridge made: no client can have sent that id before, so there is nothing to
  /// compare. It differs from the digest of any call.
  package static let none = CallDigest(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// Takes the first half of the SHA-256 of `bytes`.
  package init(of bytes: UnsafeRawBufferPointer) {
    (high, low) = SHA256.half(bytes)
  }

  package init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { CallDigest(of: $0) }
  }

  package init?(hex: String) {
    var hex = hex
    guard let digest = hex.withUTF8({ CallDigest(hex: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = digest
  }

  init?(hex: UnsafeRawBufferPointer) {
    guard hex.count == 32 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for byte in hex {
      guard let digit = Self.digit(byte) else { return nil }
      words = (words.0 << 4 | words.1 >> 60, words.1 << 4 | digit)
    }
    (high, low) = words
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }

  package var hex: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
