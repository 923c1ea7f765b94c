import Foundation
import Glibc
import TestSupport
import Testing

@testable import DurableLog

/// A file with the name of a segment that this program did not write.
@Suite struct PlantedFileTests {
  private static let name = "0000000000000001.log"

  private static func expectRefusal(of directory: TemporaryDirectory) throws {
    let files = try PosixLogDirectory(path: directory.path)
    #expect(throws: JournalError.notSegment(file: name)) { try openJournal(files) }
    #expect(throws: JournalError.notSegment(file: name)) {
      try LogScanner.scan(files) { _ in }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [name])
  }

  // The open of the FIFO waited for a writer: the start hung.
  @Test("a FIFO is refused at once, and no file is changed", .timeLimit(.minutes(10)))
  func fifo() throws {
    let directory = TemporaryDirectory()
    #expect(mkfifo(directory.path + "/" + Self.name, 0o600) == 0)

    try Self.expectRefusal(of: directory)
  }

  @Test("a directory is refused, and no file is changed")
  func directory() throws {
    let directory = TemporaryDirectory()
    #expect(mkdir(directory.path + "/" + Self.name, 0o700) == 0)

    try Self.expectRefusal(of: directory)
  }

  @Test("a symbolic link is refused, and no file is changed")
  func link() throws {
    let directory = TemporaryDirectory()
    #expect(symlink("/dev/zero", directory.path + "/" + Self.name) == 0)

    try Self.expectRefusal(of: directory)
  }

  // The whole file was read into memory: the start aborted.
  @Test(
    "a sparse file longer than any segment is refused, and no file is changed",
    arguments: [1 << 40, 1 << 32])
  func sparse(bytes: Int) throws {
    let directory = TemporaryDirectory()
    let file = open(directory.path + "/" + Self.name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    #expect(file >= 0 && ftruncate(file, bytes) == 0)
    close(file)

    try Self.expectRefusal(of: directory)
  }

  @Test("a FIFO in the quarantine does not block the start", .timeLimit(.minutes(10)))
  func quarantine() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    let written = try openJournal(files).journal.write(0..<30)
    #expect(mkdir(directory.path + "/quarantine", 0o700) == 0)
    #expect(mkfifo(directory.path + "/quarantine/fifo", 0o600) == 0)
    let file = open(directory.path + "/" + Self.name, O_WRONLY)
    #expect(pwrite(file, "\u{1}", 1, 200) == 1)
    close(file)

    let (_, recovery, entries) = try openJournal(files)

    #expect(recovery.lostRecords == 1 && entries.count == written.count - 1)
  }
}

/// A segment with wrong content, although its header was synced before the file got its name.
@Suite struct DamagedHeaderTests {
  private static let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 4 << 10)

  private static func newest(_ directory: MemoryLogDirectory) throws -> String {
    try #require(directory.contents().keys.filter { $0.hasSuffix(".log") }.max())
  }

  /// A segment of zeros was treated as never written: its records were lost without a report.
  @Test(
    "a newest segment that is empty or full of zeros is damage, at each start until a checkpoint",
    arguments: [0, 1, 63, 64, 512, .max], [1, 30])
  func zeros(length: Int, records: Int) throws {
    let directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<records)
    let survivor = directory.afterKill()
    let name = try Self.newest(survivor)
    survivor.alter(name) { bytes in
      bytes = [UInt8](repeating: 0, count: min(length, bytes.count))
    }

    let (_, recovery, entries) = try openJournal(survivor)
    let (next, again, _) = try openJournal(survivor.afterKill())

    #expect(entries == Array(written.prefix(entries.count)) && entries.count < written.count)
    #expect(recovery.lostRecords > 0, "\(recovery)")
    #expect(again.lostRecords == recovery.lostRecords, "\(again)")
    let moved = try next.checkpoint(of: entries)
    #expect(moved.count == entries.count)
  }

  enum Beginning: CaseIterable { case first, checkpoint, cleaned }

  /// The identity was only in the header, and without it no record of the only segment could be trusted.
  @Test(
    "the loss of the first page of a segment costs only the records in that page",
    arguments: Beginning.allCases)
  func firstPage(beginning: Beginning) throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, Self.options)
    if beginning == .checkpoint {
      _ = try journal.checkpoint(of: try journal.write(0..<100))
    }
    if beginning == .cleaned {
      try journal.write(0..<100)
      try journal.supersede(below: try #require(journal.segments.last))
      try journal.supersede(below: try #require(journal.segments.last))
    }
    try journal.write(100..<300)
    // A cleaning leaves an empty segment after the deleted one.
    #expect(journal.segments.count == (beginning == .cleaned ? 2 : 1))
    var behind: [Entry] = []
    var within: UInt64 = 0
    let before = try LogScanner.scan(directory) { record in
      if record.location.offset >= 4096 { behind.append(Entry(record)) } else { within += 1 }
    }
    let damaged = directory.afterKill()
    damaged.alter(try Self.newest(damaged)) { bytes in
      bytes.replaceSubrange(0..<4096, with: repeatElement(0, count: 4096))
    }

    let (next, recovery, entries) = try openJournal(damaged, Self.options)

    #expect(entries == behind && behind.count > 100)
    // The marker at the beginning of a checkpoint and the marker of a base have a number too.
    #expect((within...within + 1).contains(recovery.lostRecords), "\(recovery)")
    #expect(recovery.base == before.base)
    let more = try next.write(300..<310)
    #expect(try openJournal(damaged.afterKill(), Self.options).entries == behind + more)
  }

  @Test("the copy of a header is a record that a reader of format 1 skips, once per long segment")
  func copyIsSkippable() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, Self.options)
    let written = try journal.write(0..<200)
    let bytes = try #require(directory.contents()["0000000000000001.log"])

    let reading = bytes.withUnsafeBytes(SegmentHeader.read)
    guard case .valid(let header) = reading else {
      Issue.record("\(reading)")
      return
    }
    var others: [RecordHeader] = []
    var records = 0
    bytes.withUnsafeBytes { bytes in
      var offset = SegmentHeader.size
      while let record = RecordHeader.read(bytes, at: offset, seed: header.seed) {
        records += 1
        if record.type != .entry(.put) {
          others.append(record)
          #expect(offset >= 4096 && offset < 8192)
          let payload = offset + RecordHeader.size..<offset + record.recordSize
          #expect(bytes[payload].elementsEqual(bytes[..<SegmentHeader.size]))
        }
        offset += record.recordSize
      }
    }
    #expect(records == written.count + 1)
    #expect(others.map(\.type.byte) == [10] && others.allSatisfy { $0.flags.contains(.skippable) })
    #expect(bytes[8] == 1 && bytes[10] == 1, "the format is 1, and so is the least reader")
  }
}

/// Records that may be longer than a segment: the copy of a record is longer than the record.
@Suite struct LongCopyTests {
  private static let long = [UInt8](repeating: UInt8(ascii: "y"), count: 100 << 10)

  // The copy was refused as too large, and this was treated as a disk failure.
  @Test("a copy and a record that ends a job may be longer than a segment")
  func longerThanSegment() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<3)

    #expect(journal.largestPayload == 512)
    let copy = try journal.append(.put, epoch: 1, Self.long, isCopy: true)
    let end = try journal.append(.done, epoch: 1, Self.long)
    journal.commit()
    let later = try journal.write(3..<30)

    #expect(try journal.read(copy.location) == Self.long)
    for survivor in [directory.afterKill(), directory.afterPowerCut()] {
      let (_, recovery, entries) = try openJournal(survivor)
      #expect(recovery.damage.isEmpty)
      #expect(entries.map(\.sequence).contains(end.sequence.value))
      #expect(
        entries.map(\.payload)
          == (written.map(\.payload) + [Self.long, Self.long]
            + later.map(\.payload)))
    }
  }

  @Test("a checkpoint accepts records that are longer than a segment")
  func checkpoint() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let long = Entry(sequence: 0, kind: .put, epoch: 1, payload: Self.long)

    let moved = try journal.checkpoint(of: [long, long])
    let later = try journal.write(0..<30)

    #expect(try openJournal(directory.afterPowerCut()).entries == moved + later)
  }

  @Test("without space for a longer segment a copy is refused, and the journal stays usable")
  func noSpace() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<3)
    directory.setSpace(directory.bytesUsed + 4096)

    #expect(throws: JournalError.noSpace) {
      try journal.append(.put, epoch: 1, Self.long, isCopy: true)
    }

    #expect(journal.isPoisoned == false)
    #expect(throws: Never.self) { try journal.write(3..<5) }
  }
}

/// An open journal of a group that never had a job.
@Suite struct UnusedJournalTests {
  private static let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 8 << 10)

  @Test("a journal without records takes only a header of disk space, start after start")
  func takesNothing() throws {
    var directory = MemoryLogDirectory()
    for _ in 0..<3 {
      let (journal, recovery, entries) = try openJournal(directory, Self.options)
      #expect(entries.isEmpty && recovery.damage.isEmpty)
      #expect(directory.bytesUsed <= 4096 && directory.contents().count == 1)
      #expect(journal.usage.fileBytes <= 4096 && journal.usage.usedBytes >= 0)
      directory = directory.afterKill()
    }
    let (journal, _, _) = try openJournal(directory, Self.options)
    journal.close()
    #expect(directory.bytesUsed <= 4096)
  }

  @Test(
    "the first record allocates the space of a segment and a reserve for the records that end jobs"
  )
  func firstRecord() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, Self.options)

    let written = try journal.write(0..<1)

    #expect(directory.bytesUsed == 3 * Self.options.segmentBytes)
    // From here on the backlog can be delivered on a full disk.
    directory.setSpace(directory.bytesUsed)
    for _ in 0..<30 {
      _ = try journal.append(.done, epoch: 1, [UInt8](repeating: 1, count: 3 << 10))
    }
    _ = try journal.append(.clear, epoch: 2, [])
    journal.commit()
    #expect(journal.isPoisoned == false)
    let entries = try openJournal(directory.afterPowerCut(), Self.options).entries
    #expect(entries.count == written.count + 31)
  }

  @Test("the first record is refused on a full disk and accepted when there is space")
  func fullDisk() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, Self.options)
    directory.setSpace(Self.options.segmentBytes)

    #expect(throws: JournalError.noSpace) { try journal.append(.put, epoch: 1, payload(1)) }

    #expect(journal.isPoisoned == false)
    directory.setSpace(nil)
    let written = try journal.write(0..<3)
    #expect(try openJournal(directory.afterPowerCut(), Self.options).entries == written)
  }
}

/// Tests of valid checksums over numbers that no journal writes. Any writer to the directory can create them.
@Suite struct ForgedJournalTests {
  static let extremes: [UInt64] = [
    0, 1, 2, 3, 4, 1 << 31, 1 << 32, 1 << 53, 1 << 61, 1 << 61 + 1, 1 << 62, 1 << 62 + 1,
    1 << 63 - 1, 1 << 63, .max - 1, .max,
  ]

  /// The bytes of a segment with arbitrary numbers.
  struct Segment {
    static let id = LogID(high: 7, low: 9)

    let header: SegmentHeader
    private(set) var bytes: [UInt8]

    init(_ number: UInt64 = 1, epoch: UInt64 = 1, base: UInt64 = 0, flags: UInt32 = 1) {
      header = SegmentHeader(
        flags: flags, firstSequence: number, epoch: epoch, base: base, id: Self.id)
      bytes = header.bytes
    }

    mutating func add(
      _ sequence: UInt64, type: UInt8 = 1, epoch: UInt64 = 1, flags: UInt16 = 2,
      _ payload: [UInt8] = Array("payload".utf8)
    ) {
      RecordHeader(
        type: RecordType(type), flags: RecordFlags(rawValue: flags), sequence: sequence,
        epoch: epoch, length: payload.count
      ).write(payload, seed: header.seed, to: &bytes)
    }
  }

  /// Expects that the journal opens or is refused; a record written after an open is there at the next one.
  private static func expectNoTrap(
    _ directory: MemoryLogDirectory, _ what: @autoclosure () -> String
  ) throws {
    let opened: (journal: Journal, recovery: Recovery, entries: [Entry])
    do {
      opened = try openJournal(directory)
    } catch is JournalError {
      return
    }
    let epoch = opened.recovery.newestEpoch
    let more = try opened.journal.write(0..<3, epoch: epoch)
    let next = epoch == .max ? epoch : epoch + 1
    try opened.journal.checkpoint(epoch: next) { writer throws(JournalError) in
      for entry in more { _ = try writer.append(.put, entry.payload) }
    }
    let last = try opened.journal.write(3..<40, epoch: next)
    let again = try openJournal(directory.afterKill())
    #expect(again.recovery.lostRecords == 0, "\(what()): \(again.recovery)")
    #expect(again.entries.map(\.payload) == (more + last).map(\.payload), "\(what())")
  }

  @Test(
    "any sequence number or epoch of a record", arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 255])
  func records(type: UInt8) throws {
    for number in Self.extremes {
      for (sequence, epoch) in [(number, 1), (2, number), (number, number)] as [(UInt64, UInt64)] {
        for flags in [0, 2, 7] as [UInt16] {
          var segment = Segment()
          segment.add(1)
          segment.add(sequence, type: type, epoch: epoch, flags: flags)
          segment.add(3)
          let directory = MemoryLogDirectory()
          directory.put(SegmentName.name(1), segment.bytes)
          directory.put(SegmentName.name(9), Segment(9).bytes)
          try Self.expectNoTrap(directory, "type \(type), \(sequence), epoch \(epoch)")
        }
      }
    }
  }

  @Test("any number in a header")
  func headers() throws {
    for number in Self.extremes {
      for segment in [
        Segment(5, epoch: number), Segment(5, base: number), Segment(5, flags: .max),
        Segment(number), Segment(number, base: number), Segment(number, epoch: number, base: 4),
      ] where segment.header.firstSequence > 0 {
        var first = Segment()
        first.add(1)
        var segment = segment
        segment.add(segment.header.firstSequence)
        let directory = MemoryLogDirectory()
        directory.put(SegmentName.name(1), first.bytes)
        directory.put(SegmentName.name(segment.header.firstSequence), segment.bytes)
        try Self.expectNoTrap(directory, "\(segment.header)")
      }
    }
  }

  @Test(
    "a base above its own segment supersedes nothing", arguments: [6, 1 << 62, .max] as [UInt64])
  func baseAbove(base: UInt64) throws {
    var first = Segment()
    for sequence in 1...3 as ClosedRange<UInt64> { first.add(sequence) }
    var second = Segment(5, base: base)
    second.add(5)
    let directory = MemoryLogDirectory()
    directory.put(SegmentName.name(1), first.bytes)
    directory.put(SegmentName.name(5), second.bytes)

    #expect(try openJournal(directory).entries.map(\.sequence) == [1, 2, 3, 5])
  }

  @Test("any payload of the record that repeats a base", arguments: [0, 1, 7, 8, 9])
  func bases(length: Int) throws {
    for number in Self.extremes {
      var segment = Segment(5)
      let payload = withUnsafeBytes(of: number.littleEndian, Array.init) + [0]
      segment.add(5, type: 9, Array(payload.prefix(length)))
      let directory = MemoryLogDirectory()
      directory.put(SegmentName.name(1), Segment().bytes)
      // Its own header is lost, so the base is read from the record.
      directory.put(
        SegmentName.name(5), [UInt8](repeating: 0, count: 64) + segment.bytes[64...])
      try Self.expectNoTrap(directory, "\(length) bytes, \(number)")
    }
  }

  @Test("random numbers in all places")
  func random() throws {
    var dice = SeededNumbers(seed: 31)
    func number(_ dice: inout SeededNumbers) -> UInt64 {
      Bool.random(using: &dice)
        ? Self.extremes.randomElement(using: &dice) ?? 0 : UInt64.random(in: 0..<12, using: &dice)
    }
    for round in 0..<500 {
      let directory = MemoryLogDirectory()
      for name in [1, 6] as [UInt64] {
        var segment = Segment(
          name, epoch: number(&dice), base: Bool.random(using: &dice) ? 0 : number(&dice),
          flags: UInt32(truncatingIfNeeded: number(&dice)))
        for _ in 0..<Int.random(in: 0..<5, using: &dice) {
          let payload = [UInt8](repeating: 0x7F, count: Int.random(in: 0..<40, using: &dice))
          segment.add(
            number(&dice), type: UInt8.random(in: 0...10, using: &dice), epoch: number(&dice),
            flags: UInt16.random(in: 0..<8, using: &dice), payload)
        }
        var bytes = segment.bytes
        if round % 5 == 0 { bytes.replaceSubrange(0..<8, with: repeatElement(0, count: 8)) }
        directory.put(SegmentName.name(name), bytes)
      }
      try Self.expectNoTrap(directory, "round \(round)")
    }
  }

  // Each header claims the rest of the file, and each claim was checked: the time grew with the square of the length.
  @Test(
    "the time to read a segment of false headers grows linearly with its length",
    .timeLimit(.minutes(10)))
  func falseHeads() throws {
    let size = 4 << 20
    var segment = Segment()
    segment.add(1)
    var bytes = segment.bytes
    while bytes.count < size {
      let length = UInt32(max(0, size - bytes.count - 32))
      bytes += withUnsafeBytes(of: RecordHeader.marker.littleEndian, Array.init)
      bytes += [1, 1, 1, 1] + withUnsafeBytes(of: length.littleEndian, Array.init)
      bytes += [1, 1, 0, 0] + [UInt8](repeating: 1, count: 16)
    }
    let directory = MemoryLogDirectory()
    directory.put(SegmentName.name(1), bytes)

    var records = 0
    let recovery = try LogScanner.scan(directory) { _ in records += 1 }

    #expect(records == 1 && recovery.lostRecords == 1)
  }
}
