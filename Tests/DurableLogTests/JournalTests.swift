import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DurableLog

@Suite struct JournalTests {
  @Test("appended records are read after a restart, in order, with kind and epoch")
  func replay() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    var written: [Entry] = []
    for (number, kind) in RecordKind.allCases.enumerated() {
      let epoch = UInt64(number + 1)
      let (sequence, _) = try journal.append(kind, epoch: epoch, payload(number))
      written.append(
        Entry(sequence: sequence.value, kind: kind, epoch: epoch, payload: payload(number)))
    }
    journal.commit()

    let (_, recovery, entries) = try openJournal(directory.afterPowerCut())

    #expect(entries == written)
    #expect(recovery.records == 5)
    #expect(recovery.newestEpoch == 5)
    #expect(recovery.damage.isEmpty)
  }

  @Test("sequence numbers continue across segments and restarts and identify each record once")
  func sequences() throws {
    var directory = MemoryLogDirectory()
    var written: [Entry] = []
    for round in 0..<4 {
      let (journal, recovery, entries) = try openJournal(directory)
      #expect(entries == written)
      #expect(recovery.damage.isEmpty)
      written += try journal.write(round * 40..<round * 40 + 40)
      if round % 2 == 0 { journal.close() }
      directory = directory.afterKill()
    }

    #expect(zip(written, written.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
    #expect(directory.contents().count > 4)
  }

  @Test("a record is readable while queued, when written, from an old segment, and when closed")
  func reading() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    var locations: [(RecordLocation, [UInt8])] = []
    for number in 0..<60 {
      let (_, location) = try journal.append(.put, epoch: 1, payload(number))
      locations.append((location, payload(number)))
    }
    for (location, expected) in locations { #expect(try journal.read(location) == expected) }

    journal.commit()
    for (location, expected) in locations { #expect(try journal.read(location) == expected) }
    #expect(Set(locations.map(\.0.segment)).count > 3)

    journal.close()
    for (location, expected) in locations { #expect(try journal.read(location) == expected) }
  }

  @Test("a read detects a changed byte")
  func damagedRead() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let (_, location) = try journal.append(.put, epoch: 1, payload(1))
    journal.commit()

    directory.alter("0000000000000001.log") { $0[Int(location.offset) + 33] ^= 1 }

    #expect(throws: JournalError.damaged(file: "0000000000000001.log", offset: 64)) {
      try journal.read(location)
    }
  }

  @Test("an acknowledgement waits for the sync of its record and happens once")
  func acknowledgement() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let count = Box(Mutex(0))
    let (sequence, _) = try journal.append(.put, epoch: 1, payload(1))
    journal.whenDurable(sequence) { _ in count.value.withLock { $0 += 1 } }
    #expect(count.value.withLock { $0 } == 0)

    let syncsBefore = directory.calls[.sync, default: 0]
    journal.commit()
    journal.commit()

    #expect(count.value.withLock { $0 } == 1)
    #expect(directory.calls[.sync, default: 0] == syncsBefore + 1)
    #expect(throws: Never.self) { try #require(journal.outcome(of: sequence)).get() }
  }

  @Test("an acknowledgement may append and commit")
  func reentrantAcknowledgement() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let (sequence, _) = try journal.append(.put, epoch: 1, payload(1))
    journal.whenDurable(sequence) { _ in
      #expect(throws: Never.self) { try journal.write(2..<3) }
    }

    journal.commit()

    #expect(try openJournal(directory.afterPowerCut()).entries.count == 2)
  }

  @Test("with process durability an acknowledgement follows the write; a clear is synced at once")
  func processDurability() throws {
    let directory = MemoryLogDirectory()
    var options = JournalOptions.small
    options.durability = .process
    let (journal, _, _) = try openJournal(directory, options)
    let syncs = directory.calls[.sync, default: 0]

    try journal.write(0..<3)
    #expect(directory.calls[.sync, default: 0] == syncs)
    #expect(try openJournal(directory.afterKill()).entries.count == 3)

    _ = try journal.append(.clear, epoch: 2, [])
    journal.commit()
    #expect(directory.calls[.sync, default: 0] == syncs + 1)
    #expect(try openJournal(directory.afterPowerCut()).entries.count == 4)
  }

  @Test("with process durability the background thread syncs within about a second")
  func backgroundSync() throws {
    let directory = MemoryLogDirectory()
    var options = JournalOptions.small
    options.durability = .process
    let (journal, _, _) = try openJournal(directory, options)
    let synced = DispatchSemaphore(value: 0)
    directory.onCall { if $0 == .sync { synced.signal() } }

    try journal.write(0..<1)

    #expect(synced.wait(timeout: .now() + 60) == .success)
    journal.close()
  }

  @Test("a failed background sync poisons the journal, and a checkpoint repairs it")
  func failedBackgroundSync() throws {
    let directory = MemoryLogDirectory()
    var options = JournalOptions.small
    options.durability = .process
    let (journal, _, _) = try openJournal(directory, options)
    let synced = DispatchSemaphore(value: 0)
    directory.fail([.init(.sync, .error(5))])
    directory.onCall { if $0 == .sync { synced.signal() } }

    let written = try journal.write(0..<1)
    #expect(synced.wait(timeout: .now() + 60) == .success)
    // The next caller that takes the file lock runs after the thread that noticed the failure.
    _ = try journal.checkpoint(of: written)

    #expect(journal.isPoisoned == false)
    #expect(try openJournal(directory.afterPowerCut()).entries.map(\.payload) == [payload(0)])
    journal.close()
  }

  @Test("commitSoon and commitLazily commit without a waiting caller", arguments: [true, false])
  func backgroundCommit(soon: Bool) throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let acknowledged = DispatchSemaphore(value: 0)
    let (sequence, _) = try journal.append(.done, epoch: 1, payload(1))
    journal.whenDurable(sequence) { _ in acknowledged.signal() }

    if soon { journal.commitSoon() } else { journal.commitLazily() }

    #expect(acknowledged.wait(timeout: .now() + 60) == .success)
    journal.close()
  }

  @Test("a journal may be closed by its own acknowledgement, on the background thread")
  func closedInBackground() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let closed = DispatchSemaphore(value: 0)
    let (sequence, _) = try journal.append(.done, epoch: 1, payload(1))
    journal.whenDurable(sequence) { _ in
      journal.close()
      closed.signal()
    }

    journal.commitSoon()

    #expect(closed.wait(timeout: .now() + 60) == .success)
  }

  @Test("a record that no reader accepts is refused and leaves nothing")
  func tooLarge() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let largest = [UInt8](repeating: 1, count: 16 << 20)

    #expect(throws: JournalError.tooLarge(limit: 16 << 20)) {
      try journal.append(.put, epoch: 1, largest + [1])
    }
    _ = try journal.append(.put, epoch: 1, largest)
    journal.commit()

    #expect(try openJournal(directory.afterKill()).entries.map(\.payload) == [largest])
  }

  @Test("a closed journal commits first, refuses later records, and takes only the space it needs")
  func closing() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let (sequence, _) = try journal.append(.put, epoch: 1, payload(1))

    journal.close()
    journal.close()

    #expect(throws: Never.self) { try #require(journal.outcome(of: sequence)).get() }
    #expect(throws: JournalError.closed) { try journal.append(.put, epoch: 1, payload(2)) }
    #expect(throws: JournalError.closed) { try journal.checkpoint(of: []) }
    #expect(Array(directory.contents().keys) == ["0000000000000001.log"])
    #expect(directory.bytesUsed < 200)
  }

  @Test(
    "starting and stopping an idle journal does not accumulate files", arguments: [true, false])
  func idleRestarts(closes: Bool) throws {
    var directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<3)
    for _ in 0..<5 {
      directory = directory.afterKill()
      let (journal, recovery, entries) = try openJournal(directory)
      #expect(entries == written)
      #expect(recovery.damage.isEmpty)
      if closes { journal.close() }
    }

    let segments = directory.contents().keys.filter { $0.hasSuffix(".log") }
    #expect(segments.count == 2)
  }

  @Test("usage counts segments and the bytes of records")
  func usage() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    #expect(journal.usage.segments == 1)
    #expect(journal.usage.recordBytes == 0)
    #expect(journal.usage.fileBytes == 64, "the first record allocates the space")

    _ = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 500))
    _ = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 500))
    journal.commit()

    #expect(journal.usage.segments == 2)
    #expect(journal.usage.recordBytes == 1072)
    #expect(journal.usage.fileBytes == 2048)
  }

  @Test("a spare segment is filled with zeros in the background and then used")
  func filledSpare() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let filled = DispatchSemaphore(value: 0)
    directory.onCall { if $0 == .sync { filled.signal() } }

    for number in 0..<10 { _ = try journal.append(.put, epoch: 1, payload(number)) }
    #expect(filled.wait(timeout: .now() + 60) == .success)
    directory.onCall { _ in }
    let written = try journal.write(10..<60)

    #expect(try openJournal(directory.afterPowerCut()).entries.suffix(50) == written[...])
    journal.close()
  }

  @Test("a spare is filled in pieces of 256 KiB, which the disk takes one by one")
  func pieces() throws {
    let directory = MemoryLogDirectory()
    let calls = Mutex<[FileError.Operation]>([])
    let store = SegmentStore(
      directory, id: .random(), segmentBytes: 600 << 10, smallBytes: 600 << 10)
    try store.makeSpare()
    directory.onCall { call in calls.withLock { $0.append(call) } }

    #expect(store.fillPiece() && store.fillPiece() && store.hasUnfilledSpare)
    #expect(!store.fillPiece() && !store.hasUnfilledSpare && store.spareCount == 1)
    #expect(!store.fillPiece(), "there is nothing left to fill")

    let piece: [FileError.Operation] = [.write, .writeBack]
    #expect(calls.withLock { $0 } == piece + piece + piece + [.sync])
    #expect(directory.contents().values.map(\.count) == [600 << 10])
  }

  @Test("a spare that was begun is filled before another one")
  func begun() throws {
    let store = SegmentStore(
      MemoryLogDirectory(), id: .random(), segmentBytes: 600 << 10, smallBytes: 600 << 10)
    try store.makeSpare()
    _ = store.fillPiece()
    try store.makeSpare()

    #expect(store.fillPiece() && !store.fillPiece() && store.hasUnfilledSpare)
    #expect(store.takeSpare()?.isFilled == true)
  }

  @Test("a spare whose zeros the disk does not take is removed")
  func failedPiece() throws {
    let directory = MemoryLogDirectory(faults: [.init(.writeBack, after: 1, .error(EIO))])
    let store = SegmentStore(
      directory, id: .random(), segmentBytes: 600 << 10, smallBytes: 600 << 10)
    try store.makeSpare()

    #expect(store.fillPiece() && !store.fillPiece())
    #expect(store.spareCount == 0 && directory.contents().isEmpty)
  }

  /// Acknowledgements waited until a spare was filled as a whole, if the thread that committed for others filled it. With
  /// commits before all pieces, a spare was not filled in time.
  @Test("commits and pieces of zeros take turns")
  func commitBetweenPieces() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    let calls = Mutex<[FileError.Operation]>([])
    let filled = DispatchSemaphore(value: 0)
    directory.onCall { call in
      let (pieces, commits) = calls.withLock { calls in
        calls.append(call)
        return (calls.count { $0 == .writeBack }, calls.count { $0 == .sync })
      }
      if call == .writeBack, pieces == 16 { filled.signal() }
      // From the first piece on, there is always something to commit.
      if call == .sync, pieces > 0, commits < 100 {
        _ = try? journal.append(.put, epoch: 1, payload(commits))
      }
      if call == .sync || call == .writeBack { journal.commitSoon() }
    }

    // Half of the first segment is used: the spare is filled.
    for _ in 0..<140 {
      _ = try journal.append(.put, epoch: 1, [UInt8](repeating: 1, count: 1000))
    }

    #expect(filled.wait(timeout: .now() + 60) == .success)
    // The first spare takes one piece. The second one is made then.
    let after = calls.withLock { calls in
      calls[(calls.lastIndex(of: .preallocate) ?? 0)...].drop { $0 != .writeBack }.dropFirst()
    }
    let turn: [FileError.Operation] = [.write, .sync, .write, .writeBack]
    #expect(Array(after.prefix(12)) == turn + turn + turn)
    directory.onCall { _ in }
    journal.close()
  }

  @Test("a request for a commit of nothing starts no thread")
  func nothingToCommit() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    _ = try journal.append(.put, epoch: 1, payload(1))
    journal.commit()

    journal.commitSoon()
    #expect(!journal.flusher.isRunning)

    _ = try journal.append(.put, epoch: 1, payload(2))
    journal.commitSoon()
    #expect(journal.flusher.isRunning)
    journal.close()
  }
}
