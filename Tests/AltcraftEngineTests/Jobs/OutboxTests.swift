import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxTests {
  @Test("work goes out only after its acknowledgement has been sent")
  func release() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a", releases: false)

    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
  }

  @Test(
    "the same call again is the same work, pending or ended; another call with its id is refused")
  func idempotency() throws {
    let world = try OutboxFixture()
    #expect(world.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(world.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(world.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(world.outbox.statistics.accepted == 1)

    try world.deliverNext()
    #expect(world.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(world.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(world.pending == [])
    let again = try world.restarted()
    #expect(again.accept(SampleJobKinds.event, "a", n: 1) == .success("a"))
    #expect(again.accept(SampleJobKinds.event, "a", n: 2) == .failure(.duplicateRequestId))
    #expect(again.outbox.statistics.accepted == 1)
    again.expectSums()
  }

  @Test("work that is too large or does not fit is refused, and nothing is stored")
  func limits() throws {
    var limits = Limits.small
    limits.outboxRecords = 3
    limits.outboxBytes = 2000
    let world = try OutboxFixture(limits: limits)

    #expect(
      world.accept(SampleJobKinds.event, "big", padding: 17_000)
        == .failure(.recordTooLarge(max: 16 << 10)))
    #expect(world.accept(SampleJobKinds.event, "a", padding: 1000) == .success("a"))
    guard
      case .failure(.full("outboxBytes", 2000, let used, 1000)) =
        world.accept(SampleJobKinds.event, "b", padding: 1000)
    else {
      Issue.record("it has no room")
      return
    }
    #expect(used == world.outbox.statistics.bytes && used > 1000)
    #expect(world.accept(SampleJobKinds.event, "c") == .success("c"))
    #expect(world.accept(SampleJobKinds.event, "d") == .success("d"))
    #expect(
      world.accept(SampleJobKinds.event, "e")
        == .failure(.full(limit: "outboxRecords", max: 3, used: 3, retryAfterMs: 1000)))
    #expect(world.pending == ["a", "c", "d"])
    world.expectSums()
  }

  @Test("a record longer than a segment is too large, not a disk failure")
  func longerThanASegment() throws {
    var limits = Limits.small
    limits.segmentBytes = 4096
    let world = try OutboxFixture(limits: limits)

    guard case .failure(.recordTooLarge) = world.accept(SampleJobKinds.event, "a", padding: 8000)
    else {
      Issue.record("it cannot fit")
      return
    }
    #expect(world.accept(SampleJobKinds.event, "b") == .success("b"))
  }

  @Test("new work displaces the bodies of rejected work, oldest first, never their outcome")
  func displacement() throws {
    var limits = Limits.small
    limits.outboxBytes = 3500
    let world = try OutboxFixture(limits: limits)
    for id in ["a", "b"] {
      world.accept(SampleJobKinds.event, id, padding: 1000)
      try world.deliverNext(.rejected)
    }
    #expect(world.outbox.report("a")?.retryable == true)

    #expect(world.accept(SampleJobKinds.event, "c", padding: 1200) == .success("c"))

    #expect(world.outbox.report("a")?.retryable == false)
    #expect(world.outbox.report("a")?.state == .rejected)
    #expect(world.outbox.report("b")?.retryable == true)
    #expect(world.outbox.list(limit: 10, after: nil, states: [.rejected])?.items.count == 1)
  }

  @Test("a caller that waits for an outcome gets it once, also after the work has ended")
  func outcomes() throws {
    let world = try OutboxFixture()
    let outcomes = Mutex<[String]>([])
    world.accept(SampleJobKinds.event, "a")
    for name in ["first", "second", "gone"] {
      let cancel = world.outbox.whenEnded("a") { outcome in
        outcomes.withLock { $0.append("\(name) \(outcome.state) \(outcome.eventCode)") }
      }
      if name == "gone" { cancel?() }
    }

    try world.deliverNext(.rejected)
    _ = world.outbox.whenEnded("a") { outcome in
      outcomes.withLock { $0.append("late \(outcome.state) \(outcome.eventCode)") }
    }

    #expect(
      outcomes.withLock { $0 } == [
        "first rejected 437", "second rejected 437", "late rejected 437",
      ])
    #expect(world.outbox.whenEnded("unknown") { _ in Issue.record("never") } == nil)
  }

  @Test("an ended job reports its outcome, attempts and last error, also after a restart")
  func report() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.state, "a")
    let entry = try world.attempt()
    let error = AttemptError(code: 530, httpCode: 503, message: "later")
    #expect(world.outbox.postpone(entry, error, retryAfter: nil) {} == .seconds(1))
    let pending = world.outbox.report("a")
    #expect(
      pending?.state == .pending && pending?.attempts == 1 && pending?.waitingFor == .retry
        && pending?.lastError == error && pending?.nextAttemptAt == WorldTime.start + 1000)
    world.outbox.flush()
    let reply = PlatformReply(httpCode: 400, response: nil)
    world.outbox.settle(
      try world.attempt(),
      .init(
        state: .rejected, eventCode: 430, response: reply,
        lastError: AttemptError(code: 430, httpCode: 400, message: "no"), byAttempt: true)
    ) {}
    world.outbox.commit()

    for world in [world, try world.restarted()] {
      let report = world.outbox.report("a")
      #expect(report?.state == .rejected && report?.attempts == 2 && report?.method == "toyState")
      #expect(report?.lastError == AttemptError(code: 430, httpCode: 400, message: "no"))
      #expect(
        report?.outcome == JobOutcome(state: .rejected, eventCode: 430, response: reply.json))
      #expect(report?.createdAt == WorldTime.start && report?.endedAt == WorldTime.start)
      #expect(report?.retryable == true && report?.nextAttemptAt == nil)
    }
    #expect(world.outbox.report("unknown") == nil)
  }

  @Test("the list has pending and retryable work in order of acceptance, page by page")
  func list() throws {
    let world = try OutboxFixture()
    for id in ["a", "b", "c", "d", "e"] { world.accept(SampleJobKinds.event, id) }
    try world.deliverNext()
    try world.deliverNext(.rejected)
    func ids(_ limit: Int, _ after: String?, _ states: Set<JobState> = [.pending, .rejected])
      -> [String]?
    {
      guard let page = world.outbox.list(limit: limit, after: after, states: states) else {
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
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    world.accept(SampleJobKinds.event, "b")
    let first = try world.attempt()

    world.outbox.settle(first, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
    }

    #expect(try world.attempt().requestId == "b")
  }

  @Test("the next change of state goes out only after the end of the previous one is on disk")
  func stateLaneWaitsForDisk() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.state, "a")
    world.accept(SampleJobKinds.state, "b")
    let first = try world.attempt()
    // The disk is busy.
    let door = Door()
    world.directory.onCall { operation in if operation == .sync { door.pass() } }

    world.outbox.settle(first, .init(state: .delivered, eventCode: 230, byAttempt: true)) {}

    try await eventually { door.isWaitedAt }
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
    let crashed = try OutboxFixture(world.directory.afterPowerCut(), time: world.time)
    #expect(crashed.pending == ["a", "b"])
    door.open()
    try await eventually { (try? world.attempt().requestId) == "b" }
  }

  @Test("work ended externally while in flight ends once; its lane waits for the request")
  func clearedInFlight() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    world.accept(SampleJobKinds.event, "b")
    world.accept(SampleJobKinds.event, "c")
    let first = try world.attempt()

    #expect(world.outbox.end(first.id, .init(state: .cleared, eventCode: 601, byAttempt: false)))
    #expect(!world.outbox.end(first.id, .init(state: .cleared, eventCode: 601, byAttempt: false)))
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
    world.outbox.settle(first, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      Issue.record("it has ended before")
    }

    let second = try world.attempt()
    #expect(second.requestId == "b")
    _ = world.outbox.end(second.id, .init(state: .cleared, eventCode: 601, byAttempt: false))
    #expect(world.outbox.postpone(second, .test, retryAfter: nil) {} == nil)
    let third = try world.attempt()
    _ = world.outbox.end(third.id, .init(state: .cleared, eventCode: 601, byAttempt: false))
    world.outbox.wait(third, for: .user, .test)
    world.accept(SampleJobKinds.event, "d")
    #expect(try world.attempt().requestId == "d")
    #expect(world.outbox.statistics.counters.cleared == 3)
    world.expectSums()
  }

  @Test("a suspended outbox attempts nothing and resumes its work later")
  func inactive() throws {
    let world = try OutboxFixture()
    world.outbox.setActive(false)
    world.accept(SampleJobKinds.event, "a")
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
    world.outbox.setActive(true)
    #expect(try world.attempt().requestId == "a")
  }
}

/// A barrier that blocks threads until it is opened.
final class Door: Sendable {
  private let semaphore = Mutex((isOpen: false, waiting: 0))

  var isWaitedAt: Bool { semaphore.withLock { $0.waiting > 0 } }

  func pass() {
    semaphore.withLock { $0.waiting += 1 }
    while !semaphore.withLock({ $0.isOpen }) { usleep(500) }
    semaphore.withLock { $0.waiting -= 1 }
  }

  func open() { semaphore.withLock { $0.isOpen = true } }
}
