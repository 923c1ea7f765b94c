import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxClearTests {
  private static let token = PushToken(provider: .iosFirebase, token: "the-saved-token")

  /// Returns a fixture with pending, delivered and rejected jobs, and a saved token.
  private static func fixture(_ limits: Limits = .small) throws -> OutboxFixture {
    let fixture = try OutboxFixture(limits: limits)
    for id in ["a", "b", "c", "d"] { fixture.accept(SampleJobKinds.event, id, padding: 50) }
    let reply = PlatformReply(
      httpCode: 200,
      response: PlatformResponse(body: Array(#"{"error":0,"error_text":"the-answer"}"#.utf8)))
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(
        state: .delivered, eventCode: 237, response: reply, savedToken: token, byAttempt: true)
    ) {}
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(
        state: .rejected, eventCode: 437, response: reply,
        lastError: AttemptError(code: 437, httpCode: 400, message: "the-answer"), byAttempt: true)
    ) {}
    fixture.outbox.commit()
    return fixture
  }

  @Test("pending jobs end as cleared, and outcomes are kept without the platform's answer")
  func clear() throws {
    let fixture = try Self.fixture()
    let outcomes = Mutex<[JobOutcome]>([])
    _ = fixture.outbox.whenEnded("c") { outcome in outcomes.withLock { $0.append(outcome) } }

    #expect(try fixture.clear() == 2)

    #expect(
      outcomes.withLock { $0 } == [JobOutcome(state: .cleared, eventCode: 601, response: .null)])
    for outbox in [fixture.outbox, try fixture.restarted().outbox] {
      #expect(outbox.pending(through: .max).isEmpty && outbox.savedToken == nil)
      #expect(outbox.report("a")?.outcome?.state == .delivered)
      #expect(outbox.report("a")?.outcome?.response == .null)
      #expect(outbox.report("b")?.retryable == false)
      #expect(outbox.report("b")?.lastError == AttemptError(code: 437, httpCode: 400, message: ""))
      #expect(outbox.report("c")?.outcome?.eventCode == 601)
      #expect(outbox.report("d")?.state == .cleared)
      #expect(outbox.statistics.counters.cleared == 2)
      #expect(outbox.epoch == 1)
      let ends = outbox.outcomes(after: 0, limit: 9, bytes: 1 << 20).outcomes
      #expect(ends.count == 4 && ends.allSatisfy { $0.user == nil })
    }
    fixture.expectSums()
  }

  @Test("on a full disk, a clear fails unless there is nothing to delete")
  func fullDisk() throws {
    let unused = try OutboxFixture()
    unused.directory.setSpace(unused.directory.bytesUsed)
    #expect(try unused.clear() == 0)

    let used = try OutboxFixture()
    used.accept(SampleJobKinds.event, "a")
    used.directory.fail([.init(.write, .error(ENOSPC), lasts: true)])
    #expect(throws: JournalError.noSpace) { try used.clear() }
    #expect(used.pending == ["a"])
  }

  @Test("an outbox that is not selected keeps no file open for reading")
  func closedFiles() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let job = try #require(fixture.outbox.pending(through: .max).first)
    func opened() -> Int {
      let before = fixture.directory.calls[.open, default: 0]
      _ = fixture.outbox.content(of: job)
      return fixture.directory.calls[.open, default: 0] - before
    }
    #expect(opened() == 1)
    #expect(opened() == 0)
    fixture.outbox.setActive(false)
    #expect(opened() == 1)
  }

  // The call was counted as cleared and then also withdrawn.
  @Test("a call with a failed record is not subtracted again after a clear")
  func failedGroup() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a", releases: false)
    let sequence = Sequence(try #require(fixture.outbox.pending(through: .max).first).id)

    #expect(try fixture.clear() == 1)
    let result = fixture.outbox.stored(sequence, "a", .failure(.closed))

    // The checkpoint of the clear has stored the job as cleared.
    #expect(throws: Never.self) { try result.get() }
    #expect(fixture.outbox.report("a")?.state == .cleared)
    #expect(fixture.outbox.statistics.accepted == 1)
    fixture.expectSums()
  }

  // Found by mutated frames: a call that waited for attempts was notified through an impossible cast.
  @Test("a caller that waits for attempts is notified that there will be none")
  func waitingForAttempts() async throws {
    let fixture = try Self.fixture()
    async let flushed: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }

    _ = try fixture.clear()

    await flushed
  }

  @Test("the files contain none of it any more")
  func files() throws {
    let fixture = try Self.fixture()

    _ = try fixture.clear()

    let secrets = ["the-saved-token", "the-answer", String(repeating: "x", count: 50)]
    for (name, bytes) in fixture.directory.afterKill().contents() {
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(name)") }
    }
  }

  @Test("jobs accepted afterwards survive, and the same ids can be used again")
  func afterwards() throws {
    let fixture = try Self.fixture()
    _ = try fixture.clear()

    #expect(fixture.accept(SampleJobKinds.event, "c", padding: 50) == .success("c"))
    #expect(fixture.accept(SampleJobKinds.event, "c", n: 9) == .failure(.duplicateRequestId))
    fixture.accept(SampleJobKinds.event, "e")

    #expect(fixture.pending == ["e"])
    let again = try fixture.restarted()
    #expect(again.pending == ["e"])
    #expect(try again.attempt().requestId == "e")
    again.expectSums()
  }

  @Test("an attempt in progress finds no job to complete and does not delay new jobs")
  func onTheWire() throws {
    let fixture = try Self.fixture()
    let old = try fixture.attempt()
    _ = try fixture.clear()
    fixture.accept(SampleJobKinds.event, "e")
    fixture.outbox.abandonAttempts()
    let new = try fixture.attempt()
    fixture.accept(SampleJobKinds.event, "f")

    fixture.outbox.settle(old, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      Issue.record("an event of a cleared job")
    }

    #expect(fixture.outbox.postpone(old, .test, retryAfter: nil) {} == nil)
    fixture.outbox.wait(old, for: .user, .test)
    // The lane is still busy with the new job.
    #expect(throws: OutboxFixture.Nothing.self) { try fixture.attempt() }
    fixture.deliver(new)
    #expect(try fixture.attempt().requestId == "f")
    #expect(fixture.outbox.report("c")?.state == .cleared)
    fixture.expectSums()
  }

  @Test(
    "at any failing or last system call the outbox is cleared completely or not at all",
    .timeLimit(.minutes(10)), arguments: [EIO, ENOSPC])
  func everyCall(code: Int32) throws {
    var call = 0
    var isOver = false
    while !isOver {
      let fixture = try Self.fixture(.tiny)
      let before = fixture.outbox.statistics.counters
      fixture.directory.fail([.init(nil, after: call, .error(code), lasts: true)])
      let isCleared = (try? fixture.clear()) != nil
      isOver = fixture.directory.faultsTriggered == 0
      fixture.directory.fail([])
      fixture.expectSums()
      #expect(fixture.pending == [] || !isCleared && fixture.pending == ["c", "d"], "call \(call)")
      for crash in Crash.allCases {
        let again = try OutboxFixture(crash.survivor(of: fixture.directory), limits: .tiny)
        again.expectSums()
        let isGone = again.pending.isEmpty
        #expect(isGone || !isCleared, "call \(call), \(crash)")
        #expect(isGone == (again.outbox.savedToken == nil), "call \(call), \(crash)")
        #expect(isGone == (again.outbox.statistics.counters.cleared == 2), "call \(call), \(crash)")
        if !isGone { #expect(again.outbox.statistics.counters == before, "call \(call), \(crash)") }
        again.outbox.close()
      }
      fixture.outbox.close()
      call += 1
    }
    #expect(call > 5)
  }

  @Test("a clear repairs a failed disk, and the repair is reported")
  func repairs() throws {
    let fixture = try Self.fixture()
    fixture.directory.fail([.init(nil, after: 0, .error(EIO), lasts: true)])
    _ = fixture.accept(SampleJobKinds.event, "e")
    fixture.directory.fail([])

    #expect(try fixture.clear() == 2)

    #expect(fixture.storage == [.ioError, nil])
    #expect(fixture.accept(SampleJobKinds.event, "f") == .success("f"))
    #expect(try fixture.restarted().pending == ["f"])
  }

  @Test(
    "cleared jobs beyond the 10,000 remembered ones are still counted",
    .timeLimit(.minutes(10)))
  func many() throws {
    var limits = Limits()
    limits.segmentBytes = 1 << 20
    let fixture = try OutboxFixture(limits: limits, durability: .process)
    for number in 0..<10_500 { fixture.accept(SampleJobKinds.own, "r\(number)") }

    #expect(try fixture.clear() == 10_500)

    #expect(fixture.outbox.report("r0") == nil)
    #expect(fixture.outbox.report("r10499")?.state == .cleared)
    #expect(fixture.outbox.statistics.counters.cleared == 10_500)
    fixture.expectSums()
  }
}
