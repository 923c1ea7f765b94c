import Dispatch
import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct OutboxCleaningTests {
  /// Segments that fill up after a few records, and room for sixteen of them.
  private static var limits: Limits {
    var limits = Limits()
    limits.segmentBytes = 8 << 10
    limits.recordBytes = 2 << 10
    limits.outboxBytes = 128 << 10
    return limits
  }

  /// An outbox that runs through arbitrary events, and its expected state.
  private final class Life {
    var fixture: OutboxFixture
    var pending: [String] = []
    var ended: [String: JobState] = [:]
    var refused = 0
    private var dice: SeededNumbers
    private var next = 0
    private let most: Most

    /// The greatest size of the files between any two system calls.
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
      fixture = try OutboxFixture(limits: OutboxCleaningTests.limits)
      most.watch(fixture.directory)
    }

    /// Plays one random step. An old job is more likely to end, but some stay for long.
    func step() async throws {
      switch Int.random(in: 0..<100, using: &dice) {
      case ..<45: accept()
      case ..<80: end(.delivered)
      case ..<88: end(.rejected)
      case ..<92: postpone()
      case ..<95: try await retry()
      case ..<96: try await discard()
      default: await fixture.outbox.compactIfUseful()
      }
    }

    private func accept() {
      let id = "r\(next)"
      next += 1
      let padding = Int.random(in: 0..<1200, using: &dice)
      switch fixture.accept(SampleJobKinds.own, id, n: next, padding: padding) {
      case .success: pending.append(id)
      case .failure(.full): refused += 1
      case .failure(let refusal): Issue.record("\(refusal)")
      }
    }

    private func pick() -> Job? {
      guard !pending.isEmpty else { return nil }
      let index = min(
        Int.random(in: 0..<pending.count, using: &dice),
        Int.random(in: 0..<pending.count, using: &dice))
      let id = pending[index]
      return fixture.outbox.pending(through: .max).first { $0.requestId == id }
    }

    private func end(_ state: JobState) {
      guard let entry = pick() else { return }
      let ending = Outbox.JobCompletion(state: state, eventCode: 237, byAttempt: true)
      #expect(fixture.outbox.end(entry.id, ending))
      fixture.outbox.commit()
      pending.removeAll { $0 == entry.requestId }
      ended[entry.requestId] = state
    }

    private func postpone() {
      guard let entry = try? fixture.attempt() else { return }
      fixture.outbox.postpone(entry, .test, retryAfter: nil) {}
      fixture.outbox.commit()
    }

    private func retry() async throws {
      guard let id = ended.keys.sorted().first(where: fixture.outbox.isRetryable) else { return }
      do throws(Outbox.ControlFailure) {
        try await fixture.outbox.retry(id)
        ended[id] = nil
        pending.append(id)
      } catch {
        guard case .refused(.full) = error else { throw error }
      }
    }

    private func discard() async throws {
      guard let id = ended.keys.sorted().first(where: fixture.outbox.isRetryable) else { return }
      try await fixture.outbox.discard(id)
    }

    func crash(_ crash: Crash) throws {
      let (before, now) = (fixture.outbox.statistics.counters, fixture.time)
      fixture = try OutboxFixture(
        crash.survivor(of: fixture.directory), time: now, limits: OutboxCleaningTests.limits)
      most.watch(fixture.directory)
      #expect(fixture.recovery.lostRecords == 0)
      #expect(fixture.outbox.statistics.counters == before)
    }

    func check(_ comment: Comment) throws {
      fixture.expectSums()
      #expect(Set(fixture.pending) == Set(pending), comment)
      for (id, state) in ended {
        #expect(fixture.outbox.report(id)?.state == state, comment)
      }
      let files = try OutboxSnapshot.read(fixture.directory.afterKill())
      #expect(Set(files.jobs.filter { $0.state == .pending }.map(\.requestId)) == Set(pending))
      for entry in fixture.outbox.pending(through: .max) {
        let body = try fixture.outbox.content(of: entry)?.get().body
        #expect(body?["n"]?.intValue == Int(entry.requestId.dropFirst()).map { $0 + 1 }, comment)
      }
    }
  }

  @Test(
    "with jobs ending in any order and crashes, the state is complete and the disk use is bounded",
    .timeLimit(.minutes(10)), arguments: [1] as [UInt64])
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
    // It was full at times and recovered from that.
    #expect(life.refused > 0)
    #expect(life.ended.count > 300)
  }

  @Test(
    "a job that is rejected during a compaction keeps its body, before and after its record is copied",
    arguments: [1, 2])
  func rejectedMeanwhile(step: Int) async throws {
    let calls = Mutex(0)
    let atStep = Mutex<(@Sendable () -> Void)?>(nil)
    let time = FixtureTime()
    var environment = time.environment
    // The steps of a compaction: the copies, and then the removal of the segments.
    environment.maintain = { body in
      let number = calls.withLock { calls in
        calls += 1
        return calls
      }
      DispatchQueue.global().async {
        if number == 1, step == 1 { atStep.withLock { $0 }?() }
        body()
        if number == 1, step == 2 { atStep.withLock { $0 }?() }
      }
    }
    let fixture = try OutboxFixture(time: time, limits: Self.limits, environment: environment)
    fixture.accept(SampleJobKinds.own, "kept", n: 7, padding: 900)
    let kept = try fixture.attempt()
    for number in 0..<80 { fixture.accept(SampleJobKinds.own, "a\(number)", padding: 900) }
    for entry in fixture.outbox.pending(through: .max) where entry.id != kept.id {
      _ = fixture.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
    }
    atStep.withLock { $0 = { fixture.deliver(kept, .rejected) } }
    await fixture.outbox.compactIfUseful()

    #expect(calls.withLock { $0 } > 1 && fixture.outbox.report("kept")?.state == .rejected)
    try fixture.outbox.checkpoint()
    try await fixture.outbox.retry("kept")
    #expect(try fixture.outbox.content(of: fixture.attempt())?.get().body["n"] == 7)
    #expect(try fixture.restarted(limits: Self.limits).pending == ["kept"])
  }

  @Test("a disk full of dead records accepts new jobs again, and no live record is lost")
  func full() async throws {
    let fixture = try OutboxFixture(limits: Self.limits)
    var accepted: [String] = []
    while case .success(let id) = fixture.accept(
      SampleJobKinds.own, "a\(accepted.count)", padding: 900)
    {
      accepted.append(id)
      guard accepted.count < 1000 else { break }
    }
    #expect(accepted.count > 80 && accepted.count < 130)
    for entry in fixture.outbox.pending(through: .max).dropLast(20) {
      _ = fixture.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
    }
    await fixture.outbox.compactIfUseful()

    #expect(fixture.accept(SampleJobKinds.own, "more") == .success("more"))
    #expect(fixture.pending == accepted.suffix(20) + ["more"])
    #expect(try fixture.restarted(limits: Self.limits).pending == fixture.pending)
  }

  @Test("a log full of rejected jobs drops the oldest bodies for a new job")
  func fullOfRejected() async throws {
    let fixture = try OutboxFixture(limits: Self.limits)
    var count = 0
    while case .success = fixture.accept(SampleJobKinds.own, "a\(count)", padding: 900),
      count < 1000
    {
      count += 1
    }
    for entry in fixture.outbox.pending(through: .max) {
      _ = fixture.outbox.end(entry.id, .init(state: .rejected, eventCode: 437, byAttempt: true))
    }
    while case .success = fixture.accept(SampleJobKinds.own, "b\(count)", padding: 900),
      count < 2000
    {
      count += 1
    }

    await fixture.outbox.compactIfUseful()

    #expect(fixture.accept(SampleJobKinds.own, "new", padding: 900) == .success("new"))
    #expect(fixture.outbox.report("a0")?.retryable == false)
  }

  @Test("a log with room is left alone while less than two segments of it are dead")
  func early() async throws {
    let fixture = try OutboxFixture(limits: Self.limits)
    for number in 0..<24 { fixture.accept(SampleJobKinds.own, "r\(number)", padding: 900) }
    for entry in fixture.outbox.pending(through: .max).prefix(12) {
      _ = fixture.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
    }
    fixture.outbox.commit()
    let segments = fixture.outbox.journal.segments

    await fixture.outbox.compactIfUseful()

    #expect(segments.count > 2 && fixture.outbox.journal.segments == segments)
  }

  @Test("a segment that a compaction could not free does not prevent later compactions")
  func afterFutile() async throws {
    let fixture = try OutboxFixture(limits: Self.limits)
    fixture.outbox.perform { state, _, _ in state.setDead(1 << 30, afterPass: true) }
    for round in 0..<6 {
      for number in 0..<40 {
        fixture.accept(SampleJobKinds.own, "r\(round)-\(number)", padding: 900)
      }
      for entry in fixture.outbox.pending(through: .max) {
        _ = fixture.outbox.end(entry.id, .init(state: .delivered, eventCode: 237, byAttempt: true))
      }
      await fixture.outbox.compactIfUseful()
    }
    #expect(fixture.outbox.statistics.counters.delivered > 200)
    #expect(fixture.directory.bytesUsed < 240 * 450 + 4 * Self.limits.segmentBytes)
  }

  @Test(
    "killed at any system call of a compaction, the outbox keeps all its data",
    .timeLimit(.minutes(10)))
  func everyCall() async throws {
    var call = 0
    var isOver = false
    while !isOver {
      let fixture = try OutboxFixture(limits: Self.limits)
      for number in 0..<60 {
        fixture.accept(SampleJobKinds.own, "r\(number)", n: number, padding: 600)
      }
      for entry in fixture.outbox.pending(through: .max) where entry.id % 5 != 0 {
        let state: JobState = entry.id % 7 == 0 ? .rejected : .delivered
        _ = fixture.outbox.end(entry.id, .init(state: state, eventCode: 237, byAttempt: true))
      }
      fixture.outbox.commit()
      let (pending, counters) = (fixture.pending, fixture.outbox.statistics.counters)
      let retryable = (0..<60).map { "r\($0)" }.filter(fixture.outbox.isRetryable)
      #expect(pending.count > 10 && retryable.count > 5)
      fixture.directory.fail([.init(nil, after: call, .error(EIO), lasts: true)])

      await fixture.outbox.compactIfUseful()

      isOver = fixture.directory.faultsTriggered == 0
      #expect(fixture.pending == pending)
      for crash in Crash.allCases {
        let again = try OutboxFixture(crash.survivor(of: fixture.directory), limits: Self.limits)
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

  @Test("a rejected job with a forgotten outcome does not become pending again")
  func forgottenOutcome() async throws {
    var limits = Self.limits
    limits.outboxBytes = 64 << 20
    limits.finishedRecords = 1000
    let fixture = try OutboxFixture(limits: limits)
    // Bodies that fill the first segment; their outcomes are in a later one.
    for number in 0..<6 { fixture.accept(SampleJobKinds.own, "rejected\(number)", padding: 1000) }
    for number in 0..<20 { fixture.accept(SampleJobKinds.own, "early\(number)", padding: 1000) }
    for entry in fixture.outbox.pending(through: .max).reversed() {
      let state: JobState = entry.requestId.hasPrefix("rejected") ? .rejected : .delivered
      _ = fixture.outbox.end(entry.id, .init(state: state, eventCode: 237, byAttempt: true))
    }
    for number in 0..<limits.finishedRecords - 50 {
      fixture.accept(SampleJobKinds.own, "a\(number)", padding: 400)
      try fixture.deliverNext()
    }
    // The compaction reaches the first segment.
    fixture.directory.fail([.init(.rename, after: 1, .error(EIO), lasts: true)])
    await fixture.outbox.compactIfUseful()
    #expect(fixture.directory.faultsTriggered > 0)
    #expect(fixture.outbox.report("rejected0")?.retryable == true)

    let second = try fixture.restarted(limits: limits)
    for number in 0..<200 {
      second.accept(SampleJobKinds.own, "b\(number)", padding: 400)
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

  @Test("the platform's answers are kept while there is room, the newest first")
  func responses() async throws {
    var limits = Self.limits
    limits.outboxBytes = 512 << 10
    let fixture = try OutboxFixture(limits: limits)
    let body = #"{"error":0,"error_text":"\#(String(repeating: "y", count: 900))"}"#
    for number in 0..<600 {
      fixture.accept(SampleJobKinds.own, "r\(number)")
      let reply = PlatformReply(HTTPResponse(status: 200, body: Array(body.utf8)))
      var ending = Outbox.JobCompletion(state: .delivered, eventCode: 237, byAttempt: true)
      ending.response = reply
      fixture.outbox.settle(try fixture.attempt(), ending) {}
      fixture.outbox.commit()
      await fixture.outbox.compactIfUseful()
    }
    let outcomes = 600 * 400
    #expect(fixture.directory.bytesUsed <= limits.outboxBytes + outcomes + 2 * limits.segmentBytes)
    for fixture in [fixture, try fixture.restarted(limits: limits)] {
      #expect(fixture.outbox.report("r0")?.state == .delivered)
      #expect(fixture.outbox.report("r0")?.outcome?.response == .null)
      #expect(fixture.outbox.report("r599")?.outcome?.response["httpCode"] == 200)
    }
  }
}
