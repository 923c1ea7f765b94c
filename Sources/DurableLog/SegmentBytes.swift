import Glibc

/// The contents of a segment, and the questions recovery asks of them.
struct SegmentBytes {
  /// What a disk writes as one, or not at all.
  private static let sector = 512

  let bytes: UnsafeRawBufferPointer
  let seed: UInt32

  var count: Int { bytes.count }

  /// The end of what is not zero.
  let contentEnd: Int

  init(_ bytes: UnsafeRawBufferPointer, seed: UInt32) {
    self.bytes = bytes
    self.seed = seed
    var end = bytes.count
    while end > 0 {
      let start = max(0, end - Self.sector)
      guard Self.isZero(bytes[start..<end]) else { break }
      end = start
    }
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    contentEnd = end
  }

  func record(at offset: Int) -> RecordHeader? {
    RecordHeader.read(bytes, at: offset, seed: seed)
  }

  /// What the record of the base says, which stands at `offset`.
  func base(at offset: Int) -> UInt64 {
    bytes.load(UInt64.self, at: offset + RecordHeader.size)
  }

  /// The first valid record at or after `offset` whose sequence is above `last`.
  func nextRecord(from offset: Int, above last: UInt64) -> (offset: Int, header: RecordHeader)? {
    var position = offset
    while position + RecordHeader.size <= bytes.count {
      if let header = record(at: position), header.sequence > last {
        return (position, header)
      }
      position += 8
    }
    return nil
  }

  /// Whether the invalid bytes from `offset` to the next valid record at `end`, or to the end of the
  /// content where there is none, are what a crash leaves of a write: cut off by the end of the file,
  /// or with a sector that was never written. A flipped bit leaves neither.
  func looksTorn(from offset: Int, before end: Int?) -> Bool {
    guard let end else { return looksTornAtTail(from: offset) }
    return hasUnwrittenSector(from: offset, to: end)
  }

  private func looksTornAtTail(from offset: Int) -> Bool {
    guard offset + RecordHeader.size <= bytes.count else { return true }
    let claimed = RecordHeader.claimedLength(bytes, at: offset).map {
      offset + RecordHeader.recordSize(payload: $0)
    }
    // A header has up to seven zero bytes in a row, so the last bytes before a cut may be zero.
    if let claimed, claimed > bytes.count, bytes.count - contentEnd < 8 { return true }
    return hasUnwrittenSector(
      from: offset, to: min(max(claimed ?? 0, contentEnd), bytes.count))
  }

  private func hasUnwrittenSector(from offset: Int, to end: Int) -> Bool {
    var sector = offset / Self.sector * Self.sector
    while sector < end {
      // Of the first sector only what belongs to the write: before it there may be older records.
      let start = max(sector, offset)
      if Self.isZero(bytes[start..<min(sector + Self.sector, bytes.count)]) {
        // Content that ends within the sector before was not cut off there: it is complete, and a
        // wrong length made this sector look like part of it.
        let isCut = start <= offset + RecordHeader.size || bytes[start - 1] != 0
        if isCut { return true }
      }
      sector += Self.sector
    }
    return false
  }

  private static func isZero(_ slice: Slice<UnsafeRawBufferPointer>) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: slice)
    guard let start = bytes.baseAddress, bytes[0] == 0 else { return bytes.isEmpty }
    // Each byte equals its neighbour, and the first is zero.
    return memcmp(start, start + 1, bytes.count - 1) == 0
  }
}
