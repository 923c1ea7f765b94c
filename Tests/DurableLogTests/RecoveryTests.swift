import DurableLog
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct RecoveryTests {
  /// Returns the disk after a process was killed, and the records that it wrote.
  private static func killedJournal() throws -> (directory: MemoryLogDirectory, written: [Entry]) {
    let directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<30)
    return (directory.afterKill(), written)
  }

  private static func segments(_ directory: MemoryLogDirectory) -> [String] {
    directory.contents().keys.filter { $0.hasSuffix(".log") }.sorted()
  }

  @Test("truncated anywhere, a journal starts and keeps every complete record")
  func truncation() throws {
    let (directory, written) = try Self.killedJournal()
    let last = try #require(Self.segments(directory).last)
    let bytes = try #require(directory.contents()[last])
    var ends: [Int: Int] = [:]
    _ = try LogScanner.scan(directory) { record in
      guard LogScannerTests.name(of: record) == last else { return }
      ends[Int(record.location.offset) + (32 + record.payload.count + 7) & ~7] = 1
    }
    let before = written.count - ends.count

    for cut in 0...bytes.count {
      let copy = directory.afterKill()
      copy.put(last, Array(bytes[..<cut]))

      let (journal, recovery, entries) = try openJournal(copy)

      let whole = before + ends.keys.count { $0 <= cut }
      #expect(entries == Array(written[..<whole]), "cut at \(cut)")
      // The header was synced before the file got its name: a shorter file is damage.
      let lost: UInt64 = cut < 64 ? 1 : 0
      #expect(recovery.lostRecords == lost, "cut at \(cut): \(recovery.damage)")
      // The rest of the cut record must not hide new records.
      let more = try journal.write(100..<102)
      #expect(try openJournal(copy.afterKill()).entries == entries + more, "cut at \(cut)")
    }
  }

  @Test(
    "with any bit flipped, a journal starts, returns no wrong record, and counts the lost ones",
    arguments: [true, false], [true, false])
  func flippedBits(isClosed: Bool, isCleaned: Bool) throws {
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original)
    if isCleaned {
      // Segments before these were deleted; that is not a loss.
      try journal.write(100..<140)
      try journal.supersede(below: try #require(journal.segments.last))
      try journal.supersede(below: try #require(journal.segments.last))
    }
    let written = Set(try journal.write(0..<24))
    if isClosed { journal.close() }
    let directory = original.afterKill()

    for name in Self.segments(directory) {
      let bytes = try #require(directory.contents()[name])
      for offset in bytes.indices {
        let copy = MemoryLogDirectory()
        for (other, bytes) in directory.contents() { copy.put(other, bytes) }
        copy.alter(name) { $0[offset] ^= 1 << UInt8(offset % 8) }

        let (_, recovery, entries) = try openJournal(copy)

        let lost = written.count - entries.count
        #expect(written.isSuperset(of: entries), "\(name) \(offset)")
        let isUnknown = recovery.damage.contains { $0.reason == .suspect || $0.lastLost == nil }
        #expect(
          lost == 0 || recovery.lostRecords == lost || isUnknown && recovery.lostRecords > 0,
          "\(name) \(offset): \(lost) lost, \(recovery.damage)")
      }
    }
  }

  @Test("a bit flipped in a header costs no record", arguments: [3, 9, 14, 17, 30, 38, 57])
  func flippedHeader(offset: Int) throws {
    let (directory, written) = try Self.killedJournal()
    directory.alter(Self.segments(directory)[0]) { $0[offset] ^= 4 }

    let (_, recovery, entries) = try openJournal(directory)

    #expect(entries == written)
    #expect(recovery.lostRecords == 0)
    #expect(recovery.damage.count == 1)
  }

  @Test(
    "a bit flipped anywhere in the header of the only segment costs no record", arguments: 0..<64)
  func flippedOnlyHeader(offset: Int) throws {
    let directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<10)
    for bit in 0..<8 {
      let survivor = directory.afterKill()
      survivor.alter(Self.segments(survivor)[0]) { $0[offset] ^= 1 << UInt8(bit) }

      let (_, recovery, entries) = try openJournal(survivor)

      #expect(entries == written)
      #expect(recovery.lostRecords == 0)
    }
  }

  @Test("a lost identity is taken from the other segments")
  func identityOfOthers() throws {
    let (directory, written) = try Self.killedJournal()
    directory.alter(Self.segments(directory)[0]) { bytes in
      bytes.replaceSubrange(0..<64, with: repeatElement(0, count: 64))
    }

    #expect(try openJournal(directory).entries == written)
  }

  /// The bytes from the last record on, and the expected classification.
  struct Tail: Sendable {
    let name: String
    let reason: Damage.Reason?
    let change: @Sendable (_ bytes: inout [UInt8], _ record: Range<Int>) -> Void
  }

  private static let tails = [
    Tail(name: "unharmed", reason: nil) { _, _ in },
    Tail(name: "never written", reason: nil) { bytes, record in
      bytes.replaceSubrange(record, with: repeatElement(0, count: record.count))
    },
    Tail(name: "second sector never written", reason: .torn) { bytes, record in
      let rest = (record.lowerBound / 512 + 1) * 512..<record.upperBound
      bytes.replaceSubrange(rest, with: repeatElement(0, count: rest.count))
    },
    Tail(name: "first sector never written", reason: .torn) { bytes, record in
      let start = record.lowerBound..<(record.lowerBound / 512 + 1) * 512
      bytes.replaceSubrange(start, with: repeatElement(0, count: start.count))
    },
    Tail(name: "cut off in the header", reason: .torn) { bytes, record in
      bytes.removeSubrange((record.lowerBound + 20)...)
    },
    Tail(name: "cut off in the payload", reason: .torn) { bytes, record in
      bytes.removeSubrange((record.upperBound - 100)...)
    },
    Tail(name: "flipped bit in the payload", reason: .suspect) { bytes, record in
      bytes[record.lowerBound + 100] ^= 1
    },
    Tail(name: "flipped bit in the marker", reason: .suspect) { bytes, record in
      bytes[record.lowerBound] ^= 1
    },
    Tail(name: "length too large by 1024", reason: .suspect) { bytes, record in
      bytes[record.lowerBound + 9] ^= 4
    },
    Tail(name: "length too large for anything", reason: .suspect) { bytes, record in
      bytes[record.lowerBound + 11] = 0xFF
    },
  ]

  @Test("the end of the log is classified as clean, torn, or suspect", arguments: tails.indices)
  func tail(index: Int) throws {
    let tail = Self.tails[index]
    let options = JournalOptions(segmentBytes: 4096, recordBytes: 1024)
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original, options)
    try journal.write(0..<3)
    let (_, location) = try journal.append(
      .put, epoch: 1, [UInt8](repeating: UInt8(ascii: "y"), count: 500))
    journal.commit()
    let directory = original.afterKill()
    let record = Int(location.offset)..<Int(location.offset) + 532 + 4
    directory.alter("0000000000000001.log") { tail.change(&$0, record) }

    let (next, recovery, entries) = try openJournal(directory, options)

    #expect(entries.count == (tail.name == "unharmed" ? 4 : 3), "\(tail.name)")
    #expect(recovery.damage.map(\.reason) == (tail.reason.map { [$0] } ?? []), "\(tail.name)")
    #expect(recovery.lostRecords == (tail.reason == .suspect ? 1 : 0), "\(tail.name)")
    // The next start sees the same, although the segment is no longer the last.
    let more = try next.write(10..<12)
    let again = try openJournal(directory.afterKill(), options)
    #expect(again.entries == entries + more)
    #expect(again.recovery.damage == recovery.damage, "\(tail.name)")
  }

  @Test("a group torn in its middle by a power failure does not count as lost records")
  func tornGroup() throws {
    let options = JournalOptions(segmentBytes: 8192, recordBytes: 1024)
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original, options)
    let acknowledged = try journal.write(0..<3)
    let long = [UInt8](repeating: UInt8(ascii: "y"), count: 600)
    let group = try (0..<4).map { _ in try journal.append(.put, epoch: 1, long) }
    journal.commit()
    let directory = original.afterKill()
    let sector = (Int(group[1].location.offset) / 512 + 1) * 512
    directory.alter("0000000000000001.log") { bytes in
      bytes.replaceSubrange(sector..<sector + 512, with: repeatElement(0, count: 512))
    }

    let (_, recovery, entries) = try openJournal(directory, options)

    #expect(recovery.damage.map(\.reason) == [.torn])
    #expect(recovery.lostRecords == 0)
    #expect(entries.prefix(3) == acknowledged[...])

    // The same hole with a later group behind it cannot be an interrupted write.
    try journal.write(5..<6)
    let later = original.afterKill()
    later.alter("0000000000000001.log") { bytes in
      bytes.replaceSubrange(sector..<sector + 512, with: repeatElement(0, count: 512))
    }
    #expect(try openJournal(later, options).recovery.damage.map(\.reason) == [.corrupt])
  }

  @Test("a missing segment is counted, record by record")
  func missingSegment() throws {
    let (directory, written) = try Self.killedJournal()
    let names = Self.segments(directory)
    try #require(names.count >= 3)
    var inside = 0
    _ = try LogScanner.scan(directory) { record in
      if LogScannerTests.name(of: record) == names[1] { inside += 1 }
    }
    try directory.remove(names[1])

    let (_, recovery, entries) = try openJournal(directory)

    #expect(written.count - entries.count == inside)
    #expect(recovery.lostRecords == UInt64(inside))
  }

  @Test("a record that vanished without a trace is noticed after a later process has written")
  func vanishedRecord() throws {
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original)
    let written = try journal.write(0..<2)
    let (_, location) = try journal.append(.put, epoch: 1, payload(2))
    journal.commit()
    let directory = original.afterKill()
    let more = try openJournal(directory).journal.write(3..<5)
    directory.alter("0000000000000001.log") { bytes in
      bytes.replaceSubrange(Int(location.offset)..., with: repeatElement(0, count: 200))
    }

    let (_, recovery, entries) = try openJournal(directory.afterKill())

    #expect(entries == written + more)
    #expect(recovery.lostRecords == 1)
  }

  @Test("a damaged range is copied to quarantine once, within its size limit")
  func quarantine() throws {
    let (directory, _) = try Self.killedJournal()
    directory.alter(Self.segments(directory)[0]) { $0[200] ^= 1 }

    let (journal, recovery, _) = try openJournal(directory)
    _ = try openJournal(directory)

    let damage = try #require(recovery.damage.first)
    let kept = try #require(try directory.subdirectory("quarantine") as? MemoryLogDirectory)
    #expect(kept.contents().values.map(\.count) == [damage.length])
    try journal.discardQuarantine()
    #expect(kept.contents().isEmpty)

    var options = JournalOptions.small
    options.quarantineBytes = 10
    let (other, _) = try Self.killedJournal()
    other.alter(Self.segments(other)[0]) { $0[200] ^= 1 }
    _ = try openJournal(other, options)
    let bounded = try #require(try other.subdirectory("quarantine") as? MemoryLogDirectory)
    #expect(bounded.contents().values.map(\.count) == [10])
  }

  @Test("damage is reported by each start until a checkpoint supersedes it")
  func damageUntilCheckpoint() throws {
    let (directory, _) = try Self.killedJournal()
    directory.alter(Self.segments(directory)[0]) { $0[200] ^= 1 }

    let first = try openJournal(directory)
    let second = try openJournal(directory.afterKill())
    #expect(first.recovery.lostRecords == 1)
    #expect(second.recovery.damage == first.recovery.damage)

    let moved = try second.journal.checkpoint(of: second.entries)
    #expect(moved.count == second.entries.count)
  }

  @Test("a newer format is refused and no file is changed")
  func newerFormat() throws {
    let (directory, _) = try Self.killedJournal()
    directory.put("7.tmp", [1, 2, 3])
    directory.alter(Self.segments(directory)[1]) { bytes in
      bytes[10] = 2
      let checksum = bytes[..<56].withUnsafeBytes { crc32c($0) }
      for byte in 0..<4 { bytes[56 + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte)) }
    }
    let before = directory.contents()

    #expect(throws: JournalError.newerFormat(file: Self.segments(directory)[1])) {
      try openJournal(directory)
    }

    #expect(directory.contents() == before)
  }

  @Test("a segment of another journal is refused and no file is changed")
  func foreign() throws {
    let (directory, _) = try Self.killedJournal()
    let (other, _) = try Self.killedJournal()
    let name = Self.segments(directory)[1]
    directory.put(name, try #require(other.contents()[name]))
    let before = directory.contents()

    #expect(throws: JournalError.foreign(file: name)) { try openJournal(directory) }

    #expect(directory.contents() == before)
  }

  @Test("a renamed segment is refused")
  func renamed() throws {
    let (directory, _) = try Self.killedJournal()
    try directory.rename(Self.segments(directory)[0], to: "00000000000000ff.log")

    #expect(throws: JournalError.foreign(file: "00000000000000ff.log")) {
      try openJournal(directory)
    }
  }

  @Test("files that are not segments are left alone, except unfinished new segments")
  func otherFiles() throws {
    let (directory, written) = try Self.killedJournal()
    for name in ["config.json", "1.log", "000000000000000G.log", "00000000000000FF.log"] {
      directory.put(name, [1])
    }
    directory.put("9.tmp", [UInt8](repeating: 7, count: 100))

    #expect(try openJournal(directory).entries == written)

    let names = Set(directory.contents().keys)
    #expect(names.isSuperset(of: ["config.json", "1.log", "00000000000000FF.log"]))
    #expect(!names.contains("9.tmp"))
  }

  @Test("short and interrupted reads are not taken for the end of the file")
  func interruptedReads() throws {
    let (directory, written) = try Self.killedJournal()
    directory.fail([
      .init(.read, after: 1, .error(EINTR)), .init(.read, after: 4, .error(EINTR)),
    ])

    #expect(try openJournal(directory).entries == written)
    #expect(directory.faultsTriggered == 2)
  }

  @Test("a payload that looks like a record is not taken for one")
  func embeddedRecord() throws {
    let source = MemoryLogDirectory()
    _ = try openJournal(source).journal.write(0..<3)
    let bytes = try #require(source.contents()["0000000000000001.log"])
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original)
    _ = try journal.append(.put, epoch: 1, Array(bytes[64..<200]))
    journal.commit()
    let written = try journal.write(7..<8)
    let directory = original.afterKill()
    directory.alter("0000000000000001.log") { $0[70] ^= 1 }

    let (_, recovery, entries) = try openJournal(directory)

    #expect(entries == written)
    #expect(recovery.lostRecords == 1)
  }
}

@Suite struct RecoveryProgressTests {
  @Test("the reported progress grows to the total size of the files")
  func progress() throws {
    let directory = MemoryLogDirectory()
    var options = JournalOptions(segmentBytes: 256 << 10, recordBytes: 512)
    try openJournal(directory, options).journal.write(0..<9000)
    let reported = Box(Mutex<[RecoveryProgress]>([]))
    options.progress = { progress in reported.value.withLock { $0.append(progress) } }

    let (_, recovery, entries) = try openJournal(directory, options)

    let steps = reported.value.withLock { $0 }
    #expect(entries.count == 9000 && steps.last?.records == 9000)
    #expect(steps.last?.bytes == recovery.fileBytes)
    #expect(Set(steps.map(\.totalBytes)) == [recovery.fileBytes])
    #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
    // One report for each segment, and one for each 4096 records within it.
    #expect(steps.count == recovery.segments + 2)
  }
}
