import TestSupport
import Testing

@testable import DurableLog

/// The validity of single records.
@Suite struct RecordValidityTests {
  private static let file = "0000000000000001.log"

  /// Returns a log with a record of that type and version, and an ordinary one behind it.
  private static func directory(
    type: UInt8, version: UInt8, flags: RecordFlags
  ) -> MemoryLogDirectory {
    let header = SegmentHeader(
      flags: SegmentHeader.startsProcess, firstSequence: 1, epoch: 1, base: 0,
      id: LogID(high: 7, low: 9))
    var bytes = header.bytes
    RecordHeader(
      type: RecordType(type), version: version, flags: flags, sequence: 1, epoch: 1, length: 8
    ).write([UInt8](repeating: 1, count: 8), seed: header.seed, to: &bytes)
    RecordHeader(type: .entry(.put), flags: .startsGroup, sequence: 2, epoch: 1, length: 3)
      .write([1, 2, 3], seed: header.seed, to: &bytes)
    let directory = MemoryLogDirectory()
    directory.put(file, bytes)
    return directory
  }

  @Test(
    "a record of a later version is refused, unless it says that it may be skipped",
    arguments: 1...12 as ClosedRange<UInt8>)
  func laterVersion(type: UInt8) throws {
    #expect(throws: JournalError.newerFormat(file: Self.file)) {
      try openJournal(Self.directory(type: type, version: 2, flags: .startsGroup))
    }

    let skipped = try openJournal(
      Self.directory(type: type, version: 2, flags: [.startsGroup, .skippable]))

    #expect(skipped.entries.map(\.sequence) == [2])
    #expect(skipped.recovery.damage.isEmpty)
  }

  @Test("the records of the log itself are not passed on", arguments: 6...10 as ClosedRange<UInt8>)
  func ownRecords(type: UInt8) throws {
    let (_, recovery, entries) = try openJournal(
      Self.directory(type: type, version: 1, flags: .startsGroup))
    #expect(entries.map(\.sequence) == [2])
    #expect(recovery.damage.isEmpty)
  }

  @Test("a record with a higher sequence than there is room for before it is invalid")
  func impossibleSequence() {
    let header = SegmentHeader(
      flags: 0, firstSequence: 5, epoch: 1, base: 0, id: LogID(high: 7, low: 9))
    // The header takes the place of two records.
    for (sequence, isValid) in [(7, true), (8, false)] as [(UInt64, Bool)] {
      var bytes = header.bytes
      RecordHeader(type: .entry(.put), sequence: sequence, epoch: 1, length: 0)
        .write([], seed: header.seed, to: &bytes)
      let record = bytes.withUnsafeBytes { SegmentBytes($0, of: header).record(at: 64) }
      #expect((record != nil) == isValid)
    }
  }

  /// Returns whether a record at the end of the file looks like an interrupted write, after a change.
  private static func looksTorn(_ payload: [UInt8], _ change: (inout [UInt8]) -> Void) -> Bool {
    let header = SegmentHeader(
      flags: 0, firstSequence: 1, epoch: 1, base: 0, id: LogID(high: 7, low: 9))
    var bytes = header.bytes
    RecordHeader(type: .entry(.put), sequence: 1, epoch: 1, length: payload.count)
      .write(payload, seed: header.seed, to: &bytes)
    change(&bytes)
    return bytes.withUnsafeBytes {
      SegmentBytes($0, of: header).looksTorn(from: SegmentHeader.size, before: nil)
    }
  }

  @Test("a flipped bit in a record that ends with the file does not look like an interrupted write")
  func flippedAtEnd() {
    let payload = [UInt8](repeating: 1, count: 40)
    #expect(!Self.looksTorn(payload) { $0[100] ^= 1 })
    #expect(Self.looksTorn(payload) { $0.removeLast() })
  }

  @Test("a record that is cut off behind a few zeros looks like an interrupted write")
  func cutBehindZeros() {
    for (zeros, isTorn) in [(0, true), (7, true), (8, false)] {
      let payload = [1, 2, 3] + [UInt8](repeating: 0, count: zeros) + [4, 5, 6, 7]
      let kept = SegmentHeader.size + RecordHeader.size + 3 + zeros
      #expect(
        Self.looksTorn(payload) { $0.removeSubrange(kept...) } == isTorn, "\(zeros) zeros")
    }
  }

  @Test("a flipped bit in a record that ends with a sector does not look like an interrupted write")
  func flippedBeforeSector() {
    let end = 512 - SegmentHeader.size - RecordHeader.size
    let payload = [UInt8](repeating: 1, count: end)
    let isTorn = Self.looksTorn(payload) { bytes in
      bytes[100] ^= 1
      bytes += [UInt8](repeating: 0, count: 512)
    }
    #expect(!isTorn)
  }

  @Test("each type of a record has one byte")
  func types() {
    for byte in 0...20 as ClosedRange<UInt8> { #expect(RecordType(byte).byte == byte) }
  }

  @Test("a caller that waits for later records is not answered with earlier ones")
  func laterRecords() {
    var waiters = DurabilityWaiters(durable: 0)
    waiters.wait(for: 5) { _ in }
    #expect(waiters.succeed(through: 3).waiters.isEmpty)
    waiters.wait(for: 4) { _ in }
    #expect(waiters.succeed(through: 4).waiters.map(\.sequence) == [4])
    #expect(waiters.succeed(through: 5).waiters.map(\.sequence) == [5])
  }

  @Test("zeros have no content, also behind other zeros")
  func zeros() {
    let bytes = [1] + [UInt8](repeating: 0, count: 31)
    let end = bytes.withUnsafeBytes {
      SegmentBytes.contentEnd(UnsafeRawBufferPointer(rebasing: $0[16...]))
    }
    #expect(end == 0)
  }

  @Test("a single byte before whole sectors of zeros is content")
  func singleByte() {
    let bytes = [1] + [UInt8](repeating: 0, count: 512)
    #expect(bytes.withUnsafeBytes(SegmentBytes.contentEnd) == 1)
  }
}
