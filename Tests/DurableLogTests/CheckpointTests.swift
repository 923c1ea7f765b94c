import DurableLog
import Glibc
import TestSupport
import Testing

@Suite struct CheckpointTests {
  @Test(
    "a checkpoint replaces all records, keeps the sequence numbers growing, and removes the old files"
  )
  func replaces() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<60)
    #expect(journal.usage.segments > 3)

    let moved = try journal.checkpoint(of: Array(written.suffix(3)), epoch: 4)
    let later = try journal.write(70..<90, epoch: 4)

    let (_, recovery, entries) = try openJournal(directory.afterPowerCut())
    #expect(entries == moved + later)
    #expect(moved.first.map(\.sequence) ?? 0 > written.last.map(\.sequence) ?? 0)
    #expect(recovery.damage.isEmpty)
    #expect(recovery.newestEpoch == 4)
    #expect(journal.usage.segments <= 3)
  }

  @Test("a checkpoint may be longer than a segment and longer than its buffer")
  func longCheckpoint() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let large = (0..<5000).map { number in
      Entry(
        sequence: 0, kind: .put, epoch: 1,
        payload: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 300))
    }

    let moved = try journal.checkpoint(of: large)
    let later = try journal.write(0..<20)

    let (_, recovery, entries) = try openJournal(directory.afterPowerCut())
    #expect(entries == moved + later)
    #expect(recovery.damage.isEmpty)
  }

  @Test("records of a checkpoint are read from their new locations; the old ones are superseded")
  func locations() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let (_, old) = try journal.append(.put, epoch: 1, payload(1))
    journal.commit()

    var new: RecordLocation?
    try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
      new = try writer.append(.put, try journal.read(old)).location
    }

    #expect(try journal.read(try #require(new)) == payload(1))
    #expect(throws: JournalError.superseded) { try journal.read(old) }
  }

  @Test("records queued when a checkpoint begins are acknowledged")
  func queuedBefore() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let acknowledged = Acknowledged()
    let (sequence, _) = try journal.append(.put, epoch: 1, payload(1))
    journal.whenDurable(sequence) { acknowledged.record(payload(1), $0) }

    try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
      _ = try writer.append(.put, payload(1))
    }

    #expect(acknowledged.payloads == [payload(1)])
    #expect(try openJournal(directory.afterPowerCut()).entries.map(\.payload) == [payload(1)])
  }

  @Test("a checkpoint that its body aborts changes nothing")
  func abandoned() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<3)

    #expect(throws: JournalError.tooLarge(limit: 16 << 20)) {
      try journal.checkpoint(epoch: 9) { writer throws(JournalError) in
        _ = try writer.append(.put, [UInt8](repeating: 1, count: (16 << 20) + 1))
      }
    }

    let more = try journal.write(3..<40)
    #expect(try openJournal(directory.afterPowerCut()).entries == written + more)
    #expect(journal.isPoisoned == false)
  }

  @Test("an append waits for a checkpoint on another thread and is not lost")
  func concurrentAppends() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)

    inThreads(4) { thread in
      for number in 0..<20 {
        #expect(throws: Never.self) {
          if thread == 0 {
            try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
              // Earlier records are in the files: carry them over.
              var live: [[UInt8]] = []
              _ = try LogScanner.scan(directory) { live.append(Array($0.payload)) }
              for payload in live { _ = try writer.append(.put, payload) }
            }
          } else {
            try journal.write(thread * 20 + number..<thread * 20 + number + 1)
          }
        }
      }
    }

    let entries = try openJournal(directory.afterPowerCut()).entries
    #expect(Set(entries.map(\.payload)) == Set((20..<80).map(payload)))
    #expect(entries.count == 60)
  }

  /// Every call fails from some point on, and the next process reads the files as of that point: a crash at that point.
  @Test("a crash in any step of a checkpoint leaves the old records or the new ones")
  func crash() throws {
    var steps = 0
    while true {
      let directory = MemoryLogDirectory()
      let (journal, _, _) = try openJournal(directory)
      let written = try journal.write(0..<40)
      let live = Array(written.suffix(5))
      directory.fail([.init(nil, after: steps, .error(EIO), lasts: true)])

      let moved = try? journal.checkpoint(of: live)

      let crashed = directory.faultsTriggered > 0
      let survivors = [
        directory.afterKill(), directory.afterPowerCut(),
        directory.afterPowerCut(.tears(seed: UInt64(steps))),
        directory.afterPowerCut(.tears(seed: UInt64(steps) + 1000)),
      ]
      for survivor in survivors {
        let (next, recovery, entries) = try openJournal(survivor)
        #expect(recovery.lostRecords == 0, "step \(steps): \(recovery.damage)")
        if entries.count == written.count {
          #expect(entries == written, "step \(steps)")
          #expect(moved == nil, "step \(steps)")
        } else {
          #expect(entries.map(\.payload) == live.map(\.payload), "step \(steps)")
        }
        let more = try next.write(90..<92)
        #expect(try openJournal(survivor.afterKill()).entries == entries + more, "step \(steps)")
      }
      if !crashed { break }
      steps += 1
    }
    #expect(steps > 10)
  }

  @Test("old files that survive a checkpoint do not restore their records")
  func resurrection() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<40)
    directory.fail([.init(.remove, .error(EIO), lasts: true)])

    let moved = try journal.checkpoint(of: [], epoch: 2)
    #expect(directory.contents().count > 3)
    #expect(try openJournal(directory.afterKill()).entries == moved)

    directory.fail([])
    _ = try journal.checkpoint(of: [], epoch: 2)
    #expect(directory.contents().keys.filter { $0.hasSuffix(".log") }.count == 1)
  }

  @Test("a damaged checkpoint is reported, and its intact records are read", arguments: 0..<20)
  func damagedCheckpoint(step: Int) throws {
    let original = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(original)
    let moved = try journal.checkpoint(of: try journal.write(0..<10))
    let directory = original.afterKill()
    let name = try #require(directory.contents().keys.filter { $0.hasSuffix(".log") }.first)
    directory.alter(name) { $0[64 + step * 30] ^= 16 }

    let (_, recovery, entries) = try openJournal(directory)

    #expect(Set(moved).isSuperset(of: entries))
    #expect(entries.count >= 9)
    #expect(recovery.lostRecords > 0)
    #expect(recovery.damage.allSatisfy { $0.reason == .corrupt })
  }

  @Test("the epoch of a checkpoint without records is known to the next process")
  func epoch() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<3)
    _ = try journal.checkpoint(of: [], epoch: 7)
    // Further segments, until that of the checkpoint is gone.
    try journal.write(3..<40)
    try journal.supersede(below: try #require(journal.segments.last))

    #expect(try openJournal(directory.afterKill()).recovery.newestEpoch == 7)
  }

  @Test("the smallest segments have 512 bytes")
  func smallest() throws {
    let directory = MemoryLogDirectory()
    let options = JournalOptions(segmentBytes: 512, recordBytes: 256)
    let written = try openJournal(directory, options).journal.write(0..<20)

    #expect(try openJournal(directory.afterPowerCut(), options).entries == written)
  }
}
