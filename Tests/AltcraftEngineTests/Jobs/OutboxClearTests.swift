import DurableLog
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxClearTests {
  private static let token = PushToken(provider: .iosFirebase, token: "the-saved-token")

  /// Pending, delivered and rejected work, and a saved token.
  private static func world(_ limits: Limits = .small) throws -> OutboxFixture {
    let world = try OutboxFixture(limits: limits)
    for id in ["a", "b", "c", "d"] { world.accept(SampleJobKinds.event, id, padding: 50) }
    let reply = PlatformReply(
      httpCode: 200,
      response: PlatformResponse(body: Array(#"{"error":0,"error_text":"the-answer"}"#.utf8)))
    world.outbox.settle(
      try world.attempt(),
      .init(
        state: .delivered, eventCode: 237, response: reply, savedToken: token, byAttempt: true)
    ) {}
    world.outbox.settle(
      try world.attempt(),
      .init(
        state: .rejected, eventCode: 437, response: reply,
        lastError: AttemptError(code: 437, httpCode: 400, message: "the-answer"), byAttempt: true)
    ) {}
    world.outbox.commit()
    return world
  }

  @Test("pending work ends as cleared, and outcomes are kept without the platform's answer")
  func clear() throws {
    let world = try Self.world()
    let told = Mutex<[JobOutcome]>([])
    _ = world.outbox.whenEnded("c") { outcome in told.withLock { $0.append(outcome) } }

    #expect(try world.clear() == 2)

    #expect(
      told.withLock { $0 } == [JobOutcome(state: .cleared, eventCode: 601, response: .null)])
    for outbox in [world.outbox, try world.restarted().outbox] {
      #expect(outbox.pending(through: .max).isEmpty && outbox.savedToken == nil)
      #expect(outbox.report("a")?.outcome?.state == .delivered)
      #expect(outbox.report("a")?.outcome?.response == .null)
      #expect(outbox.report("b")?.retryable == false)
      #expect(outbox.report("b")?.lastError == AttemptError(code: 437, httpCode: 400, message: ""))
      #expect(outbox.report("c")?.outcome?.eventCode == 601)
      #expect(outbox.report("d")?.state == .cleared)
      #expect(outbox.statistics.counters.cleared == 2)
      #expect(outbox.epoch == 1)
    }
    world.expectSums()
  }

  // The call was counted as cleared and then also withdrawn.
  @Test("a call with a failed record is not subtracted again after a clear")
  func failedGroup() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a", releases: false)
    let sequence = Sequence(try #require(world.outbox.pending(through: .max).first).id)

    #expect(try world.clear() == 1)
    let result = world.outbox.stored(sequence, "a", .failure(.closed))

    // The checkpoint of the clear has stored the job as cleared.
    #expect(throws: Never.self) { try result.get() }
    #expect(world.outbox.report("a")?.state == .cleared)
    #expect(world.outbox.statistics.accepted == 1)
    world.expectSums()
  }

  // Found by mutated frames: a call that waited for attempts was notified through an impossible cast.
  @Test("a caller that waits for attempts is notified that there will be none")
  func waitingForAttempts() async throws {
    let world = try Self.world()
    async let flushed: Void = world.outbox.flushAndWait()
    try await eventually { world.outbox.read { !$0.observers.isEmpty } }

    _ = try world.clear()

    await flushed
  }

  @Test("the files contain none of it any more")
  func files() throws {
    let world = try Self.world()

    _ = try world.clear()

    let secrets = ["the-saved-token", "the-answer", String(repeating: "x", count: 50)]
    for (name, bytes) in world.directory.afterKill().contents() {
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(name)") }
    }
  }

  @Test("work accepted afterwards survives, and the same ids can be used again")
  func afterwards() throws {
    let world = try Self.world()
    _ = try world.clear()

    #expect(world.accept(SampleJobKinds.event, "c", padding: 50) == .success("c"))
    #expect(world.accept(SampleJobKinds.event, "c", n: 9) == .failure(.duplicateRequestId))
    world.accept(SampleJobKinds.event, "e")

    #expect(world.pending == ["e"])
    let again = try world.restarted()
    #expect(again.pending == ["e"])
    #expect(try again.attempt().requestId == "e")
    again.expectSums()
  }

  @Test("an attempt in progress finds no job to complete and does not delay new work")
  func onTheWire() throws {
    let world = try Self.world()
    let old = try world.attempt()
    _ = try world.clear()
    world.accept(SampleJobKinds.event, "e")
    world.outbox.abandonAttempts()
    let new = try world.attempt()
    world.accept(SampleJobKinds.event, "f")

    world.outbox.settle(old, .init(state: .delivered, eventCode: 237, byAttempt: true)) {
      Issue.record("an event of a cleared job")
    }

    #expect(world.outbox.postpone(old, .test, retryAfter: nil) {} == nil)
    world.outbox.wait(old, for: .user, .test)
    // The lane is still busy with the new work.
    #expect(throws: OutboxFixture.Nothing.self) { try world.attempt() }
    world.deliver(new)
    #expect(try world.attempt().requestId == "f")
    #expect(world.outbox.report("c")?.state == .cleared)
    world.expectSums()
  }

  @Test(
    "at any failing or last system call the outbox is cleared completely or not at all",
    .timeLimit(.minutes(10)), arguments: [EIO, ENOSPC])
  func everyCall(code: Int32) throws {
    var call = 0
    var isOver = false
    while !isOver {
      let world = try Self.world(.tiny)
      let before = world.outbox.statistics.counters
      world.directory.fail([.init(nil, after: call, .error(code), lasts: true)])
      let isCleared = (try? world.clear()) != nil
      isOver = world.directory.faultsTriggered == 0
      world.directory.fail([])
      world.expectSums()
      #expect(world.pending == [] || !isCleared && world.pending == ["c", "d"], "call \(call)")
      for crash in Crash.allCases {
        let again = try OutboxFixture(crash.survivor(of: world.directory), limits: .tiny)
        again.expectSums()
        let isGone = again.pending.isEmpty
        #expect(isGone || !isCleared, "call \(call), \(crash)")
        #expect(isGone == (again.outbox.savedToken == nil), "call \(call), \(crash)")
        #expect(isGone == (again.outbox.statistics.counters.cleared == 2), "call \(call), \(crash)")
        if !isGone { #expect(again.outbox.statistics.counters == before, "call \(call), \(crash)") }
        again.outbox.close()
      }
      world.outbox.close()
      call += 1
    }
    #expect(call > 5)
  }

  @Test("a clear repairs a failed disk, and the repair is reported")
  func repairs() throws {
    let world = try Self.world()
    world.directory.fail([.init(nil, after: 0, .error(EIO), lasts: true)])
    _ = world.accept(SampleJobKinds.event, "e")
    world.directory.fail([])

    #expect(try world.clear() == 2)

    #expect(world.storage == [.ioError, nil])
    #expect(world.accept(SampleJobKinds.event, "f") == .success("f"))
    #expect(try world.restarted().pending == ["f"])
  }

  @Test(
    "cleared work beyond the 10,000 remembered jobs is still counted",
    .timeLimit(.minutes(10)))
  func many() throws {
    var limits = Limits()
    limits.segmentBytes = 1 << 20
    let world = try OutboxFixture(limits: limits, durability: .process)
    for number in 0..<10_500 { world.accept(SampleJobKinds.own, "r\(number)") }

    #expect(try world.clear() == 10_500)

    #expect(world.outbox.report("r0") == nil)
    #expect(world.outbox.report("r10499")?.state == .cleared)
    #expect(world.outbox.statistics.counters.cleared == 10_500)
    world.expectSums()
  }
}
