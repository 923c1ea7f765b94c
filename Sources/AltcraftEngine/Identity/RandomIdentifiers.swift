import Glibc
import Synchronization

/// Random UUIDs (version 4) in lower case. Randomness is asked of the system for many at a time: each
/// question takes longer than all else that is done for an identifier. This process never forks without
/// becoming another program, so nobody has the same block.
package final class RandomIdentifiers: Sendable {
  private struct Block {
    var bytes: [UInt8] = []
    var used = 0
  }

  private static let idBytes = 16
  /// What `getentropy` gives at most.
  private static let blockBytes = 256

  private let block = Mutex(Block())

  package init() {}

  package func next() -> String {
    let (high, low) = block.withLock { block in
      if block.used == block.bytes.count {
        block.bytes = Self.randomBytes(Self.blockBytes)
        block.used = 0
      }
      defer { block.used += Self.idBytes }
      return block.bytes.withUnsafeBytes {
        (
          $0.loadUnaligned(fromByteOffset: block.used, as: UInt64.self),
          $0.loadUnaligned(fromByteOffset: block.used + 8, as: UInt64.self)
        )
      }
    }
    return Self.text(
      high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // So few bytes are given whole, whatever interrupts.
      precondition(getentropy(buffer.baseAddress, count) == 0, "no randomness")
      initialized = count
    }
  }

  private static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      var next = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          text[next] = UInt8(ascii: "-")
          next += 1
        }
        let half = nibble < 16 ? high : low
        text[next] = Hex.digit(UInt8(truncatingIfNeeded: half >> UInt64(60 - nibble % 16 * 4)) & 15)
        next += 1
      }
      return next
    }
  }
}
