import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The epochs of the numbers of outcomes") struct OutcomeEpochTests {
  /// Ends a job in a fixture, and returns the position of a host that has processed it.
  private func end(_ fixture: OutboxFixture, _ id: String) throws -> (UInt64, String) {
    fixture.accept(SampleJobKinds.event, id)
    try fixture.deliverNext()
    let last = try #require(reports(fixture).last)
    return (last.outcome, last.epoch)
  }

  private func reports(_ fixture: OutboxFixture) -> [OutcomeReport] {
    fixture.outbox.outcomes(after: 0, limit: 1000, bytes: 1 << 30).outcomes
  }

  private func starts(_ fixture: OutboxFixture) -> [OutcomeEpochs.Start] {
    fixture.outbox.read { $0.outcomeEpochs.starts }
  }

  private func isKnown(_ position: (UInt64, String), in fixture: OutboxFixture) -> Bool {
    fixture.outbox.gap(ofReaderAfter: position.0, in: position.1) == nil
  }

  /// Returns the next process after one whose records were all rewritten, or were not.
  private func next(
    _ fixture: OutboxFixture, checkpoint: Bool
  ) throws -> OutboxFixture {
    if checkpoint { try fixture.outbox.checkpoint() }
    return try fixture.restarted()
  }

  @Test(
    "a position stays known over restarts, kills and checkpoints", arguments: [false, true])
  func restarts(checkpoint: Bool) throws {
    var fixture = try OutboxFixture()
    var positions: [(UInt64, String)] = []
    for number in 1...5 {
      positions.append(try end(fixture, "\(number)-a"))
      positions.append(try end(fixture, "\(number)-b"))
      fixture = try next(fixture, checkpoint: checkpoint)
    }
    #expect(positions.map(\.0) == Array(1...10))
    #expect(Set(positions.map(\.1)).count == 5)
    #expect(reports(fixture).map(\.epoch) == positions.map(\.1))
    for position in positions { #expect(isKnown(position, in: fixture)) }
  }

  @Test(
    "an older copy put back is noticed, before and after it has given the numbers again",
    arguments: [false, true])
  func copy(checkpoint: Bool) async throws {
    let original = try OutboxFixture()
    let before = try end(original, "a")
    let copy = original.directory.afterKill()
    let after = try end(original, "b")
    let later = try end(try next(original, checkpoint: checkpoint), "c")

    let back = try OutboxFixture(copy, time: original.time)
    for round in 1...3 {
      #expect(isKnown(before, in: back))
      #expect(!isKnown(after, in: back), "round \(round)")
      #expect(!isKnown(later, in: back), "round \(round)")
      let own = try end(back, "other-\(round)")
      #expect(isKnown(own, in: back))
      if checkpoint { try back.outbox.checkpoint() }
    }
    let again = try back.restarted()
    #expect(isKnown(before, in: again) && !isKnown(after, in: again) && !isKnown(later, in: again))
    let reader = OutcomeReader(again.outbox, after: after.0, in: after.1)
    let steps = await reader.next(bytes: 1 << 20) ?? []
    guard case .gap(let gap)? = steps.first else {
      Issue.record("no gap")
      return
    }
    #expect(gap.reason == .rolledBack && gap.from == 1 && gap.to == 0)
    #expect(isKnown((gap.to, gap.epoch), in: again))
    // It processes everything again rather than missing something.
    #expect(steps.count == 5)
    reader.cancel()
  }

  @Test("two processes on copies of one directory give their numbers in different epochs")
  func twins() throws {
    let original = try OutboxFixture()
    _ = try end(original, "a")
    let (one, other) = (try original.restarted(), try original.restarted())
    let (first, second) = (try end(one, "b"), try end(other, "b"))
    #expect(first.0 == second.0 && first.1 != second.1)
    #expect(!isKnown(first, in: other) && !isKnown(second, in: one))
  }

  @Test("starts that give no number add no epoch, and the others are bounded")
  func bounded() throws {
    var fixture = try OutboxFixture()
    let first = try end(fixture, "first")
    for _ in 0..<5 { fixture = try next(fixture, checkpoint: true) }
    #expect(starts(fixture).count == 1)
    #expect(isKnown(first, in: fixture))
    for number in 0..<OutcomeEpochs.kept + 10 {
      _ = try end(fixture, "\(number)")
      fixture = try next(fixture, checkpoint: number % 2 == 0)
    }
    #expect(starts(fixture).count == OutcomeEpochs.kept)
    // The oldest outcomes count as those of the oldest epoch, which is known.
    for report in reports(fixture) {
      #expect(isKnown((report.outcome, report.epoch), in: fixture))
    }
    #expect(!isKnown(first, in: fixture))
  }

  @Test("a log of an earlier version has the epoch of no name, and its positions stay known")
  func earlier() throws {
    var epochs = OutcomeEpochs()
    epochs.restore(JSON?.none)
    epochs.current = "new"
    #expect(epochs[7] == OutcomeEpochs.unnamed)
    epochs.begin(at: 8)
    #expect(epochs[7] == OutcomeEpochs.unnamed && epochs[8] == "new")
    #expect(epochs.contain(7, of: OutcomeEpochs.unnamed, last: 9))
    #expect(!epochs.contain(8, of: OutcomeEpochs.unnamed, last: 9))
    #expect(epochs.contain(9, of: "new", last: 9) && !epochs.contain(10, of: "new", last: 9))
    #expect(epochs.contain(0, of: "anything", last: 9))
    #expect(!epochs.contain(1, of: "anything", last: 9))
  }

  // Each step of the disk in which a process ends its first jobs, clears and rewrites its log.
  @Test("a kill at any step of the disk leaves each position that was shown known")
  func kills() throws {
    var isOver = false
    var step = 0
    while !isOver, step < 200 {
      let first = try OutboxFixture()
      let known = try end(first, "a")
      let second = try first.restarted()
      var shown = [known]
      second.directory.fail([.init(.write, after: step, .error(EIO), lasts: true)])
      for id in ["b", "c"] {
        guard case .success = second.accept(SampleJobKinds.event, id),
          let job = try? second.attempt()
        else { break }
        second.deliver(job)
        shown += reports(second).map { ($0.outcome, $0.epoch) }
      }
      _ = try? second.clear()
      shown += reports(second).map { ($0.outcome, $0.epoch) }
      isOver = (try? second.outbox.checkpoint()) != nil
      second.directory.fail([])
      for survivor in [second.directory.afterKill(), second.directory.afterPowerCut()] {
        let third = try OutboxFixture(survivor, time: first.time)
        for position in shown {
          #expect(isKnown(position, in: third), "\(position) at step \(step)")
        }
        let number = try #require(reports(third).last).outcome
        #expect(try end(third, "last").0 > number)
      }
      step += 1
    }
    #expect(isOver && step > 3)
  }

  @Test("an outcome that only its end has room for on a full disk begins the epoch too")
  func fullDisk() throws {
    let fixture = try OutboxFixture()
    let known = try end(fixture, "a")
    let again = try fixture.restarted()
    again.accept(SampleJobKinds.event, "b")
    again.outbox.storageFailed(.noSpace)
    try again.deliverNext()
    let own = try #require(reports(again).last)
    #expect(own.outcome == 2 && own.epoch != known.1)
    let third = try again.restarted()
    #expect(isKnown((own.outcome, own.epoch), in: third))
    #expect(reports(third).map(\.epoch) == [known.1, own.epoch])
  }
}
