import DurableLog
import Glibc
import TestSupport
import Testing

@Suite struct CleaningTests {
  /// Copies the live records of the oldest `count` segments and deletes these segments. Returns all records that the
  /// next read must find, with the copies at their new position.
  private static func clean(
    _ journal: Journal, _ count: Int, of written: [Entry], isLive: (Entry) -> Bool
  ) throws -> [Entry] {
    let end = journal.segments[count]
    var kept = written.filter { $0.sequence >= end }
    for entry in written where entry.sequence < end && isLive(entry) {
      let (sequence, _) = try journal.append(.put, epoch: 1, entry.payload, isCopy: true)
      kept.append(
        Entry(sequence: sequence.value, kind: .put, epoch: 1, payload: entry.payload))
    }
    let (sequence, _) = try journal.append(.state, epoch: 1, payload(0), isCopy: true)
    kept.append(Entry(sequence: sequence.value, kind: .state, epoch: 1, payload: payload(0)))
    journal.commit()
    try journal.supersede(below: end)
    return kept
  }

  @Test("deleted segments are gone, and the later records are complete")
  func givesUp() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<60)
    let segments = journal.segments
    #expect(segments.count > 4)

    let kept = try Self.clean(journal, 3, of: written) { $0.sequence % 5 == 0 }
    let later = try journal.write(70..<90)

    #expect(journal.segments.first == segments[3])
    #expect(
      directory.contents().keys.filter { $0.hasSuffix(".log") }.count == journal.segments.count)
    for survivor in [directory.afterKill(), directory.afterPowerCut()] {
      let (next, recovery, entries) = try openJournal(survivor)
      #expect(entries == kept + later)
      #expect(recovery.damage.isEmpty)
      // Repeat this for several processes.
      let more = try next.write(90..<120)
      let again = try openJournal(survivor.afterKill())
      #expect(again.entries == kept + later + more)
      #expect(again.recovery.damage.isEmpty)
    }
  }

  @Test("all segments but the last can be deleted at once, also right after a start")
  func all() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<40)

    var kept = try Self.clean(journal, journal.segments.count - 1, of: written) { _ in false }
    var survivor = directory
    for _ in 0..<3 {
      survivor = survivor.afterKill()
      let (next, recovery, entries) = try openJournal(survivor)
      #expect(entries == kept)
      #expect(recovery.damage.isEmpty)
      kept = try Self.clean(next, next.segments.count - 1, of: entries) { $0.kind == .put }
      #expect(try openJournal(survivor.afterPowerCut()).entries == kept)
    }
  }

  @Test("a copied record is distinguished from a new one")
  func copies() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<20)
    _ = try Self.clean(journal, 1, of: written) { _ in true }
    journal.close()

    var copies: [Bool] = []
    _ = try LogScanner.scan(directory) { copies.append($0.isCopy) }
    #expect(copies.contains(false))
    #expect(copies.firstIndex(of: true) == copies.count - copies.count { $0 })
  }

  @Test("the unused space of a segment that is closed early is freed")
  func earlyEnd() throws {
    let directory = MemoryLogDirectory()
    let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 512)
    let (journal, _, _) = try openJournal(directory, options)
    try journal.write(0..<10)
    try journal.supersede(below: try #require(journal.segments.last))
    #expect(journal.usage.fileBytes < 66 << 10)
    #expect(journal.usage.usedBytes < 2048)
  }

  @Test("space preallocated by a killed process is freed by the next one")
  func preallocated() throws {
    let directory = MemoryLogDirectory()
    let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 512)
    var survivor = directory
    for start in 0..<10 {
      let (journal, recovery, entries) = try openJournal(survivor, options)
      #expect(recovery.damage.isEmpty)
      #expect(entries.map(\.payload) == (0..<start).map(payload))
      #expect(journal.usage.fileBytes < 70 << 10)
      try journal.write(start..<start + 1)
      survivor = survivor.afterKill()
    }
    #expect(survivor.bytesUsed < 256 << 10)
  }

  @Test("a crash in any step of a deletion leaves the segments or removes them, and loses nothing")
  func crash() throws {
    var steps = 0
    while true {
      let directory = MemoryLogDirectory()
      let (journal, _, _) = try openJournal(directory)
      let written = try journal.write(0..<60)
      let live = { (entry: Entry) in entry.sequence % 4 == 0 }
      directory.fail([.init(nil, after: steps, .error(EIO), lasts: true)])

      let kept = try? Self.clean(journal, 3, of: written, isLive: live)

      let crashed = directory.faultsTriggered > 0
      let needed = Set(written.filter(live).map(\.payload))
      let survivors = [
        directory.afterKill(), directory.afterPowerCut(),
        directory.afterPowerCut(.tears(seed: UInt64(steps))),
        directory.afterPowerCut(.tears(seed: UInt64(steps) + 1000)),
      ]
      for survivor in survivors {
        let (next, recovery, entries) = try openJournal(survivor)
        #expect(recovery.lostRecords == 0, "step \(steps): \(recovery.damage)")
        #expect(needed.isSubset(of: entries.map(\.payload)), "step \(steps)")
        if recovery.base > 0, let kept { #expect(entries == kept, "step \(steps)") }
        if recovery.base == 0 { #expect(Set(entries).isSuperset(of: written), "step \(steps)") }
        let more = try next.write(90..<92)
        #expect(try openJournal(survivor.afterKill()).entries == entries + more, "step \(steps)")
      }
      if !crashed { break }
      steps += 1
    }
    #expect(steps > 8)
  }

  @Test("if a segment cannot be deleted, the deletion fails and every record stays readable")
  func failure() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<40)
    directory.fail([.init(.rename, .error(EIO))])

    #expect(throws: JournalError.io(FileError(.rename, code: EIO))) {
      try journal.supersede(below: journal.segments[1])
    }

    #expect(journal.isPoisoned)
    #expect(try openJournal(directory.afterPowerCut()).entries == written)
    let moved = try journal.checkpoint(of: written)
    #expect(try openJournal(directory.afterPowerCut()).entries == moved)
  }

  @Test("a damaged header in the first segment of the log loses no record")
  func damagedHeader() throws {
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original)
    let written = try journal.write(0..<60)
    let kept = try Self.clean(journal, 3, of: written) { _ in false }
    let name = try #require(
      original.contents().keys.filter { $0.hasSuffix(".log") }.sorted().last)

    for offset in 0..<64 {
      let directory = original.afterKill()
      directory.alter(name) { $0[offset] ^= 4 }
      let (_, recovery, entries) = try openJournal(directory)
      #expect(entries == kept, "offset \(offset)")
      #expect(recovery.lostRecords == 0, "offset \(offset): \(recovery.damage)")
    }
  }

  @Test("on a full disk dead segments are deleted: the reserve is enough for that")
  func fullDisk() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<60)
    directory.setSpace(directory.bytesUsed)

    // A copy does not use the reserve.
    #expect(throws: JournalError.noSpace) {
      for _ in 0..<10 {
        _ = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 300), isCopy: true)
      }
    }
    #expect(journal.isPoisoned == false)
    let segments = journal.segments
    try journal.supersede(below: segments[2])

    #expect(journal.segments.first == segments[2])
    for _ in 0..<2 { _ = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 300)) }
    journal.commit()
    #expect(journal.isPoisoned == false)
  }

  @Test("new jobs cannot exceed the maximum length of the log; records that end jobs can")
  func longestLog() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let large = [UInt8](repeating: 1, count: 300)

    #expect(throws: JournalError.full(used: 5120)) {
      for _ in 0..<100 { _ = try journal.append(.put, epoch: 1, large, logBytes: 4096) }
    }
    for _ in 0..<5 { _ = try journal.append(.done, epoch: 1, large) }
    _ = try journal.append(.put, epoch: 1, large, isCopy: true)
    journal.commit()
    #expect(journal.isPoisoned == false)
    try journal.supersede(below: journal.segments[4])
    #expect(throws: Never.self) { try journal.append(.put, epoch: 1, large, logBytes: 4096) }
  }

  @Test("after a checkpoint of the same segments a deletion does nothing")
  func afterCheckpoint() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<40)
    let end = journal.segments[2]
    let moved = try journal.checkpoint(of: Array(written.suffix(3)))

    try journal.supersede(below: end)

    #expect(journal.segments.count == 1)
    #expect(try openJournal(directory.afterPowerCut()).entries == moved)
  }
}
