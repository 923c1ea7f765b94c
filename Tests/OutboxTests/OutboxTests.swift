import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxTests {
  @Test("a job goes out only after its acknowledgement has been sent")
  func release() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a", releases: false)

    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
  }

  @Test(
    "the same call again is the same job, pending or ended; another call with its id is refused")
  func idempotency() throws {
    let fixture = try OutboxFixture()
    #expect(fixture.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(fixture.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(fixture.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(fixture.outbox.statistics.accepted == 1)

    try fixture.deliverNext()
    #expect(fixture.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(fixture.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(fixture.pending == [])
    let again = try fixture.restarted()
    #expect(again.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(again.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(again.outbox.statistics.accepted == 1)
    again.expectSums()
  }

  @Test("a job that is too large or does not fit is refused, and nothing is stored")
  func limits() throws {
    var limits = Limits.small
    limits.outboxRecords = 3
    limits.outboxBytes = 2000
    let fixture = try OutboxFixture(limits: limits)

    #expect(
      fixture.accept(SampleJobKinds.event, "big", padding: 17_000)
        == .failure(.recordTooLarge(max: 16 << 10)))
    #expect(fixture.accept(SampleJobKinds.event, "a", padding: 1000) == .success("a"))
    guard
      case .failure(.full("outboxBytes", 2000, let used, 1000)) =
        fixture.accept(SampleJobKinds.event, "b", padding: 1000)
    else {
      Issue.record("it has no room")
      return
    }
    #expect(used == fixture.outbox.statistics.bytes && used > 1000)
    #expect(fixture.accept(SampleJobKinds.event, "c") == .success("c"))
    #expect(fixture.accept(SampleJobKinds.event, "d") == .success("d"))
    #expect(
      fixture.accept(SampleJobKinds.event, "e")
        == .failure(.full(limit: "outboxRecords", max: 3, used: 3, retryAfterMs: 1000)))
    #expect(fixture.pending == ["a", "c", "d"])
    fixture.expectSums()
  }

  @Test("a record longer than a segment is too large, not a disk failure")
  func longerThanASegment() throws {
    var limits = Limits.small
    limits.segmentBytes = 4096
    let fixture = try OutboxFixture(limits: limits)

    guard case .failure(.recordTooLarge) = fixture.accept(SampleJobKinds.event, "a", padding: 8000)
    else {
      Issue.record("it cannot fit")
      return
    }
    #expect(fixture.accept(SampleJobKinds.event, "b") == .success("b"))
  }

  @Test("new jobs displace the bodies of rejected jobs, oldest first, never their outcome")
  func displacement() throws {
    var limits = Limits.small
    limits.outboxBytes = 3500
    let fixture = try OutboxFixture(limits: limits)
    for id in ["a", "b"] {
      fixture.accept(SampleJobKinds.event, id, padding: 1000)
      try fixture.deliverNext(.rejected)
    }
    #expect(fixture.outbox.report("a")?.retryable == true)

    #expect(fixture.accept(SampleJobKinds.event, "c", padding: 1200) == .success("c"))

    #expect(fixture.outbox.report("a")?.retryable == false)
    #expect(fixture.outbox.report("a")?.state == .rejected)
    #expect(fixture.outbox.report("b")?.retryable == true)
    #expect(fixture.outbox.list(limit: 10, after: nil, states: [.rejected])?.items.count == 1)
  }

  @Test("a caller that waits for an outcome gets it once, also after the job has ended")
  func outcomes() throws {
    let fixture = try OutboxFixture()
    let outcomes = Mutex<[String]>([])
    fixture.accept(SampleJobKinds.event, "a")
    for name in ["first", "second", "gone"] {
      let cancel = fixture.outbox.whenEnded("a") { outcome in
        outcomes.withLock { $0.append("\(name) \(outcome.state) \(outcome.eventCode)") }
      }
      if name == "gone" { cancel?() }
    }

    try fixture.deliverNext(.rejected)
    _ = fixture.outbox.whenEnded("a") { outcome in
      outcomes.withLock { $0.append("late \(outcome.state) \(outcome.eventCode)") }
    }

    #expect(
      outcomes.withLock { $0 } == [
        "first rejected 437", "second rejected 437", "late rejected 437",
      ])
    #expect(fixture.outbox.whenEnded("unknown") { _ in Issue.record("never") } == nil)
  }

  @Test("an ended job reports its outcome, attempts and last error, also after a restart")
  func report() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.state, "a")
    let entry = try fixture.attempt()
    let error = AttemptError(code: 530, httpCode: 503, message: "later")
    #expect(fixture.outbox.postpone(entry, error, retryAfter: nil) {} == .seconds(1))
    let pending = fixture.outbox.report("a")
    #expect(
      pending?.state == .pending && pending?.attempts == 1 && pending?.waitingFor == .retry
        && pending?.lastError == error && pending?.nextAttemptAt == FixtureTime.start + 1000)
    fixture.outbox.flush()
    let reply = PlatformReply(httpCode: 400, response: nil)
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(
        state: .rejected, eventCode: 430, response: reply,
        lastError: AttemptError(code: 430, httpCode: 400, message: "no"), byAttempt: true)
    ) {}
    fixture.outbox.commit()

    for fixture in [fixture, try fixture.restarted()] {
      let report = fixture.outbox.report("a")
      #expect(report?.state == .rejected && report?.attempts == 2 && report?.method == "jobState")
      #expect(report?.lastError == AttemptError(code: 430, httpCode: 400, message: "no"))
      #expect(
        report?.outcome == JobOutcome(state: .rejected, eventCode: 430, response: reply.json))
      #expect(report?.createdAt == FixtureTime.start && report?.endedAt == FixtureTime.start)
      #expect(report?.retryable == true && report?.nextAttemptAt == nil)
    }
    #expect(fixture.outbox.report("unknown") == nil)
  }

  @Test("the list has pending and retryable jobs in order of acceptance, page by page")
  func list() throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c", "d", "e"] { fixture.accept(SampleJobKinds.event, id) }
    try fixture.deliverNext()
    try fixture.deliverNext(.rejected)
    func ids(_ limit: Int, _ after: String?, _ states: Set<JobState> = [.pending, .rejected])
      -> [String]?
    {
      guard let page = fixture.outbox.list(limit: limit, after: after, states: states) else {
        return nil
      }
      return page.items.map(\.requestId) + [page.next ?? "."]
    }

    #expect(ids(10, nil) == ["b", "c", "d", "e", "."])
    #expect(ids(2, nil) == ["b", "c", "c"])
    #expect(ids(2, "c") == ["d", "e", "."])
    #expect(ids(10, "a") == ["b", "c", "d", "e", "."])
    #expect(ids(10, nil, [.rejected]) == ["b", "."])
    #expect(ids(10, nil, [.pending]) == ["c", "d", "e", "."])
    #expect(ids(10, "unknown") == nil)
  }

  @Test("the reports of an end precede any report of the next job in the lane")
  func orderOfEnds() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.accept(SampleJobKinds.event, "b")
    let first = try fixture.attempt()

    fixture.outbox.settle(first, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
    }

    #expect(try fixture.attempt().requestId == "b")
  }

  @Test("the next change of state goes out only after the end of the previous one is on disk")
  func stateLaneWaitsForDisk() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.state, "a")
    fixture.accept(SampleJobKinds.state, "b")
    let first = try fixture.attempt()
    // The disk is busy.
    let barrier = Barrier()
    fixture.directory.onCall { operation in if operation == .sync { barrier.pass() } }

    fixture.outbox.settle(first, .init(state: .delivered, eventCode: 230, byAttempt: true)) {}

    try await eventually { barrier.isWaitedAt }
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
    let crashed = try OutboxFixture(fixture.directory.afterPowerCut(), time: fixture.time)
    #expect(crashed.pending == ["a", "b"])
    barrier.open()
    try await eventually { (try? fixture.attempt().requestId) == "b" }
  }

  @Test("a job ended externally while in flight ends once; its lane waits for the request")
  func clearedInFlight() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.accept(SampleJobKinds.event, "b")
    fixture.accept(SampleJobKinds.event, "c")
    let first = try fixture.attempt()

    #expect(fixture.outbox.end(first.id, .init(state: .cleared, eventCode: 601, byAttempt: false)))
    #expect(!fixture.outbox.end(first.id, .init(state: .cleared, eventCode: 601, byAttempt: false)))
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
    fixture.outbox.settle(first, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      Issue.record("it has ended before")
    }

    let second = try fixture.attempt()
    #expect(second.requestId == "b")
    _ = fixture.outbox.end(second.id, .init(state: .cleared, eventCode: 601, byAttempt: false))
    #expect(fixture.outbox.postpone(second, .test, retryAfter: nil) {} == nil)
    let third = try fixture.attempt()
    _ = fixture.outbox.end(third.id, .init(state: .cleared, eventCode: 601, byAttempt: false))
    fixture.outbox.wait(third, for: .user, .test)
    fixture.accept(SampleJobKinds.event, "d")
    #expect(try fixture.attempt().requestId == "d")
    #expect(fixture.outbox.statistics.counters.cleared == 3)
    fixture.expectSums()
  }

  @Test("a suspended outbox attempts nothing and resumes its jobs later")
  func inactive() throws {
    let fixture = try OutboxFixture()
    fixture.outbox.setActive(false)
    fixture.accept(SampleJobKinds.event, "a")
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
    fixture.outbox.setActive(true)
    #expect(try fixture.attempt().requestId == "a")
  }
}

/// A barrier, which blocks threads until it is opened.
final class Barrier: Sendable {
  private let semaphore = Mutex((isOpen: false, waiting: 0))

  var isWaitedAt: Bool { semaphore.withLock { $0.waiting > 0 } }

  func pass() {
    semaphore.withLock { $0.waiting += 1 }
    while !semaphore.withLock({ $0.isOpen }) { usleep(500) }
    semaphore.withLock { $0.waiting -= 1 }
  }

  func open() { semaphore.withLock { $0.isOpen = true } }
}
