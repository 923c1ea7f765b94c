import Glibc

/// The contents of a segment, with the queries of recovery.
struct SegmentBytes {
  /// The bytes that a disk writes as a unit or not at all.
  private static let sector = 512

  /// The limit of the work of failed searches, as a multiple of the length of the segment. Written records
  /// are never long enough to reach it; forged headers are.
  private static let searchFactor = 4

  let bytes: UnsafeRawBufferPointer
  private let seed: UInt32
  private let firstSequence: UInt64
  /// The bytes whose checksum was computed without finding a record.
  private var searchedBytes = 0
  /// True if a search ended early: there may be records behind the place where it did.
  private(set) var hasEndedSearch = false

  /// The end of the bytes that are not zero.
  let contentEnd: Int

  init(_ bytes: UnsafeRawBufferPointer, of header: SegmentHeader) {
    self.bytes = bytes
    seed = header.seed
    firstSequence = header.firstSequence
    contentEnd = Self.contentEnd(bytes)
  }

  /// Returns the end of the bytes that are not zero in `bytes`.
  static func contentEnd(_ bytes: UnsafeRawBufferPointer) -> Int {
    var end = bytes.count
    while end > 0 {
      let start = max(0, end - Self.sector)
      guard Self.isZero(bytes[start..<end]) else { break }
      end = start
    }
    while end > 0, bytes[end - 1] == 0 { end -= 1 }
    return end
  }

  /// Returns the header of the valid record at `offset`, if there is one. Each earlier record takes one
  /// sequence and at least the bytes of its header, so a higher sequence is invalid.
  func record(at offset: Int) -> RecordHeader? {
    guard let header = RecordHeader.read(bytes, at: offset, seed: seed),
      header.sequence <= firstSequence + UInt64(offset / RecordHeader.size)
    else { return nil }
    return header
  }

  /// Returns the base that the base record at `offset` repeats, or 0 if it is invalid.
  func base(_ record: RecordHeader, at offset: Int) -> UInt64 {
    guard record.length == 8 else { return 0 }
    let base = bytes.load(UInt64.self, at: offset + RecordHeader.size)
    return base <= firstSequence ? base : 0
  }

  /// Returns the first valid record at or after `offset` whose sequence is above `last`. All searches in a
  /// segment together take time in proportion to its length.
  mutating func nextRecord(
    from offset: Int, above last: UInt64
  ) -> (offset: Int, header: RecordHeader)? {
    var position = offset
    while position + RecordHeader.size <= bytes.count, !hasEndedSearch {
      if let length = RecordHeader.claimedLength(bytes, at: position) {
        if let header = record(at: position), header.sequence > last { return (position, header) }
        if position + length <= bytes.count { searchedBytes += length }
        hasEndedSearch = searchedBytes > Self.searchFactor * bytes.count
      }
      position += 8
    }
    return nil
  }

  /// Returns true if the invalid bytes from `offset` look like an interrupted write. They extend to the next
  /// valid record at `end`, or to the end of the content. An interrupted write is cut off by the end of the
  /// file or has a sector that was never written. A flipped bit causes neither.
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
      // Check only this write's part of the first sector: older records may precede it.
      let start = max(sector, offset)
      if Self.isZero(bytes[start..<min(sector + Self.sector, bytes.count)]) {
        // Content that ends within the preceding sector was not cut off there: it is complete, and a wrong
        // length made this sector look like part of it.
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
