import DurableLog
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct GroupCommitTests {
  @Test("commits that arrive during a sync share the next sync")
  func sharing() throws {
    let threads = 8
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    let appended = DispatchSemaphore(value: 0)
    let isFirstSync = Box(Atomic(true))
    let syncs = Box(Atomic(0))
    let acknowledged = Acknowledged()
    directory.onCall { operation in
      guard operation == .sync else { return }
      syncs.value.add(1, ordering: .relaxed)
      // The first group is synced only after every thread has appended.
      guard isFirstSync.value.exchange(false, ordering: .relaxed) else { return }
      for _ in 0..<threads { appended.wait() }
    }

    inThreads(threads) { index in
      #expect(throws: Never.self) {
        let (sequence, _) = try journal.append(.put, epoch: 1, payload(index))
        journal.whenDurable(sequence) { acknowledged.record(payload(index), $0) }
      }
      appended.signal()
      journal.commit()
    }

    #expect(syncs.value.load(ordering: .relaxed) <= 2)
    #expect(try openJournal(directory.afterPowerCut()).entries.count == threads)
    #expect(acknowledged.failures.isEmpty)
  }

  @Test("a caller during another thread's sync need not wait, and is still notified")
  func joining() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    let isSyncing = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let isFirstSync = Box(Atomic(true))
    let answered = DispatchSemaphore(value: 0)
    let acknowledged = Acknowledged()
    directory.onCall { operation in
      guard operation == .sync, isFirstSync.value.exchange(false, ordering: .relaxed) else {
        return
      }
      isSyncing.signal()
      mayEnd.wait()
    }
    let append = { @Sendable (number: Int) in
      #expect(throws: Never.self) {
        let (sequence, _) = try journal.append(.put, epoch: 1, payload(number))
        journal.whenDurable(sequence) {
          acknowledged.record(payload(number), $0)
          answered.signal()
        }
      }
      journal.groupCommit()
    }

    inThreads(2) { index in
      guard index == 1 else { return append(0) }
      isSyncing.wait()
      for number in 1...3 { append(number) }
      #expect(acknowledged.payloads.isEmpty)
      mayEnd.signal()
    }
    for _ in 0...3 { answered.wait() }

    #expect(acknowledged.failures.isEmpty && acknowledged.payloads.count == 4)
    #expect(try openJournal(directory.afterPowerCut()).entries.count == 4)
  }

  @Test("with many threads each record is stored once, in the order of its number")
  func manyThreads() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory)
    let acknowledged = Acknowledged()

    inThreads(8) { thread in
      for number in 0..<50 {
        let bytes = payload(thread * 50 + number)
        #expect(throws: Never.self) {
          let (sequence, _) = try journal.append(.put, epoch: 1, bytes)
          journal.whenDurable(sequence) { acknowledged.record(bytes, $0) }
        }
        thread.isMultiple(of: 2) ? journal.commit() : journal.groupCommit()
      }
    }
    journal.close()

    let entries = try openJournal(directory.afterPowerCut()).entries
    #expect(entries.count == 400)
    #expect(entries.map(\.sequence) == entries.map(\.sequence).sorted())
    #expect(Set(entries.map(\.payload)) == acknowledged.payloads)
  }

  @Test("the size of a group is bounded: a thousand queued records take a few writes, not one")
  func boundedGroups() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    let before = directory.calls

    try journal.write(0..<1000)

    #expect(directory.calls[.write, default: 0] - before[.write, default: 0] == 4)
    #expect(directory.calls[.sync, default: 0] - before[.sync, default: 0] == 4)
  }

  @Test("a request for a commit that is already due leaves the record to the background thread")
  func alreadyDue() throws {
    let (journal, _, _) = try openJournal(MemoryLogDirectory())
    let (sequence, _) = try journal.append(.put, epoch: 1, payload(0))

    journal.commitLazily(within: .seconds(3600))
    journal.commitLazily(within: .seconds(7200))

    #expect(journal.outcome(of: sequence) == nil)
    journal.commit()
    #expect(throws: Never.self) { try #require(journal.outcome(of: sequence)).get() }
  }
}
