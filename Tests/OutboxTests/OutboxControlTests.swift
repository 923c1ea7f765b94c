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
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.state, "a", n: 7)
    fixture.accept(SampleJobKinds.state, "b")
    try fixture.deliverNext(.rejected)
    let createdAt = fixture.outbox.report("a")?.createdAt
    await fixture.time.clock.advance(by: .seconds(60))

    try await fixture.outbox.retry("a")

    #expect(fixture.outbox.report("a")?.state == .pending)
    #expect(fixture.outbox.report("a")?.createdAt == createdAt)
    fixture.expectSums()
    let entry = try fixture.attempt()
    #expect(entry.requestId == "a" && entry.livesSince == FixtureTime.start + 60_000)
    #expect(try fixture.outbox.content(of: entry)?.get().body["n"] == 7)
    fixture.deliver(entry)
    #expect(fixture.outbox.report("a")?.state == .delivered)
    #expect(fixture.outbox.statistics.counters.rejected == 0)
    #expect(try fixture.attempt().requestId == "b")
    fixture.expectSums()
  }

  @Test(
    "retried and discarded jobs stay so after a crash and after a checkpoint",
    arguments: [false, true])
  func survives(checkpoint: Bool) async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b", "c"] { fixture.accept(SampleJobKinds.event, id, n: 3) }
    for _ in 0..<3 { try fixture.deliverNext(.rejected) }
    try await fixture.outbox.retry("a")
    try await fixture.outbox.discard("b")
    if checkpoint { try fixture.outbox.checkpoint() }

    let again = try fixture.restarted()

    #expect(again.pending == ["a"])
    #expect(again.outbox.report("a")?.state == .pending)
    #expect(again.outbox.report("b")?.state == .rejected)
    #expect(again.outbox.report("b")?.retryable == false)
    #expect(again.outbox.report("c")?.retryable == true)
    #expect(again.outbox.statistics.counters == fixture.outbox.statistics.counters)
    again.expectSums()
    let files = try OutboxSnapshot.read(fixture.directory.afterKill())
    #expect(files.jobs.map(\.requestId) == ["a", "c"])
    #expect(files.jobs.map(\.state) == [.pending, .rejected])
  }

  @Test("only stored rejected jobs can be retried or discarded", arguments: ["x", "a", "b"])
  func refused(id: String) async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.accept(SampleJobKinds.state, "b")
    fixture.accept(SampleJobKinds.own, "c")
    fixture.deliver(
      try #require(fixture.outbox.pending(through: .max).first { $0.requestId == "b" }))

    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await fixture.outbox.retry(id) }
    await #expect(throws: Outbox.ControlFailure.notRetryable) {
      try await fixture.outbox.discard(id)
    }
    fixture.expectSums()
  }

  @Test("a discarded job is not retried, and its outcome is still available")
  func discard() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    try fixture.deliverNext(.rejected)

    try await fixture.outbox.discard("a")

    await #expect(throws: Outbox.ControlFailure.notRetryable) {
      try await fixture.outbox.retry("a")
    }
    #expect(fixture.outbox.report("a")?.outcome?.eventCode == 437)
    #expect(fixture.outbox.statistics.counters.rejected == 1)
    fixture.expectSums()
  }

  @Test("a retry without room changes nothing")
  func full() async throws {
    var limits = Limits.small
    limits.outboxRecords = 1
    let fixture = try OutboxFixture(limits: limits)
    fixture.accept(SampleJobKinds.event, "a")
    try fixture.deliverNext(.rejected)
    fixture.accept(SampleJobKinds.event, "b")

    await #expect(
      throws: Outbox.ControlFailure.refused(
        .full(limit: "outboxRecords", max: 1, used: 1, retryAfterMs: 1000))
    ) { try await fixture.outbox.retry("a") }

    #expect(fixture.outbox.report("a")?.retryable == true)
    fixture.expectSums()
  }

  @Test("if the disk fails during a retry or a discard, the job stays rejected and stored")
  func disk() async throws {
    let fixture = try OutboxFixture()
    for id in ["a", "b"] { fixture.accept(SampleJobKinds.event, id) }
    for _ in 0..<2 { try fixture.deliverNext(.rejected) }
    fixture.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])

    for id in ["a", "b"] {
      await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
        try await fixture.outbox.retry(id)
      }
    }
    await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
      try await fixture.outbox.discard("b")
    }

    #expect(fixture.outbox.report("a")?.retryable == true)
    #expect(fixture.outbox.report("b")?.retryable == true)
    #expect(fixture.storage == [.ioError])
    fixture.expectSums()
  }

  // They waited for ever: the job was removed, and its observers were not called.
  @Test("a retry that the disk refuses releases those who wait for an attempt")
  func observersOfRetry() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    try fixture.deliverNext(.rejected)
    fixture.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    let revival = try fixture.outbox.revive("a")
    let id = try #require(fixture.outbox.pending(through: .max).first?.id)
    async let waiting: Void = fixture.outbox.firstAttempt(at: id)
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }

    await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
      try await fixture.outbox.confirm(revival)
    }

    await waiting
    #expect(fixture.outbox.report("a")?.retryable == true)
  }

  // The job was removed from memory only: its caller got a failure, and the next process sent it.
  @Test("a job that the disk refuses is accepted if a checkpoint stores it meanwhile")
  func acceptBeforeCheckpoint() async throws {
    let fixture = Mutex<OutboxFixture?>(nil)
    defer { fixture.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let fixture = fixture.withLock({ $0 }) else { return }
      fixture.directory.fail([])
      #expect(throws: Never.self) { try fixture.outbox.checkpoint() }
    }
    fixture.withLock { $0 = opened }
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
    for fixture in [opened, try opened.restarted()] {
      #expect(fixture.pending == ["b"])
      #expect(fixture.outbox.statistics.accepted == 1)
    }
  }

  // The body was restored although it was no longer on the disk: the job counted as retryable, and each retry
  // failed.
  @Test(
    "a discard that the disk refuses takes effect if a checkpoint or a clear succeeds meanwhile",
    arguments: [false, true])
  func discardBeforeCheckpoint(clears: Bool) async throws {
    let fixture = Mutex<OutboxFixture?>(nil)
    defer { fixture.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let fixture = fixture.withLock({ $0 }) else { return }
      fixture.directory.fail([])
      #expect(throws: Never.self) {
        if clears { _ = try fixture.clear() } else { try fixture.outbox.checkpoint() }
      }
    }
    fixture.withLock { $0 = opened }
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
    let fixture = Mutex<OutboxFixture?>(nil)
    defer { fixture.withLock { $0 = nil } }
    let opened = try OutboxFixture { cause in
      guard cause != nil, let fixture = fixture.withLock({ $0 }) else { return }
      fixture.directory.fail([])
      #expect(throws: Never.self) {
        if clears { _ = try fixture.clear() } else { try fixture.outbox.checkpoint() }
      }
    }
    fixture.withLock { $0 = opened }
    opened.accept(SampleJobKinds.event, "a")
    try opened.deliverNext(.rejected)
    opened.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])

    try await opened.outbox.retry("a")

    for fixture in [opened, try opened.restarted()] {
      #expect(fixture.outbox.report("a")?.state == (clears ? .cleared : .pending))
      #expect(fixture.pending == (clears ? [] : ["a"]))
      #expect((try? fixture.attempt().requestId) == (clears ? nil : "a"))
      fixture.expectSums()
    }
  }

  @Test(
    "a flush ends every delay; its caller is notified after the first job of each lane was attempted"
  )
  func flush() async throws {
    let fixture = try OutboxFixture()
    for (kind, id) in [
      (SampleJobKinds.state, "a"), (SampleJobKinds.state, "b"), (SampleJobKinds.event, "c"),
    ] {
      fixture.accept(kind, id)
    }
    let failing = [try fixture.attempt(), try fixture.attempt()]
    for entry in failing { fixture.outbox.postpone(entry, .test, retryAfter: .seconds(9)) {} }
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }

    async let all: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.report("a")?.waitingFor == nil }

    fixture.outbox.postpone(try fixture.attempt(), .test, retryAfter: nil) {}
    try fixture.deliverNext()

    await all
  }

  @Test("a flush during an attempt is followed by another attempt, and waits for it")
  func flushDuringAttempt() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let attempt = try fixture.attempt()
    async let all: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }

    #expect(fixture.outbox.postpone(attempt, .test, retryAfter: nil) {} == .zero)
    #expect(fixture.outbox.read { !$0.observers.isEmpty })
    try fixture.deliverNext()

    await all
  }

  @Test("flushes that keep coming do not hold up the first")
  func repeatedFlush() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let attempt = try fixture.attempt()
    let isOver = Atomic(false)
    async let first: Void = {
      await fixture.outbox.flushAndWait()
      isOver.store(true, ordering: .relaxed)
    }()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }
    fixture.outbox.postpone(attempt, .test, retryAfter: nil) {}

    let second = try fixture.attempt()
    fixture.outbox.flush()
    let wasOver = isOver.load(ordering: .relaxed)
    #expect(!wasOver)
    fixture.outbox.postpone(second, .test, retryAfter: nil) {}

    await first
    try fixture.deliverNext()
  }

  @Test("a flush during the last attempt of an outbox that is left ends with that attempt")
  func flushOfInactive() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let attempt = try fixture.attempt()
    async let all: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }
    fixture.outbox.setActive(false)

    fixture.outbox.postpone(attempt, .test, retryAfter: nil) {}

    await all
  }

  @Test("a flush during an attempt does not end the pause that its answer asks for")
  func flushBeforePause() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let attempt = try fixture.attempt()
    async let all: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }

    fixture.outbox.postpone(attempt, .test, retryAfter: .seconds(9)) {}

    await all
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
  }

  @Test("a flush with nothing to attempt, or of a closed outbox, completes at once")
  func nothingToFlush() async throws {
    let fixture = try OutboxFixture()
    await fixture.outbox.flushAndWait()
    fixture.accept(SampleJobKinds.state, "a")
    async let waiting: Void = fixture.outbox.flushAndWait()
    fixture.outbox.close()
    await waiting
  }

  // Found by the simulation with seed 1241: the lane was never released.
  @Test("a token update for an attempt whose job has ended meanwhile is sent at once")
  func endedBeforeTokenUpdate() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.token, "first")
    let known = PushToken(provider: .iosFirebase, token: "old")
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(state: .delivered, eventCode: 230, savedToken: known, byAttempt: true)
    ) {}
    fixture.outbox.commit()
    fixture.accept(SampleJobKinds.token, "second")
    let job = try fixture.attempt()
    #expect(
      fixture.outbox.end(job.id, .init(state: .cleared, eventCode: 601, byAttempt: false)))

    let check = try fixture.outbox.updateToken(
      to: PushToken(provider: .iosFirebase, token: "new"), of: job.lane.userTag,
      epoch: fixture.outbox.epoch, before: job)
    fixture.outbox.commit()

    let update = try fixture.attempt()
    #expect(check == .update(update.id))
  }
}
