import DurableLog
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutcomeTests {
  private func ended(_ world: OutboxFixture, _ state: JobState = .delivered, ids: [String]) throws {
    for id in ids {
      world.accept(SampleJobKinds.event, id)
      try world.deliverNext(state)
    }
  }

  private func all(_ world: OutboxFixture, after: UInt64 = 0) -> [String] {
    world.outbox.outcomes(after: after, limit: 1000, bytes: 1 << 30).outcomes.map {
      "\($0.outcome) \($0.requestId) \($0.state)"
    }
  }

  @Test("ends are numbered in the order in which they became durable, over restarts")
  func numbers() throws {
    let world = try OutboxFixture()
    try ended(world, ids: ["a", "b"])
    #expect(all(world) == ["1 a delivered", "2 b delivered"])

    let again = try world.restarted()
    try ended(again, .rejected, ids: ["c"])
    try again.outbox.checkpoint()
    let third = try again.restarted()
    try ended(third, ids: ["d"])

    #expect(
      all(third) == ["1 a delivered", "2 b delivered", "3 c rejected", "4 d delivered"])
    #expect(all(third, after: 3) == ["4 d delivered"])
    #expect(third.outbox.outcomeRange == .init(first: 1, last: 4))
  }

  @Test("clear ends work with numbers, and does not reset them")
  func clear() throws {
    let world = try OutboxFixture()
    try ended(world, ids: ["a"])
    for id in ["b", "c"] { world.accept(SampleJobKinds.event, id) }
    #expect(try world.clear() == 2)
    let again = try world.restarted()
    try ended(again, ids: ["d"])
    #expect(
      all(again) == ["1 a delivered", "2 b cleared", "3 c cleared", "4 d delivered"])
  }

  @Test("a retried job ends again with a new number")
  func retry() async throws {
    let world = try OutboxFixture()
    try ended(world, .rejected, ids: ["a"])
    try ended(world, ids: ["b"])
    try await world.outbox.retry("a")
    try world.deliverNext()
    #expect(all(world) == ["2 b delivered", "3 a delivered"])
    let again = try world.restarted()
    #expect(all(again) == all(world))
    try ended(again, ids: ["c"])
    #expect(all(again, after: 3) == ["4 c delivered"])
  }

  @Test("an end is listed once it is durable")
  func durable() throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let job = try world.attempt()
    world.outbox.settle(job, .init(state: .delivered, eventCode: 237, byAttempt: true)) {}
    world.outbox.commit()
    #expect(all(world) == ["1 a delivered"])
  }

  @Test("an end that the disk refused is numbered when a checkpoint stores it")
  func refused() async throws {
    let world = try OutboxFixture()
    for id in ["a", "b"] { world.accept(SampleJobKinds.event, id) }
    try world.deliverNext()
    world.directory.fail([.init(.write, after: 0, .error(EIO), lasts: true)])
    try world.deliverNext()
    #expect(all(world) == ["1 a delivered"])
    world.directory.fail([])
    await world.outbox.repair()
    #expect(all(world) == ["1 a delivered", "2 b delivered"])
    #expect(all(try world.restarted()) == all(world))
  }

  @Test("ends in the log of an earlier version are numbered once")
  func earlier() throws {
    let world = try OutboxFixture()
    try ended(world, ids: ["x"])
    let journal = world.outbox.journal
    for (number, id) in ["a", "b"].enumerated() {
      let put = JobRecord.Put(
        requestId: id, method: SampleJobKinds.event.method, userTag: "u", createdAt: 0,
        livesSince: 0, digest: CallDigest(of: []), body: .object([:]))
      let (sequence, _) = try journal.append(.put, epoch: 0, put.bytes)
      let done = JobRecord.Done(
        target: sequence.value, requestId: id, method: put.method, state: .delivered,
        createdAt: 0, endedAt: Int64(number), attempts: 1, digest: put.digest, eventCode: 237,
        lastError: nil, response: .null, savedToken: nil)
      _ = try journal.append(.done, epoch: 0, done.bytes)
    }
    journal.commit()

    let again = try world.restarted()
    #expect(all(again) == ["1 x delivered", "2 a delivered", "3 b delivered"])
    try ended(again, ids: ["c"])
    #expect(all(try again.restarted()) == all(again))
  }

  @Test("a page has ends of the filter, and says up to where it looked")
  func filter() throws {
    let world = try OutboxFixture()
    try ended(world, ids: ["a-1", "a-2"])
    try ended(world, .rejected, ids: ["a-3", "b-1"])
    func page(_ filter: OutcomeFilter, limit: Int = 10) -> OutcomePage {
      world.outbox.outcomes(after: 0, limit: limit, bytes: 1 << 20, filter: filter)
    }
    #expect(page(.init(states: [.rejected])).outcomes.map(\.outcome) == [3, 4])
    #expect(page(.init(requestIdPrefix: "a-")).outcomes.map(\.outcome) == [1, 2, 3])
    #expect(page(.init(methods: ["nothing"])).outcomes.isEmpty)
    #expect(page(.init(methods: ["nothing"])).next == 4)
    let first = page(.init(), limit: 1)
    #expect(first.outcomes.map(\.outcome) == [1] && first.next == 1)
  }
}
