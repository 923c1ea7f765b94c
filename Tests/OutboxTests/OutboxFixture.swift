import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// One outbox over a disk in memory, without an engine.
final class OutboxFixture: Sendable {
  let time: FixtureTime
  let directory: MemoryLogDirectory
  let outbox: Outbox
  let recovery: Recovery
  private let recorder = Recorder()

  /// The reports about the disk.
  var storage: [StorageCause?] { recorder.all }

  init(
    _ directory: MemoryLogDirectory = MemoryLogDirectory(), time: FixtureTime = FixtureTime(),
    limits: Limits = .small, durability: Durability = .power, tracing hub: TraceHub? = nil,
    environment: Environment? = nil,
    storageChanged: @escaping @Sendable (StorageCause?) -> Void = { _ in }
  ) throws {
    self.time = time
    self.directory = directory
    (outbox, recovery) = try Outbox.open(
      directory, kinds: SampleJobKinds.all, environment: environment ?? time.environment,
      limits: limits,
      durability: durability, tracing: hub
    ) { [recorder] _, cause in
      recorder.add(cause)
      storageChanged(cause)
    }
  }

  /// Returns the next process on a copy of the files; this one stays unchanged.
  func restarted(
    _ survivor: (MemoryLogDirectory) -> MemoryLogDirectory = { $0.afterKill() },
    limits: Limits = .small
  ) throws -> OutboxFixture {
    try OutboxFixture(survivor(directory), time: time, limits: limits)
  }

  /// Accepts a job, commits it, and returns the answer to the caller.
  @discardableResult
  func accept(
    _ kind: JobKind = SampleJobKinds.event, _ requestId: String, n: Int = 0, user: String = "u",
    padding: Int = 0, releases: Bool = true
  ) -> Result<String, AcceptError> {
    let answer = Mutex<Result<String, AcceptError>?>(nil)
    let body: JSONObject = ["n": .int(n), "p": .string(String(repeating: "x", count: padding))]
    let job = NewJob(
      kind: JobKind.Index(SampleJobKinds.all.firstIndex { $0.method == kind.method }!),
      requestId: requestId,
      userTag: UserTag(user), digest: CallDigest(of: JSON.object(body).bytes), body: body)
    do throws(AcceptError) {
      try outbox.accept(job) { result in
        // The job is ready for an attempt once the answer is known.
        if releases, case .success(let acceptance) = result { acceptance.release() }
        answer.withLock { $0 = result.map(\.requestId) }
      }
    } catch {
      return .failure(error)
    }
    outbox.commit()
    // Another thread may have committed it and be about to answer.
    var asking = Poll()
    while answer.withLock({ $0 }) == nil, asking.continues() { usleep(1000) }
    guard let answer = answer.withLock({ $0 }) else {
      Issue.record("no answer")
      return .failure(.storage(.ioError))
    }
    return answer
  }

  /// Returns the next job to attempt.
  func attempt() throws -> Job {
    guard case .attempt(let job) = outbox.nextStep() else { throw Nothing() }
    return job
  }

  struct Nothing: Error {}

  func deliver(_ entry: Job, _ state: JobState = .delivered) {
    outbox.settle(
      entry, .init(state: state, eventCode: state == .delivered ? 237 : 437, byAttempt: true)
    ) {}
    outbox.commit()
  }

  func deliverNext(_ state: JobState = .delivered) throws { deliver(try attempt(), state) }

  func clear() throws -> Int {
    outbox.commit()
    let cleared = outbox.clear()
    cleared.notifyWaiters()
    return try cleared.count.get()
  }

  var pending: [String] { outbox.pending(through: .max).map(\.requestId) }

  /// Expects that the counters add up, as they do at all times.
  func expectSums(sourceLocation: SourceLocation = #_sourceLocation) {
    let statistics = outbox.statistics
    let counters = statistics.counters
    #expect(
      statistics.accepted == counters.delivered + counters.rejected + counters.expired
        + counters.cleared + counters.lost + statistics.pending, "\(statistics)",
      sourceLocation: sourceLocation)
  }
}

private final class Recorder: Sendable {
  private let causes = Mutex<[StorageCause?]>([])

  var all: [StorageCause?] { causes.withLock { $0 } }

  func add(_ cause: StorageCause?) { causes.withLock { $0.append(cause) } }
}

extension Outbox {
  /// Returns the pending jobs up to that one, in order of acceptance.
  func pending(through last: Job.ID) -> [Job] {
    var all: [Job] = []
    while true {
      let page = pending(from: (all.last?.id ?? 0) + 1, through: last)
      guard !page.isEmpty else { return all }
      all += page
    }
  }

  func retry(_ requestId: String) async throws(ControlFailure) {
    try await confirm(try revive(requestId))
  }
}
