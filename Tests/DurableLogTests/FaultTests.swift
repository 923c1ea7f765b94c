import DurableLog
import Glibc
import TestSupport
import Testing

@Suite struct FaultTests {
  /// Plays a run with rotations, a checkpoint and a clean close. After an error the caller tries a checkpoint, as
  /// the engine does.
  private static func live(in directory: MemoryLogDirectory) -> (
    Acknowledged, appended: Set<[UInt8]>
  ) {
    let acknowledged = Acknowledged()
    var live: [[UInt8]] = []
    guard let (journal, _, _) = try? openJournal(directory) else { return (acknowledged, []) }
    func checkpoint() {
      // The set of live records must be known: no record may be decided during the checkpoint.
      journal.commit()
      let payloads = live.filter(acknowledged.payloads.contains)
      try? journal.checkpoint(epoch: 1) { writer throws(JournalError) in
        for payload in payloads { _ = try writer.append(.put, payload) }
      }
    }
    for number in 0..<36 {
      live.append(payload(number))
      do throws(JournalError) {
        let (sequence, _) = try journal.append(.put, epoch: 1, payload(number))
        journal.whenDurable(sequence) { acknowledged.record(payload(number), $0) }
      } catch {
        checkpoint()
      }
      if number % 3 == 0 { journal.commit() }
      if number == 20 { checkpoint() }
    }
    journal.commit()
    journal.close()
    return (acknowledged, Set(live))
  }

  @Test(
    "no failing system call loses an acknowledged record, invents one, or looks like damage",
    arguments: [EIO, ENOSPC, EROFS, EDQUOT, EINTR])
  func everyCall(code: Int32) throws {
    var calls = 0
    while true {
      let directory = MemoryLogDirectory()
      // Every second failing write has written some bytes.
      let effect: MemoryLogDirectory.Fault.Effect = calls % 2 == 0 ? .error(code) : .partly(code)
      directory.fail([.init(nil, after: calls, effect)])

      let (acknowledged, appended) = Self.live(in: directory)

      let survivors = [
        directory.afterKill(), directory.afterPowerCut(),
        directory.afterPowerCut(.tears(seed: UInt64(calls))),
      ]
      for (index, survivor) in survivors.enumerated() {
        let (_, recovery, entries) = try openJournal(survivor)
        let found = Set(entries.map(\.payload))
        #expect(found.isSuperset(of: acknowledged.payloads), "call \(calls), survivor \(index)")
        #expect(found.isSubset(of: appended), "call \(calls), survivor \(index)")
        #expect(
          recovery.lostRecords == 0, "call \(calls), survivor \(index): \(recovery.damage)")
      }
      if directory.faultsTriggered == 0 {
        #expect(acknowledged.payloads.count == 36)
        break
      }
      calls += 1
    }
    #expect(calls > 60)
  }

  @Test("killed at any system call, a journal has every acknowledged record")
  func killedAtEveryCall() throws {
    var calls = 0
    while true {
      let directory = MemoryLogDirectory()
      directory.fail([.init(nil, after: calls, .error(EIO), lasts: true)])

      let (acknowledged, appended) = Self.live(in: directory)

      for survivor in [directory.afterKill(), directory.afterPowerCut()] {
        let (_, recovery, entries) = try openJournal(survivor)
        let found = Set(entries.map(\.payload))
        #expect(found.isSuperset(of: acknowledged.payloads), "call \(calls)")
        #expect(found.isSubset(of: appended), "call \(calls)")
        #expect(recovery.lostRecords == 0, "call \(calls): \(recovery.damage)")
      }
      if directory.faultsTriggered == 0 { break }
      calls += 1
    }
  }

  @Test("short and interrupted writes and syncs are completed, not reported as failures")
  func interruptions() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    directory.fail([
      .init(.write, .short(7)), .init(.write, .error(EINTR)), .init(.write, .short(1)),
      .init(.sync, .error(EINTR)),
    ])

    let written = try journal.write(0..<5)

    #expect(directory.faultsTriggered == 4)
    #expect(journal.isPoisoned == false)
    #expect(try openJournal(directory.afterPowerCut()).entries == written)
  }

  @Test(
    "a failed write or sync fails the unacknowledged records and poisons the journal until a checkpoint",
    arguments: [
      (FileError.Operation.write, EIO, JournalError.io(FileError(.write, code: EIO))),
      (.write, EDQUOT, .noSpace), (.write, EFBIG, .noSpace), (.write, EROFS, .readOnly),
      (.sync, EIO, .io(FileError(.sync, code: EIO))), (.sync, ENOSPC, .noSpace),
    ])
  func poisoned(operation: FileError.Operation, code: Int32, cause: JournalError) throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let before = try journal.append(.put, epoch: 1, payload(0))
    journal.commit()
    directory.fail([.init(operation, .error(code))])
    let (failed, _) = try journal.append(.put, epoch: 1, payload(1))
    let syncs = directory.calls[.sync, default: 0]
    journal.commit()

    #expect(journal.isPoisoned)
    #expect(journal.failure == cause)
    #expect(throws: cause) { try #require(journal.outcome(of: failed)).get() }
    #expect(throws: cause) { try journal.append(.done, epoch: 1, payload(2)) }
    #expect(throws: Never.self) { try #require(journal.outcome(of: before.sequence)).get() }
    #expect(try journal.read(before.location) == payload(0))
    #expect(directory.calls[.sync, default: 0] - syncs <= 1, "a failed sync is not tried again")

    try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
      _ = try writer.append(.put, try journal.read(before.location))
    }
    #expect(journal.isPoisoned == false)
    let more = try journal.write(3..<30)
    // The numbers of the failed records stay used and do not count as lost.
    #expect(throws: cause) { try #require(journal.outcome(of: failed)).get() }
    #expect(more.allSatisfy { $0.sequence > failed.value })
    let (_, recovery, entries) = try openJournal(directory.afterPowerCut())
    #expect(entries.map(\.payload) == [payload(0)] + more.map(\.payload))
    #expect(recovery.damage.isEmpty)
  }

  @Test("a failed checkpoint leaves the journal poisoned, and the next one can succeed")
  func failingCheckpoint() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    directory.fail([.init(.sync, .error(EIO)), .init(.sync, .error(EIO))])
    try journal.write(0..<1)

    #expect(throws: JournalError.io(FileError(.sync, code: EIO))) {
      try journal.checkpoint(of: [])
    }
    #expect(journal.isPoisoned)

    _ = try journal.checkpoint(of: [])
    #expect(throws: Never.self) { try journal.write(1..<2) }
  }

  @Test("a write that takes no byte is a failure")
  func emptyWrite() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<1)
    directory.fail([.init(.write, .short(0), lasts: true)])

    try journal.write(1..<2)

    #expect(journal.failure == .io(FileError(.write, code: EIO)))
  }

  @Test("a checkpoint whose name may be lost leaves the journal poisoned")
  func unnamedCheckpoint() throws {
    let cause = JournalError.io(FileError(.syncDirectory, code: EIO))
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<3)
    directory.fail([.init(.syncDirectory, .error(EIO))])

    #expect(throws: cause) { try journal.checkpoint(of: []) }

    #expect(journal.failure == cause)
    #expect(throws: cause) { try journal.append(.put, epoch: 1, payload(3)) }
    _ = try journal.checkpoint(of: [])
    #expect(journal.failure == nil)
  }

  @Test(
    "a full disk refuses new jobs early enough that the reserve has room for records that free space"
  )
  func reserve() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<1)
    directory.setSpace(directory.bytesUsed)
    let large = [UInt8](repeating: 1, count: 300)

    var accepted = 0
    #expect(throws: JournalError.noSpace) {
      while accepted < 1000 {
        _ = try journal.append(.put, epoch: 1, large)
        accepted += 1
      }
    }
    #expect(accepted == 2)
    #expect(journal.isPoisoned == false)

    // These records have a whole further segment.
    for _ in 0..<2 { _ = try journal.append(.done, epoch: 1, large) }
    _ = try journal.append(.clear, epoch: 2, payload(1))
    journal.commit()
    let entries = try openJournal(directory.afterPowerCut()).entries
    #expect(entries.map(\.kind) == [.put, .put, .put, .done, .done, .clear])

    // Free space makes room for new jobs.
    directory.setSpace(nil)
    for _ in 0..<10 { _ = try journal.append(.put, epoch: 2, large) }
    journal.commit()
    #expect(journal.isPoisoned == false)
  }

  @Test("a checkpoint can use the reserve and so empty a full disk")
  func checkpointOnFullDisk() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let written = try journal.write(0..<40)
    directory.setSpace(directory.bytesUsed)

    _ = try journal.checkpoint(of: Array(written.suffix(2)))

    #expect(throws: Never.self) { try journal.write(50..<60) }
  }

  @Test("a start on a full disk reads every record and is poisoned until there is space")
  func startOnFullDisk() throws {
    let first = MemoryLogDirectory()
    let written = try openJournal(first).journal.write(0..<20)
    let directory = first.afterKill()
    directory.setSpace(1)

    let (journal, _, entries) = try openJournal(directory)

    #expect(entries == written)
    #expect(journal.isPoisoned)
    #expect(throws: JournalError.noSpace) { try journal.append(.put, epoch: 1, payload(1)) }
    directory.setSpace(nil)
    let moved = try journal.checkpoint(of: entries)
    let more = try journal.write(30..<31)
    #expect(try openJournal(directory.afterPowerCut()).entries == moved + more)
  }
}
