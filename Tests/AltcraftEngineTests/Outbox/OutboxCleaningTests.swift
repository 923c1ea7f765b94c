import DurableLog
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxCleaningTests {
  /// Segments that a few records fill, and room for sixteen of them.
  private static var limits: Limits {
    var limits = Limits()
    limits.segmentBytes = 8 << 10
    limits.recordBytes = 2 << 10
    limits.outboxBytes = 128 << 10
    return limits
  }

  /// An outbox that lives through whatever may happen to it, and what is to be known of it.
  private final class Life {
    var world: OutboxWorld
    var pending: [String] = []
    var ended: [String: WorkState] = [:]
    var refused = 0
    private var dice: SeededNumbers
    private var next = 0
    private let most: Most

    /// The most bytes the files ever took, between two calls of the system.
    final class Most: Sendable {
      let bytes = Mutex(0)
      func watch(_ directory: MemoryLogDirectory) {
        directory.onCall { [self] _ in
          bytes.withLock { $0 = max($0, directory.bytesUsed) }
        }
      }
    }

    var mostBytes: Int { most.bytes.withLock { $0 } }

    init(seed: UInt64) throws {
      dice = SeededNumbers(seed: seed)
      most = Most()
      world = try OutboxWorld(limits: OutboxCleaningTests.limits)
      most.watch(world.directory)
    }

    /// Old work is the more likely to end, but some stays for long.
    func step() async throws {
      switch Int.random(in: 0..<100, using: &dice) {
      case ..<45: accept()
      case ..<80: end(.delivered)
      case ..<88: end(.rejected)
      case ..<92: postpone()
      case ..<95: try await retry()
      case ..<96: try await discard()
      default: await world.outbox.compactIfUseful()
      }
    }

    private func accept() {
      let id = "r\(next)"
      next += 1
      let padding = Int.random(in: 0..<1200, using: &dice)
      switch world.accept(Toys.own, id, n: next, padding: padding) {
      case .success: pending.append(id)
      case .failure(.full): refused += 1
      case .failure(let refusal): Issue.record("\(refusal)")
      }
    }

    private func pick() -> Entry? {
      guard !pending.isEmpty else { return nil }
      let index = min(
        Int.random(in: 0..<pending.count, using: &dice),
        Int.random(in: 0..<pending.count, using: &dice))
      let id = pending[index]
      return world.outbox.pending(through: .max).first { $0.requestId == id }
    }

    private func end(_ state: WorkState) {
      guard let entry = pick() else { return }
      let ending = Outbox.Ending(state: state, eventCode: 237, byAttempt: true)
      #expect(world.outbox.end(entry.id, ending))
      world.outbox.commit()
      pending.removeAll { $0 == entry.requestId }
      ended[entry.requestId] = state
    }

    private func postpone() {
      guard let entry = try? world.attempt() else { return }
      world.outbox.postpone(entry, .test, retryAfter: nil) {}
      world.outbox.commit()
    }

    private func retry() async throws {
      guard let id = ended.keys.sorted().first(where: world.outbox.isRetryable) else { return }
      do throws(Outbox.ControlFailure) {
        try await world.outbox.retry(id)
        ended[id] = nil
        pending.append(id)
      } catch {
        guard case .refused(.full) = error else { throw error }
      }
    }

    private func discard() async throws {
      guard let id = ended.keys.sorted().first(where: world.outbox.isRetryable) else { return }
      try await world.outbox.discard(id)
    }

    func crash(_ crash: Crash) throws {
      let (before, now) = (world.outbox.statistics.counters, world.time)
      world = try OutboxWorld(
        crash.survivor(of: world.directory), time: now, limits: OutboxCleaningTests.limits)
      most.watch(world.directory)
      #expect(world.recovery.lostRecords == 0)
      #expect(world.outbox.statistics.counters == before)
    }

    func check(_ comment: Comment) throws {
      world.expectSums()
      #expect(Set(world.pending) == Set(pending), comment)
      for (id, state) in ended {
        #expect(world.outbox.report(id)?.state == state, comment)
      }
      let files = try OutboxFiles.read(world.directory.afterKill())
      #expect(Set(files.works.filter { $0.state == .pending }.map(\.requestId)) == Set(pending))
      for entry in world.outbox.pending(through: .max) {
        let body = try world.outbox.content(of: entry)?.get().body
        #expect(body?["n"]?.intValue == Int(entry.requestId.dropFirst()).map { $0 + 1 }, comment)
      }
    }
  }

  @Test(
    "whatever ends in whatever order, over crashes: all is known, and the disk is bounded",
    .timeLimit(.minutes(10)), arguments: [1, 2, 3] as [UInt64])
  func life(seed: UInt64) async throws {
    let life = try Life(seed: seed)
    for round in 0..<12 {
      for _ in 0..<150 { try await life.step() }
      try life.check("round \(round)")
      try life.crash(Crash.allCases[round % 3])
      try life.check("after the crash of round \(round)")
    }
    let limits = Self.limits
    let outcomes = life.ended.count * 450
    let most = limits.outboxBytes * 3 / 4 + outcomes + 2 * limits.segmentBytes
    #expect(life.mostBytes <= most)
    #expect(life.mostBytes > most / 2)
    // It was full at times, and worked itself out of that.
    #expect(life.refused > 0)
    #expect(life.ended.count > 300)
  }

  @Test(
    "a disk that is full of what is dead takes new work again, and nothing alive is lost for it")
  func full() async throws {
    let world = try OutboxWorld(limits: Self.limits)
    var accepted: [String] = []
    while case .success(let id) = world.accept(Toys.own, "a\(accepted.count)", padding: 900) {
      accepted.append(id)
      guard accepted.count < 1000 else { break }
    }
    #expect(accepted.count > 80 && accepted.count < 130)
    for entry in world.outbox.pending(through: .max).dropLast(20) {
      _ = world.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
    }
    await world.outbox.compactIfUseful()

    #expect(world.accept(Toys.own, "more") == .success("more"))
    #expect(world.pending == accepted.suffix(20) + ["more"])
    #expect(try world.restarted(limits: Self.limits).pending == world.pending)
  }

  @Test("what a compaction could not free keeps no later one from what it can")
  func afterFutile() async throws {
    let world = try OutboxWorld(limits: Self.limits)
    world.outbox.guarded.withLock { $0.deadAfterCleaning = 1 << 30 }
    for round in 0..<6 {
      for number in 0..<40 { world.accept(Toys.own, "r\(round)-\(number)", padding: 900) }
      for entry in world.outbox.pending(through: .max) {
        _ = world.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
      }
      await world.outbox.compactIfUseful()
    }
    #expect(world.outbox.statistics.counters.delivered > 200)
    #expect(world.directory.bytesUsed < 240 * 450 + 4 * Self.limits.segmentBytes)
  }

  @Test(
    "killed at any system call of a compaction, it comes back with all it had",
    .timeLimit(.minutes(10)))
  func everyCall() async throws {
    var call = 0
    var isOver = false
    while !isOver {
      let world = try OutboxWorld(limits: Self.limits)
      for number in 0..<60 { world.accept(Toys.own, "r\(number)", n: number, padding: 600) }
      for entry in world.outbox.pending(through: .max) where entry.id % 5 != 0 {
        let state: WorkState = entry.id % 7 == 0 ? .rejected : .delivered
        _ = world.outbox.end(entry.id, .init(state: state, eventCode: 237, byAttempt: true))
      }
      world.outbox.commit()
      let (pending, counters) = (world.pending, world.outbox.statistics.counters)
      let retryable = (0..<60).map { "r\($0)" }.filter(world.outbox.isRetryable)
      #expect(pending.count > 10 && retryable.count > 5)
      world.directory.fail([.init(nil, after: call, .error(EIO), lasts: true)])

      await world.outbox.compactIfUseful()

      isOver = world.directory.faultsTriggered == 0
      #expect(world.pending == pending)
      for crash in Crash.allCases {
        let again = try OutboxWorld(crash.survivor(of: world.directory), limits: Self.limits)
        #expect(again.pending == pending, "call \(call), \(crash)")
        #expect(again.outbox.statistics.counters == counters, "call \(call), \(crash)")
        #expect(
          (0..<60).map { "r\($0)" }.filter(again.outbox.isRetryable) == retryable,
          "call \(call), \(crash)")
        again.expectSums()
      }
      call += 1
    }
    #expect(call > 8)
  }

  @Test("rejected work whose outcome is forgotten is not pending again")
  func forgottenOutcome() async throws {
    var limits = Self.limits
    limits.outboxBytes = 64 << 20
    let world = try OutboxWorld(limits: limits)
    // Bodies that fill the first segment; their ends stand in a later one.
    for number in 0..<6 { world.accept(Toys.own, "rejected\(number)", padding: 1000) }
    for number in 0..<20 { world.accept(Toys.own, "early\(number)", padding: 1000) }
    for entry in world.outbox.pending(through: .max).reversed() {
      let state: WorkState = entry.requestId.hasPrefix("rejected") ? .rejected : .delivered
      _ = world.outbox.end(entry.id, .init(state: state, eventCode: 237, byAttempt: true))
    }
    for number in 0..<FinishedWork.capacity - 50 {
      world.accept(Toys.own, "a\(number)", padding: 400)
      try world.deliverNext()
    }
    // It gets as far as the first segment.
    world.directory.fail([.init(.rename, after: 1, .error(EIO), lasts: true)])
    await world.outbox.compactIfUseful()
    #expect(world.directory.faultsTriggered > 0)
    #expect(world.outbox.report("rejected0")?.retryable == true)

    let second = try world.restarted(limits: limits)
    for number in 0..<200 {
      second.accept(Toys.own, "b\(number)", padding: 400)
      try second.deliverNext()
    }
    #expect(second.outbox.report("rejected0") == nil)
    await second.outbox.compactIfUseful()

    let third = try second.restarted(limits: limits)
    #expect(third.pending == [])
    #expect(third.outbox.report("a200")?.state == .delivered)
    #expect(third.outbox.report("b199")?.state == .delivered)
    third.expectSums()
  }

  @Test("the answers of the platform are kept as far as there is room, the youngest first")
  func responses() async throws {
    var limits = Self.limits
    limits.outboxBytes = 512 << 10
    let world = try OutboxWorld(limits: limits)
    let body = #"{"error":0,"error_text":"\#(String(repeating: "y", count: 900))"}"#
    for number in 0..<600 {
      world.accept(Toys.own, "r\(number)")
      let reply = PlatformReply(HTTPResponse(status: 200, body: Array(body.utf8)))
      var ending = Outbox.Ending(state: .delivered, eventCode: 237, byAttempt: true)
      ending.response = reply
      world.outbox.settle(try world.attempt(), ending) {}
      world.outbox.commit()
      await world.outbox.compactIfUseful()
    }
    let outcomes = 600 * 400
    #expect(world.directory.bytesUsed <= limits.outboxBytes + outcomes + 2 * limits.segmentBytes)
    for world in [world, try world.restarted(limits: limits)] {
      #expect(world.outbox.report("r0")?.state == .delivered)
      #expect(world.outbox.report("r0")?.outcome?.response == .null)
      #expect(world.outbox.report("r599")?.outcome?.response["httpCode"] == 200)
    }
  }
}
