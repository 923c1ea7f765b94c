import EngineTestSupport
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import DurableLog

/// Tests of damage to a record that a later one has made obsolete: nothing is lost by it.
@Suite struct ClosedDamageTests {
  /// The records that make the jobs pending.
  enum Record: CaseIterable {
    case first, ofCheckpoint, ofCompaction, ofRetry, ofRetryAfterCheckpoint
  }

  private static let ids = ["job-a", "job-b", "job-c"]

  /// Returns three pending jobs whose records are of that kind.
  private static func fixture(_ record: Record) async throws -> OutboxFixture {
    let fixture = try OutboxFixture()
    for id in ids { fixture.accept(SampleJobKinds.event, id) }
    switch record {
    case .first: break
    case .ofCheckpoint: try fixture.outbox.checkpoint()
    case .ofCompaction: try await compact(fixture)
    case .ofRetry: try await retryAll(fixture)
    case .ofRetryAfterCheckpoint:
      try await retryAll(fixture)
      try fixture.outbox.checkpoint()
    }
    return fixture
  }

  private static func retryAll(_ fixture: OutboxFixture) async throws {
    for _ in ids { try fixture.deliverNext(.rejected) }
    for id in ids { try await fixture.outbox.retry(id) }
  }

  /// Fills the log with jobs that end, until it is compacted.
  private static func compact(_ fixture: OutboxFixture) async throws {
    let first = try #require(fixture.outbox.pending(through: .max).first)
    for number in 0..<1000 {
      fixture.accept(SampleJobKinds.own, "other-\(number)", padding: 4000)
      let job = try #require(fixture.outbox.pending(through: .max).last)
      #expect(fixture.outbox.end(job.id, .init(state: .expired, eventCode: 600, byAttempt: false)))
      fixture.outbox.commit()
      await fixture.outbox.compactIfUseful()
      let moved = fixture.outbox.read { $0.scheduler[first.id]?.location }
      if moved?.segment != first.location.segment { return }
    }
    Issue.record("it was not compacted")
  }

  /// Flips a bit in the record that makes a job pending.
  private static func damage(_ fixture: OutboxFixture, _ job: Job) {
    fixture.directory.alter(SegmentName.name(job.location.segment)) {
      $0[Int(job.location.offset) + 40] ^= 1
    }
  }

  // Each start counted it as lost once more, and skipped the number of an outcome.
  @Test(
    "a job found damaged while running is lost once, over any number of starts",
    arguments: Record.allCases)
  func lost(_ record: Record) async throws {
    let fixture = try await Self.fixture(record)
    let before = fixture.outbox.statistics.accepted
    try fixture.deliverNext()
    let job = try fixture.attempt()
    fixture.outbox.settle(job, .init(state: .lost, eventCode: 602, byAttempt: false)) {}
    fixture.outbox.commit()
    let last = fixture.outbox.outcomeRange.last
    Self.damage(fixture, job)

    var next = fixture
    for _ in 0..<3 {
      next = try next.restarted()
      #expect(next.recovery.lostRecords == 0)
      #expect(next.pending == ["job-c"])
      #expect(next.outbox.statistics.counters.lost == 1)
      #expect(next.outbox.statistics.accepted == before)
      #expect(next.outbox.outcomeRange.last == last)
      next.expectSums()
    }
  }

  @Test(
    "damage to the record of a job that has been delivered since loses nothing",
    arguments: Record.allCases)
  func delivered(_ record: Record) async throws {
    let fixture = try await Self.fixture(record)
    let before = fixture.outbox.statistics.accepted
    let job = try fixture.attempt()
    fixture.deliver(job)
    Self.damage(fixture, job)
    let last = fixture.outbox.outcomeRange.last

    let next = try fixture.restarted()

    #expect(next.pending == ["job-b", "job-c"])
    #expect(next.outbox.statistics.counters.lost == 0)
    #expect(next.outbox.statistics.accepted == before)
    #expect(next.outbox.outcomeRange.last == last)
    next.expectSums()
    // The damage is reported by one start, and then gone.
    #expect(next.recovery.damage.map(\.closedRecords) == [1])
    #expect(try next.restarted().recovery.damage.isEmpty)
  }

  // Without the record of its retry a job is rejected still, and the retry counts as lost.
  @Test(
    "damage to the record of a pending job beside that of an ended one loses the pending one",
    arguments: Record.allCases.filter { $0 != .ofRetry })
  func pending(_ record: Record) async throws {
    let fixture = try await Self.fixture(record)
    let before = fixture.outbox.statistics.accepted
    let jobs = fixture.outbox.pending(through: .max)
    try fixture.deliverNext()
    for job in jobs.prefix(2) { Self.damage(fixture, job) }

    let next = try fixture.restarted()

    #expect(next.pending == ["job-c"])
    #expect(next.outbox.statistics.counters.lost == 1)
    #expect(next.outbox.statistics.accepted == before)
    next.expectSums()
  }

  @Test("a check of the files of another process does not count it either")
  func snapshot() async throws {
    let fixture = try await Self.fixture(.ofCheckpoint)
    let job = try fixture.attempt()
    fixture.deliver(job)
    Self.damage(fixture, job)

    let snapshot = try OutboxSnapshot.read(fixture.directory)

    #expect(snapshot.pending == 2 && snapshot.recovery.lostRecords == 0)
  }
}
