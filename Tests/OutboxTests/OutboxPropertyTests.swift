import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// Tests of random transitions of one outbox, from fixed seeds. After each of them the invariants of the state hold,
/// and a replay of the log gives the same state.
@Suite struct OutboxPropertyTests {
  @Test(
    "after each transition the state is consistent, and replaying its log restores the same state",
    arguments: 1...8)
  func transitions(seed: UInt64) async throws {
    let life = try OutboxLife(seed: seed)
    for step in 0..<150 {
      let name = try await life.step()
      try await life.check("step \(step) of seed \(seed): \(name)")
    }
    try await life.drain()
    try await life.check("the end of seed \(seed)")
  }

  @Test(
    "while the disk fails the state is consistent, and after a repair a replay restores it",
    arguments: 1...8)
  func failures(seed: UInt64) async throws {
    let life = try OutboxLife(seed: 1000 + seed)
    for round in 0..<8 {
      for step in 0..<12 {
        let name = try await life.step()
        try await life.check("round \(round), step \(step) of seed \(seed): \(name)")
      }
      life.failDisk()
      for step in 0..<8 {
        let name = try await life.step()
        try await life.checkInvariants(
          "round \(round), step \(step) of seed \(seed), no disk: \(name)")
      }
      await life.repairDisk()
      try await life.check("round \(round) of seed \(seed), repaired")
    }
    try await life.drain()
    try await life.check("the end of seed \(seed)")
  }
}

/// One outbox under random transitions, with what is expected of it.
private final class OutboxLife {
  private var fixture: OutboxFixture
  private var dice: SeededNumbers
  private var isFailing = false
  private var isActive = true
  /// The number of accepted jobs.
  private var accepted = 0
  private var lastRequest = 0
  private var inFlight: [Job] = []
  private var held: [Job.ID] = []
  private var callers: [Caller] = []
  private var lastObserver: UInt64 = 1 << 32
  /// The jobs whose order is not that of their acceptance any more, because the host retried them.
  private var retried: Set<Job.ID> = []
  /// The newest suspend or unsubscribe of each user that was answered.
  private var ended: [UserTag: Job.ID] = [:]
  /// The newest job that was answered, of each user and each set of needs.
  private var answered: [String: Job.ID] = [:]

  /// A caller that waits for the end of a job, or for an attempt at it.
  private struct Caller {
    let job: Job.ID
    let calls = Calls()
  }

  private final class Calls: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func add() { number.add(1, ordering: .sequentiallyConsistent) }
  }

  private static var limits: Limits {
    var limits = Limits()
    limits.segmentBytes = 8 << 10
    limits.recordBytes = 2 << 10
    limits.outboxBytes = 512 << 10
    return limits
  }

  private static let users = ["ann", "bob", UserTag.resourceToken.text]

  init(seed: UInt64) throws {
    dice = SeededNumbers(seed: seed)
    fixture = try OutboxFixture(limits: Self.limits)
  }

  private var outbox: Outbox { fixture.outbox }

  private func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &dice) }

  private func token(_ number: Int) -> PushToken {
    PushToken(provider: .iosFirebase, token: "token-\(number)")
  }

  /// Runs one random transition. Returns its name.
  func step() async throws -> String {
    let name = try await transition()
    outbox.commit()
    return name
  }

  private func transition() async throws -> String {
    switch random(100) {
    case ..<26: return accept()
    case ..<32: return release()
    case ..<48: return begin()
    case ..<66: return finish()
    case ..<69: return end()
    case ..<73: return try await retry()
    case ..<75: return try await discard()
    case ..<81: return await updateToken()
    case ..<85: return await callers()
    case ..<87: return clear()
    case ..<89: return (try? outbox.checkpoint()) == nil ? "failed checkpoint" : "checkpoint"
    case ..<91:
      await outbox.compactIfUseful()
      return "compaction"
    case ..<94:
      isActive.toggle()
      outbox.setActive(isActive)
      return "active: \(isActive)"
    case ..<98:
      await fixture.time.clock.advance(by: .seconds(random(3) * 3000 + 1))
      if random(2) == 0 { outbox.flush() } else { wakeAll() }
      return "time"
    default:
      try restart()
      return "restart"
    }
  }

  private func wakeAll() {
    for reason in WaitingFor.allCases { outbox.wake(reason) }
    outbox.perform { state, _, _ in state.destinationAnswered() }
  }

  private func accept() -> String {
    let isNew = lastRequest == 0 || random(8) > 0
    if isNew { lastRequest += 1 }
    let number = isNew ? lastRequest : random(lastRequest) + 1
    let kind = SampleJobKinds.all[random(SampleJobKinds.all.count)]
    let releases = random(4) > 0
    let isKnown = outbox.report("r\(number)") != nil
    let answer = fixture.accept(
      kind, "r\(number)", n: number, user: Self.users[random(3)], padding: random(300),
      releases: releases)
    if case .success = answer, !isKnown {
      accepted += 1
      if !releases, let id = id(of: "r\(number)") { held.append(id) }
    }
    return "accept \(number): \(answer)"
  }

  private func id(of request: String) -> Job.ID? {
    outbox.read { $0.scheduler.jobs.id(of: ClientRequestID(request)) }
  }

  private func release() -> String {
    guard !held.isEmpty else { return "nothing to release" }
    let id = held.remove(at: random(held.count))
    outbox.release(id)
    return "release \(id)"
  }

  private func begin() -> String {
    switch outbox.nextStep() {
    case .attempt(let job):
      inFlight.append(job)
      expectOrder(of: job)
      return "attempt \(job.id)"
    case .expire(let job):
      outbox.settle(job, .init(state: .expired, eventCode: 1, byAttempt: false)) {}
      return "expire \(job.id)"
    case .wait: return "wait"
    }
  }

  private func expectOrder(of job: Job) {
    guard job.lane.isOfState, !job.hasPriority, !retried.contains(job.id) else { return }
    let user = job.lane.userTag
    if job.role == .subscribes {
      #expect(job.id > ended[user] ?? 0, "\(job.id) was passed by a suspend")
    }
    let last = answered["\(user.text) \(job.needs.rawValue)"] ?? 0
    #expect(job.id > last, "\(job.id) is behind \(last), which needs the same")
  }

  private func finish() -> String {
    guard !inFlight.isEmpty else { return "nothing in flight" }
    let job = inFlight.remove(at: random(inFlight.count))
    switch random(8) {
    case 0:
      outbox.postpone(job, .test, retryAfter: random(2) == 0 ? .seconds(5) : nil) {}
      return "postpone \(job.id)"
    case 1:
      let reasons = WaitingFor.allCases.filter { $0 != .lane }
      outbox.wait(job, for: reasons[random(reasons.count)], .test)
      return "park \(job.id)"
    case 2:
      inFlight = []
      outbox.abandonAttempts()
      return "abandon"
    case 3, 4, 5: return settle(job, .rejected)
    default: return settle(job, .delivered)
    }
  }

  private func settle(_ job: Job, _ state: JobState) -> String {
    let saved = state == .delivered && random(2) == 0 ? token(random(3)) : nil
    let passed = outbox.read { $0.scheduler.subscriptions(passedBy: job.id) }
    let superseded = Mutex<[Job.ID]>([])
    let isPending = outbox.read { $0.scheduler.jobs.contains(job.id) }
    outbox.settle(
      job, .init(state: state, eventCode: 237, savedToken: saved, byAttempt: true),
      superseding: .init(.init(state: .cleared, eventCode: 601, byAttempt: false)) { job in
        superseded.withLock { $0.append(job.id) }
      }
    ) {}
    #expect(superseded.withLock { $0 } == passed)
    if isPending, job.lane.isOfState, !retried.contains(job.id) {
      let user = job.lane.userTag
      if job.role == .endsSubscription { ended[user] = max(job.id, ended[user] ?? 0) }
      if !job.hasPriority { answered["\(user.text) \(job.needs.rawValue)"] = job.id }
    }
    return "\(state) \(job.id)"
  }

  private var pending: [Job] { outbox.pending(through: .max) }

  private func end() -> String {
    let jobs = pending
    guard !jobs.isEmpty else { return "nothing to end" }
    let job = jobs[random(jobs.count)]
    let state: JobState = random(2) == 0 ? .lost : .expired
    #expect(outbox.end(job.id, .init(state: state, eventCode: 2, byAttempt: false)))
    #expect(!outbox.end(job.id, .init(state: state, eventCode: 2, byAttempt: false)))
    return "end \(job.id)"
  }

  private var rejected: [String] {
    outbox.read { state in
      state.completed.all.filter { $0.item.body != nil }.map(\.requestID.text)
    }
  }

  private func retry() async throws -> String {
    let candidates = rejected
    guard !candidates.isEmpty else { return "nothing to retry" }
    let id = candidates[random(candidates.count)]
    do throws(Outbox.ControlFailure) {
      try await outbox.retry(id)
      if let job = self.id(of: id) { retried.insert(job) }
      return "retry \(id)"
    } catch {
      guard isFailing || error == .notRetryable else { throw error }
      return "refused retry \(id)"
    }
  }

  private func discard() async throws -> String {
    let jobs = pending
    if random(2) == 0, !jobs.isEmpty {
      let job = jobs[random(jobs.count)]
      let isFree = outbox.read { $0.isDiscardable(job.requestID) }
      do throws(Outbox.ControlFailure) {
        let ended = try await outbox.discardPending(job.requestId, .cleared(.current))
        #expect((ended != nil) == isFree)
        return "discard pending \(job.id): \(isFree)"
      } catch {
        guard isFailing else { throw error }
        return "refused discard of \(job.id)"
      }
    }
    let candidates = rejected
    guard !candidates.isEmpty else { return "nothing to discard" }
    let id = candidates[random(candidates.count)]
    do throws(Outbox.ControlFailure) {
      try await outbox.discard(id)
      return "discard \(id)"
    } catch {
      guard isFailing else { throw error }
      return "refused discard \(id)"
    }
  }

  private func updateToken() async -> String {
    let before = inFlight.isEmpty || random(2) == 0 ? nil : inFlight[random(inFlight.count)]
    let old = Set(pending.map(\.id))
    let check: Outbox.TokenCheck
    do throws(AcceptError) {
      check = try outbox.updateToken(
        to: token(random(3)), of: UserTag(Self.users[random(3)]), epoch: outbox.epoch,
        before: before)
    } catch {
      #expect(isFailing)
      return "refused token update"
    }
    guard case .update(let id) = check else { return "no token update" }
    if let before { inFlight.removeAll { $0.id == before.id } }
    if !old.contains(id), await outbox.failure(of: Sequence(id)) == nil { accepted += 1 }
    return "token update \(id)"
  }

  private func callers() async -> String {
    let jobs = pending
    guard !jobs.isEmpty else { return "no job to wait for" }
    let job = jobs[random(jobs.count)]
    let caller = Caller(job: job.id)
    let calls = caller.calls
    if random(2) == 0 {
      let cancel = outbox.whenEnded(job.requestId) { _ in calls.add() }
      if random(4) == 0 { cancel?() } else { callers.append(caller) }
      return "wait for \(job.id)"
    }
    lastObserver += 1
    let observer = lastObserver
    let waits = outbox.perform { state, _, effects in
      let waits = state.addObserver(observer) { calls.add() }
      state.observe(job.id, observer)
      state.observeNoMore(observer, &effects)
      return waits
    }
    #expect(waits == isActive)
    if waits { callers.append(caller) }
    return "observe \(job.id)"
  }

  private func clear() -> String {
    let count = outbox.pendingCount
    let cleared = outbox.clear()
    cleared.notifyWaiters()
    switch cleared.count {
    case .success(let number):
      #expect(number == count)
      held = []
      return "clear"
    case .failure:
      #expect(isFailing)
      return "failed clear"
    }
  }

  /// Returns the next process on the same files.
  private func restart() throws {
    guard !isFailing else { return }
    fixture = try fixture.restarted(limits: Self.limits)
    inFlight = []
    held = []
    callers = []
    isActive = true
  }

  func failDisk() {
    isFailing = true
    fixture.directory.fail([.init(.write, after: random(3), .error(EIO), lasts: true)])
  }

  func repairDisk() async {
    fixture.directory.fail([])
    await outbox.repair()
    // A failure that no record has met is none.
    #expect(outbox.failure == nil)
    isFailing = false
  }

  /// Ends all jobs by attempts: each can be reached.
  func drain() async throws {
    outbox.abandonAttempts()
    for id in held { outbox.release(id) }
    outbox.setActive(true)
    var asking = Poll()
    while outbox.pendingCount > 0, asking.continues() {
      switch outbox.nextStep() {
      case .attempt(let job), .expire(let job): _ = settle(job, .delivered)
      case .wait:
        // The lane of an end that is not durable yet proceeds on another thread.
        outbox.commit()
        await fixture.time.clock.advance(by: .seconds(60))
        wakeAll()
        await Task.yield()
      }
    }
    #expect(pending.map(\.id) == [])
    outbox.commit()
  }

  func check(_ comment: Comment) async throws {
    try await checkInvariants(comment)
    var replay = OutboxReplay(into: OutboxState(kinds: outbox.kinds, limits: Self.limits))
    let recovery = try LogScanner.scan(fixture.directory) { replay.apply($0) }
    #expect(recovery.lostRecords == 0, comment)
    #expect(replay.state.image == outbox.read { $0.image }, comment)
  }

  func checkInvariants(_ comment: Comment) async throws {
    // A token update that was not stored is removed on the thread that committed it.
    let (outbox, accepted) = (outbox, accepted)
    try await eventually("\(comment)") { outbox.statistics.accepted == accepted }
    for violation in outbox.read({ $0.violations }) { Issue.record("\(violation); \(comment)") }
    for caller in callers {
      let isPending = outbox.read { $0.scheduler.jobs.contains(caller.job) }
      #expect(caller.calls.count <= 1, comment)
      if !isPending { #expect(caller.calls.count == 1, "\(caller.job); \(comment)") }
    }
  }
}

extension OutboxState {
  /// The parts of the state that the log contains, as text.
  fileprivate var image: [String] {
    let updates = tokenUpdates.map { user, update in
      "token update \(update.id) of \(user.text) to \(update.new?.token.reveal() ?? "")"
    }
    let pending = scheduler.jobs.orderedIDs.compactMap { id in
      scheduler[id].map { job in
        "pending \(id) \(job.requestId) \(kinds[job.kind].method) \(job.lane) \(job.createdAt)"
          + " \(job.livesSince) \(job.digest) \(job.attempts) \(job.hasPriority) \(job.location)"
      }
    }
    let ended = completed.all.map { requestID, item in
      "\(item.state) \(item.id) \(requestID.text) \(item.digest) \(item.eventCode)"
        + (item.body.map { " \($0.location)" } ?? "")
    }
    return ["\(epoch) \(counters) \(savedToken?.token.reveal() ?? "")"] + updates.sorted() + pending
      + ended
  }

  /// The invariants that do not hold. The run is too short for an outcome to be dropped.
  fileprivate var violations: [String] {
    var violations: [String] = []
    func require(_ holds: Bool, _ what: String) { if !holds { violations.append(what) } }
    let jobs = scheduler.jobs
    let pending = jobs.orderedIDs.compactMap { scheduler[$0] }
    for job in pending {
      require(completed[job.requestID] == nil, "\(job.id) is pending and has ended")
      if kinds[job.kind].method == TokenUpdate.method {
        require(
          tokenUpdates[job.lane.userTag]?.id == job.id, "token update \(job.id) is not known")
      }
    }
    for update in tokenUpdates.values {
      require(jobs.contains(update.id), "token update \(update.id) has ended")
    }
    for id in waiters.keys { require(jobs.contains(id), "a caller waits for the end of \(id)") }
    for id in observers.jobs {
      require(jobs.contains(id), "a caller waits for an attempt at \(id)")
    }
    let next = pending.filter { $0.lane.isOfState && scheduler.waitingFor($0) == nil }
    require(
      Set(next.map(\.lane)).count == next.count, "two jobs of a lane are next: \(next.map(\.id))")
    require(scheduler.bytes == pending.reduce(0) { $0 + $1.bytes }, "the bytes do not add up")
    let items = completed.all.map(\.item)
    for (state, count) in [
      (.delivered, counters.delivered), (.rejected, counters.rejected),
      (.expired, counters.expired), (.cleared, counters.cleared), (.lost, counters.lost),
    ] as [(JobState, Int)] {
      require(items.count { $0.state == state } == count, "not every \(state) job is counted once")
    }
    require(
      completed.bodyBytes == items.reduce(0) { $0 + ($1.body?.bytes ?? 0) },
      "the bodies do not add up")
    return violations
  }
}
