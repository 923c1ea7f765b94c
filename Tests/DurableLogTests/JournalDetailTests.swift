import Glibc
import Synchronization
import TestSupport
import Testing

@testable import DurableLog

/// The bounds of the journal, and its statements about its files.
@Suite struct JournalDetailTests {
  @Test("the file of a segment that is closed early is cut behind its records")
  func earlyEnd() throws {
    let directory = MemoryLogDirectory()
    let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 512)
    let (journal, _, _) = try openJournal(directory, options)
    try journal.write(0..<10)

    try journal.supersede(below: try #require(journal.segments.last))

    let file = try #require(directory.contents()["0000000000000001.log"])
    #expect(file.count < 2048)
    #expect(try openJournal(directory.afterKill()).recovery.damage.isEmpty)
  }

  @Test("a record is held until a checkpoint has dropped its segment")
  func heldRecord() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let (sequence, location) = try journal.append(.put, epoch: 1, payload(0))
    journal.commit()
    #expect(journal.holds(location) && journal.holds(sequence))

    _ = try journal.checkpoint(of: [])

    #expect(!journal.holds(location) && !journal.holds(sequence))
    let later = try journal.append(.put, epoch: 1, payload(1))
    #expect(journal.holds(later.location) && journal.holds(later.sequence))
  }

  @Test("a journal is unused until its first record, also after a restart")
  func unused() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    #expect(journal.isUnused)
    #expect(try openJournal(directory.afterKill()).journal.isUnused)

    try journal.write(0..<1)

    #expect(!journal.isUnused)
    #expect(try !openJournal(directory.afterKill()).journal.isUnused)
  }

  @Test("a write has at most a MiB of records")
  func groupOfBytes() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions(segmentBytes: 8 << 20))
    let long = [UInt8](repeating: 1, count: 600_000)
    // The first segment of a process is too short for one of them.
    _ = try journal.append(.put, epoch: 1, long)
    journal.commit()
    // Another thread fills the spare meanwhile.
    let committer = pthread_self()
    let writes = Mutex(0)
    directory.onCall { call in
      if call == .write, pthread_equal(pthread_self(), committer) != 0 {
        writes.withLock { $0 += 1 }
      }
    }

    for _ in 0..<2 { _ = try journal.append(.put, epoch: 1, long) }
    journal.commit()

    #expect(writes.withLock { $0 } == 2)
  }

  @Test("a write has at most 256 records", arguments: [(255, 1), (256, 2)])
  func groupOfRecords(count: Int, writes: Int) throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions(segmentBytes: 1 << 20))
    try journal.write(0..<1)
    let before = directory.calls[.write, default: 0]

    // One more is a copy of the header.
    try journal.write(0..<count)

    #expect(directory.calls[.write, default: 0] - before == writes)
  }

  @Test("the longest payload of a new job fits into one segment, with its seal")
  func longestPayload() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(
      directory, JournalOptions(segmentBytes: 4096, recordBytes: 1 << 20))
    try journal.write(0..<1)
    let longest = [UInt8](repeating: 1, count: journal.largestPayload)

    let location = try journal.append(.put, epoch: 1, longest).location
    journal.commit()

    #expect(location.segment > 1)
    #expect(directory.contents().values.allSatisfy { $0.count <= 4096 })
    #expect(longest.count == 4096 - SegmentHeader.size - 2 * RecordHeader.size)
  }

  @Test("a record that is longer than a segment leaves space for the seal behind it")
  func longRecord() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions(segmentBytes: 4096))
    let location = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 8000)).location
    journal.commit()
    let name = SegmentName.name(location.segment)
    let size = SegmentHeader.size + 8000 + 2 * RecordHeader.size
    #expect(directory.contents()[name]?.count == size)

    journal.close()

    #expect(directory.contents()[name]?.count == size)
    #expect(try openJournal(directory).recovery.damage.isEmpty)
  }

  @Test("a lost seal at the end of a segment does not count as damage")
  func lostSeal() throws {
    let (directory, segments, written) = try Self.killed()
    directory.alter(segments[1]) { bytes in
      guard let end = bytes.lastIndex(where: { $0 != 0 }) else { return }
      bytes[end] ^= 1
    }

    let (_, recovery, entries) = try openJournal(directory)

    #expect(segments.count > 2 && entries == written)
    #expect(recovery.damage.isEmpty)
  }

  /// Returns the disk after a process was killed, with its segments, and the records that it wrote.
  private static func killed() throws -> (MemoryLogDirectory, [String], [Entry]) {
    let directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<40)
    let killed = directory.afterKill()
    return (killed, killed.contents().keys.filter { $0.hasSuffix(".log") }.sorted(), written)
  }

  @Test("the quarantine keeps the copies of several starts")
  func laterCopy() throws {
    let (directory, segments, _) = try Self.killed()
    let quarantine = try #require(
      try directory.subdirectory("quarantine") as? MemoryLogDirectory)
    quarantine.put("earlier.bin", [1, 2, 3])
    directory.alter(segments[0]) { $0[200] ^= 1 }

    _ = try openJournal(directory)

    #expect(quarantine.contents().count == 2)
  }

  @Test("the bytes of an interrupted write are counted")
  func tornBytes() throws {
    let (directory, segments, _) = try Self.killed()
    let last = try #require(segments.last)
    directory.alter(last) { bytes in
      let end = bytes.lastIndex { $0 != 0 } ?? 0
      bytes.removeSubrange((end - 20)...)
    }

    let recovery = try openJournal(directory).recovery

    #expect(recovery.damage.map(\.reason) == [.torn])
    #expect(recovery.tornBytes == recovery.damage[0].length && recovery.tornBytes > 0)
  }

  @Test(
    "a write that is interrupted behind a checkpoint is torn, not damaged")
  func tornBehindCheckpoint() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let kept = try journal.checkpoint(of: try journal.write(0..<3))
    try journal.write(3..<4)
    let killed = directory.afterKill()
    let last = try #require(killed.contents().keys.filter { $0.hasSuffix(".log") }.max())
    killed.alter(last) { bytes in
      let end = bytes.lastIndex { $0 != 0 } ?? 0
      bytes.removeSubrange((end - 20)...)
    }

    let (_, recovery, entries) = try openJournal(killed)

    #expect(entries == kept)
    #expect(recovery.damage.map(\.reason) == [.torn] && recovery.lostRecords == 0)
  }

  @Test("a long checkpoint whose header is lost is read with the copy of it")
  func checkpointWithoutHeader() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions(segmentBytes: 64 << 10))
    let kept = try journal.checkpoint(of: try journal.write(0..<100))
    let killed = directory.afterKill()
    let segment = try #require(killed.contents().keys.first { $0.hasSuffix(".log") })
    killed.alter(segment) { $0.replaceSubrange(0..<64, with: repeatElement(0, count: 64)) }

    let (_, recovery, entries) = try openJournal(killed)

    #expect(entries == kept)
    #expect(recovery.damage.map(\.length) == [64] && recovery.lostRecords == 0)
  }

  @Test("the records behind damage that reaches to the end of a segment are counted as lost")
  func lostTail() throws {
    let (directory, segments, written) = try Self.killed()
    directory.alter(segments[1]) { bytes in
      for index in 300..<bytes.count where bytes[index] != 0 { bytes[index] ^= 0xFF }
    }

    let (_, recovery, entries) = try openJournal(directory)

    #expect(written.count - entries.count > 3)
    #expect(recovery.lostRecords == UInt64(written.count - entries.count))
  }

  @Test("a missing segment is reported at the beginning of the next one")
  func missingSegment() throws {
    let (directory, segments, written) = try Self.killed()
    try directory.remove(segments[1])

    let (_, recovery, entries) = try openJournal(directory)

    #expect(recovery.damage.map(\.file) == [segments[2]])
    #expect(recovery.damage.map(\.offset) == [0] && recovery.damage.map(\.length) == [0])
    #expect(recovery.lostRecords == UInt64(written.count - entries.count))
  }
}
