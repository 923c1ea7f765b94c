import DurableLog
import Testing

@Suite struct CRC32CTests {
  /// RFC 3720, B.4, and the check value of the catalogue of checksums.
  private static let published: [([UInt8], UInt32)] = [
    (Array("123456789".utf8), 0xE306_9283),
    ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
    ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
    (Array(0..<32), 0x46DD_794E),
    ([], 0),
  ]

  @Test("the checksum matches the published values", arguments: published)
  func knownValues(bytes: [UInt8], expected: UInt32) {
    #expect(bytes.withUnsafeBytes { crc32c($0) } == expected)
  }

  @Test("a checksum can be continued at every byte")
  func continuing() {
    let bytes = Array("a checksum can be continued at every byte".utf8)
    let whole = bytes.withUnsafeBytes { crc32c($0) }

    for cut in 0...bytes.count {
      let first = bytes[..<cut].withUnsafeBytes { crc32c($0) }
      #expect(bytes[cut...].withUnsafeBytes { crc32c($0, continuing: first) } == whole)
    }
  }
}
