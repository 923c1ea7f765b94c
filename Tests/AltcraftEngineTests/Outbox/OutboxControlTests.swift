import DurableLog
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxControlTests {
  @Test("rejected work that is retried goes out as before, with a new time to live, and ends anew")
  func retry() async throws {
    let world = try OutboxWorld()
    world.accept(Toys.state, "a", n: 7)
    world.accept(Toys.state, "b")
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
    "what was retried or discarded is so after a crash, and after a checkpoint",
    arguments: [false, true])
  func survives(checkpoint: Bool) async throws {
    let world = try OutboxWorld()
    for id in ["a", "b", "c"] { world.accept(Toys.event, id, n: 3) }
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
    let files = try OutboxFiles.read(world.directory.afterKill())
    #expect(files.works.map(\.requestId) == ["a", "c"])
    #expect(files.works.map(\.state) == [.pending, .rejected])
  }

  @Test("only rejected work that is kept can be retried or discarded", arguments: ["x", "a", "b"])
  func refused(id: String) async throws {
    let world = try OutboxWorld()
    world.accept(Toys.event, "a")
    world.accept(Toys.state, "b")
    world.accept(Toys.own, "c")
    world.deliver(try #require(world.outbox.pending(through: .max).first { $0.requestId == "b" }))

    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.retry(id) }
    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.discard(id) }
    world.expectSums()
  }

  @Test("discarded work is not retried, and its outcome is still told")
  func discard() async throws {
    let world = try OutboxWorld()
    world.accept(Toys.event, "a")
    try world.deliverNext(.rejected)

    try await world.outbox.discard("a")

    await #expect(throws: Outbox.ControlFailure.notRetryable) { try await world.outbox.retry("a") }
    #expect(world.outbox.report("a")?.outcome?.eventCode == 437)
    #expect(world.outbox.statistics.counters.rejected == 1)
    world.expectSums()
  }

  @Test("a retry that finds no room changes nothing")
  func full() async throws {
    var limits = Limits.small
    limits.outboxRecords = 1
    let world = try OutboxWorld(limits: limits)
    world.accept(Toys.event, "a")
    try world.deliverNext(.rejected)
    world.accept(Toys.event, "b")

    await #expect(
      throws: Outbox.ControlFailure.refused(
        .full(limit: "outboxRecords", max: 1, used: 1, retryAfterMs: 1000))
    ) { try await world.outbox.retry("a") }

    #expect(world.outbox.report("a")?.retryable == true)
    world.expectSums()
  }

  @Test("a disk that does not take a retry or a discard leaves the work rejected and kept")
  func disk() async throws {
    let world = try OutboxWorld()
    for id in ["a", "b"] { world.accept(Toys.event, id) }
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

  @Test("a flush ends every waiting; who waits for it is told when each first piece has been tried")
  func flush() async throws {
    let world = try OutboxWorld()
    for (kind, id) in [(Toys.state, "a"), (Toys.state, "b"), (Toys.event, "c")] {
      world.accept(kind, id)
    }
    let failing = [try world.attempt(), try world.attempt()]
    for entry in failing { world.outbox.postpone(entry, .test, retryAfter: .seconds(9)) {} }
    #expect(throws: OutboxWorld.Nothing.self) { try world.attempt() }

    async let all: Void = world.outbox.flushAndWait()
    await eventually { world.outbox.report("a")?.waitingFor == nil }

    world.outbox.postpone(try world.attempt(), .test, retryAfter: nil) {}
    try world.deliverNext()

    await all
  }

  @Test("a flush with nothing to try, or of an outbox that is closed, is over at once")
  func nothingToFlush() async throws {
    let world = try OutboxWorld()
    await world.outbox.flushAndWait()
    world.accept(Toys.state, "a")
    async let waiting: Void = world.outbox.flushAndWait()
    world.outbox.close()
    await waiting
  }
}
