import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxControlTests {
  @Test("a retried rejected job goes out as before, with a new time to live, and ends again")
  func retry() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.state, "a", n: 7)
    world.accept(SampleJobKinds.state, "b")
    try world.deliverNext(.rejected)
    let createdAt = world.outbox.report("a")?.createdAt
    await world.time.clock.advance(by: .seconds(60))

    try await world.outbox.retry("a")

    #expect(world.outbox.report("a")?.state == .pending)
    #expect(world.outbox.report("a")?.createdAt == createdAt)
    world.expectSums()
    let entry = try world.attempt()
    #expect(entry.requestId == "a" && entry.livesSince == WorldTime.start + 60_000)
    #expect(try world.outbox.content(of: entry)?.get().body["n"] == 7)
    world.deliver(entry)
    #expect(world.outbox.report("a")?.state == .delivered)
    #expect(world.outbox.statistics.counters.rejected == 0)
    #expect(try world.attempt().requestId == "b")
    world.expectSums()
  }

  @Test(
    "retried and discarded jobs stay so after a crash and after a checkpoint",
    arguments: [false, true])
  func survives(checkpoint: Bool) async throws {
    let world = try OutboxFixture()
    for id in ["a", "b", "c"] { world.accept(SampleJobKinds.event, id, n: 3) }
    for _ in 0..<3 { try world.deliverNext(.rejected) }
    try await world.outbox.retry("a")
    try await world.outbox.discard("b")
    if checkpoint { try world.outbox.checkpoint() }

    let again = try world.restarted()

    #expect(again.pending == ["a"])
    #expect(again.outbox.report("a")?.state == .pending)
    #expect(again.outbox.report("b")?.state == .rejected)
    #expect(again.outbox.report("b")?.retryable == false)
    #expect(again.outbox.report("c")?.retryable == true)
    #expect(again.outbox.statistics.counters == world.outbox.statistics.counters)
    again.expectSums()
    let files = try OutboxSnapshot.read(world.directory.afterKill())
    #expect(files.jobs.map(\.requestId) == ["a", "c"])
    #expect(files.jobs.map(\.state) == [.pending, .rejected])
  }

  @Test("only stored rejected work can be retried or discarded", arguments: ["x", "a", "b"])
  func refused(id: String) async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    world.accept(SampleJobKinds.state, "b")
    world.accept(SampleJobKinds.own, "c")
    world.deliver(try #require(world.outbox.pending(through: .max).first { $0.requestId == "b" }))

    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.retry(id) }
    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.discard(id) }
    world.expectSums()
  }

  @Test("discarded work is not retried, and its outcome is still available")
  func discard() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    try world.deliverNext(.rejected)

    try await world.outbox.discard("a")

    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.retry("a") }
    #expect(world.outbox.report("a")?.outcome?.eventCode == 437)
    #expect(world.outbox.statistics.counters.rejected == 1)
    world.expectSums()
  }

  @Test("a retry without room changes nothing")
  func full() async throws {
    var limits = Limits.small
    limits.outboxRecords = 1
    let world = try OutboxFixture(limits: limits)
    world.accept(SampleJobKinds.event, "a")
    try world.deliverNext(.rejected)
    world.accept(SampleJobKinds.event, "b")

    await #expect(
      throws: Outbox.ControlFailure.refused(
        .full(limit: "outboxRecords", max: 1, used: 1, retryAfterMs: 1000))
    ) { try await world.outbox.retry("a") }

    #expect(world.outbox.report("a")?.retryable == true)
    world.expectSums()
  }

  @Test("if the disk fails during a retry or a discard, the work stays rejected and stored")
  func disk() async throws {
    let world = try OutboxFixture()
    for id in ["a", "b"] { world.accept(SampleJobKinds.event, id) }
    for _ in 0..<2 { try world.deliverNext(.rejected) }
    world.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])

    for id in ["a", "b"] {
      await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
        try await world.outbox.retry(id)
      }
    }
    await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
      try await world.outbox.discard("b")
    }

    #expect(world.outbox.report("a")?.retryable == true)
    #expect(world.outbox.report("b")?.retryable == true)
    #expect(world.storage == [.ioError])
    world.expectSums()
  }

  // They waited for ever: the job was removed, and its observers were not called.
  @Test("a retry that the disk refuses releases those who wait for an attempt")
  func observersOfRetry() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    try world.deliverNext(.rejected)
    world.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    let revival = try world.outbox.revive("a")
    let id = try #require(world.outbox.pending(through: .max).first?.id)
    async let waiting: Void = world.outbox.firstAttempt(at: id)
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }

    await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
      try await world.outbox.confirm(revival)
    }

    await waiting
    #expect(world.outbox.report("a")?.retryable == true)
  }

  // The job was removed from memory only: its caller got a failure, and the next process sent it.
  @Test("a job that the disk refuses is accepted if a checkpoint stores it meanwhile")
  func acceptBeforeCheckpoint() async throws {
    let world = Mutex<OutboxFixture?>(nil)
    defer { world.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let world = world.withLock({ $0 }) else { return }
      world.directory.fail([])
      #expect(throws: Never.self) { try world.outbox.checkpoint() }
    }
    world.withLock { $0 = opened }
    opened.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    let answers = Mutex<[Result<String, AcceptError>]>([])
    for id in ["a", "b"] {
      let job = NewJob(
        kind: 0, requestId: id, userTag: UserTag("u"),
        digest: CallDigest(of: JSON.object([:]).bytes),
        body: [:])
      try opened.outbox.accept(job) { result in
        answers.withLock { $0.append(result.map(\.requestId)) }
      }
    }
    opened.outbox.commit()
    try await eventually { answers.withLock { $0.count == 2 } }

    // The failure is reported after the first answer, and the checkpoint has stored the other job.
    #expect(answers.withLock { $0 } == [.failure(.storage(.ioError)), .success("b")])
    for world in [opened, try opened.restarted()] {
      #expect(world.pending == ["b"])
      #expect(world.outbox.statistics.accepted == 1)
    }
  }

  // The body was restored although it was no longer on the disk: the job counted as retryable, and each retry
  // failed.
  @Test(
    "a discard that the disk refuses takes effect if a checkpoint or a clear succeeds meanwhile",
    arguments: [false, true])
  func discardBeforeCheckpoint(clears: Bool) async throws {
    let world = Mutex<OutboxFixture?>(nil)
    defer { world.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let world = world.withLock({ $0 }) else { return }
      world.directory.fail([])
      #expect(throws: Never.self) {
        if clears { _ = try world.clear() } else { try world.outbox.checkpoint() }
      }
    }
    world.withLock { $0 = opened }
    opened.accept(SampleJobKinds.event, "a")
    try opened.deliverNext(.rejected)
    opened.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])

    try await opened.outbox.discard("a")

    for outbox in [opened.outbox, try opened.restarted().outbox] {
      #expect(outbox.report("a")?.state == .rejected)
      #expect(outbox.report("a")?.retryable == false)
      await #expect(throws: Outbox.ControlFailure.notRetryable) { try await outbox.retry("a") }
    }
    opened.expectSums()
  }

  // The job was rejected again in memory, with a body and an outcome that were no longer on the disk; the disk held it
  // as pending, and the next process sent it.
  @Test(
    "a retry that the disk refuses takes effect if a checkpoint or a clear succeeds meanwhile",
    arguments: [false, true])
  func retryBeforeCheckpoint(clears: Bool) async throws {
    let world = Mutex<OutboxFixture?>(nil)
    defer { world.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let world = world.withLock({ $0 }) else { return }
      world.directory.fail([])
      #expect(throws: Never.self) {
        if clears { _ = try world.clear() } else { try world.outbox.checkpoint() }
      }
    }
    world.withLock { $0 = opened }
    opened.accept(SampleJobKinds.event, "a")
    try opened.deliverNext(.rejected)
    opened.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])

    try await opened.outbox.retry("a")

    for world in [opened, try opened.restarted()] {
      #expect(world.outbox.report("a")?.state == (clears ? .cleared : .pending))
      #expect(world.pending == (clears ? [] : ["a"]))
      #expect((try? world.attempt().requestId) == (clears ? nil : "a"))
      world.expectSums()
    }
  }

  @Test(
    "a flush ends every delay; its caller is notified after the first job of each lane was attempted"
  )
  func flush() async throws {
    let world = try OutboxFixture()
    for (kind, id) in [
      (SampleJobKinds.state, "a"), (SampleJobKinds.state, "b"), (SampleJobKinds.event, "c"),
    ] {
      world.accept(kind, id)
    }
    let failing = [try world.attempt(), try world.attempt()]
    for entry in failing { world.outbox.postpone(entry, .test, retryAfter: .seconds(9)) {} }
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }

    async let all: Void = world.outbox.flushAndWait()
    try await eventually { world.outbox.report("a")?.waitingFor == nil }

    world.outbox.postpone(try world.attempt(), .test, retryAfter: nil) {}
    try world.deliverNext()

    await all
  }

  @Test("a flush during an attempt is followed by another attempt, and waits for it")
  func flushDuringAttempt() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let attempt = try world.attempt()
    async let all: Void = world.outbox.flushAndWait()
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }

    #expect(world.outbox.postpone(attempt, .test, retryAfter: nil) {} == .zero)
    #expect(world.outbox.read { !$0.observers.isEmpty })
    try world.deliverNext()

    await all
  }

  @Test("flushes that keep coming do not hold up the first")
  func repeatedFlush() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let attempt = try world.attempt()
    let isOver = Atomic(false)
    async let first: Void = {
      await world.outbox.flushAndWait()
      isOver.store(true, ordering: .relaxed)
    }()
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }
    world.outbox.postpone(attempt, .test, retryAfter: nil) {}

    let second = try world.attempt()
    world.outbox.flush()
    let wasOver = isOver.load(ordering: .relaxed)
    #expect(!wasOver)
    world.outbox.postpone(second, .test, retryAfter: nil) {}

    await first
    try world.deliverNext()
  }

  @Test("a flush during the last attempt of an outbox that is left ends with that attempt")
  func flushOfInactive() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let attempt = try world.attempt()
    async let all: Void = world.outbox.flushAndWait()
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }
    world.outbox.setActive(false)

    world.outbox.postpone(attempt, .test, retryAfter: nil) {}

    await all
  }

  @Test("a flush during an attempt does not end the pause that its answer asks for")
  func flushBeforePause() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let attempt = try world.attempt()
    async let all: Void = world.outbox.flushAndWait()
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }

    world.outbox.postpone(attempt, .test, retryAfter: .seconds(9)) {}

    await all
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
  }

  @Test("a flush with nothing to attempt, or of a closed outbox, completes at once")
  func nothingToFlush() async throws {
    let world = try OutboxFixture()
    await world.outbox.flushAndWait()
    world.accept(SampleJobKinds.state, "a")
    async let waiting: Void = world.outbox.flushAndWait()
    world.outbox.close()
    await waiting
  }
}
