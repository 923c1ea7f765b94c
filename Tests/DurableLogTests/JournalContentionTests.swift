import Foundation
import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import DurableLog

/// Operations that meet the sync of another thread.
@Suite struct JournalContentionTests {
  private let directory = MemoryLogDirectory()
  private let acknowledged = Acknowledged()
  private let isSyncing = DispatchSemaphore(value: 0)

  private func append(_ number: Int, to journal: Journal) {
    #expect(throws: Never.self) {
      let (sequence, _) = try journal.append(.put, epoch: 1, payload(number))
      journal.whenDurable(sequence) { [acknowledged] in acknowledged.record(payload(number), $0) }
    }
  }

  /// Announces the next sync, which then waits for `mayEnd`.
  private func holdNextSync(until mayEnd: @escaping @Sendable () -> Void) {
    let isFirst = Box(Atomic(true))
    directory.onCall { [isSyncing] operation in
      guard operation == .sync, isFirst.value.exchange(false, ordering: .relaxed) else { return }
      isSyncing.signal()
      mayEnd()
    }
  }

  @Test("a commit that fails also fails the records that others left to it, each once")
  func failureWithFollowers() throws {
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    try journal.write(100..<101)
    let mayEnd = DispatchSemaphore(value: 0)
    directory.fail([.init(.sync, after: 0, .error(EIO))])
    holdNextSync { mayEnd.wait() }

    inThreads(2) { index in
      if index == 1 { isSyncing.wait() }
      for number in index == 0 ? 0..<1 : 1..<4 { append(number, to: journal) }
      if index == 0 { return journal.groupCommit() }
      journal.groupCommit()
      #expect(acknowledged.failures.isEmpty)
      mayEnd.signal()
    }

    #expect(acknowledged.payloads.isEmpty && acknowledged.failures.count == 4)
    #expect(journal.isPoisoned)
    try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
      _ = try writer.append(.put, payload(5))
    }
    try journal.write(6..<7)
    #expect(
      try openJournal(directory.afterPowerCut()).entries.map(\.payload) == [payload(5), payload(6)])
  }

  @Test(
    "a checkpoint that begins during a sync waits for it, and later records wait for the checkpoint"
  )
  func checkpointDuringSync() throws {
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    holdNextSync {
      while journal.monitor.withLock({ $0.exclusiveOwner == nil }) { sched_yield() }
    }

    inThreads(2) { index in
      #expect(throws: Never.self) {
        if index == 0 {
          append(0, to: journal)
          journal.commit()
          append(1, to: journal)
          return journal.commit()
        }
        isSyncing.wait()
        try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
          let isExclusive = journal.monitor.withLock { state in
            if case .exclusive = state.writer { true } else { false }
          }
          #expect(isExclusive)
          _ = try writer.append(.put, payload(0))
        }
      }
    }

    #expect(acknowledged.payloads == [payload(0), payload(1)])
    let entries = try openJournal(directory.afterPowerCut()).entries
    #expect(Set(entries.map(\.payload)) == [payload(0), payload(1)])
  }

  @Test("a close that begins during a sync keeps the records of that sync, and seals the log")
  func closeDuringSync() throws {
    let (journal, _, _) = try openJournal(directory, JournalOptions())
    let closes = DispatchSemaphore(value: 0)
    holdNextSync { closes.wait() }

    inThreads(2) { index in
      if index == 0 {
        append(0, to: journal)
        return journal.commit()
      }
      isSyncing.wait()
      append(1, to: journal)
      closes.signal()
      journal.close()
    }

    #expect(acknowledged.payloads == [payload(0), payload(1)])
    #expect(throws: JournalError.closed) { try journal.append(.put, epoch: 1, payload(2)) }
    let (_, recovery, entries) = try openJournal(directory.afterPowerCut())
    #expect(entries.map(\.payload) == [payload(0), payload(1)])
    #expect(recovery.damage == [])
  }

  /// Returns whether a thread waits for something, or has ended. `path` is its directory in `/proc`.
  private static func isAsleep(_ path: String) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(path)/stat", encoding: .utf8) else {
      return true
    }
    return stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].dropFirst(2).first == "S"
  }

  @Test("a removal of segments that meets a checkpoint waits for it, and then does nothing")
  func removalDuringCheckpoint() throws {
    let (journal, _, _) = try openJournal(directory)
    try journal.write(0..<40)
    let last = try #require(journal.segments.last)
    let remover = Box(Mutex<String?>(nil))

    inThreads(2) { index in
      #expect(throws: Never.self) {
        if index == 1 {
          isSyncing.wait()
          let thread = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/thread-self")
          remover.value.withLock { $0 = thread }
          return try journal.supersede(below: last)
        }
        try journal.checkpoint(epoch: 1) { writer throws(JournalError) in
          isSyncing.signal()
          while remover.value.withLock({ $0.map(Self.isAsleep) }) != true { sched_yield() }
          _ = try writer.append(.put, payload(0))
        }
      }
    }

    #expect(journal.segments.count == 1)
    let more = try journal.write(50..<53)
    let entries = try openJournal(directory.afterPowerCut()).entries
    #expect(entries.map(\.payload) == [payload(0)] + more.map(\.payload))
  }
}
