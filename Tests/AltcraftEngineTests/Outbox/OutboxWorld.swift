import DurableLog
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// One outbox over a disk in memory, without an engine.
final class OutboxWorld: Sendable {
  let time: WorldTime
  let directory: MemoryLogDirectory
  let outbox: Outbox
  let recovery: Recovery
  private let told = Told()

  /// What was said of the disk.
  var storage: [StorageCause?] { told.all }

  init(
    _ directory: MemoryLogDirectory = MemoryLogDirectory(), time: WorldTime = WorldTime(),
    limits: Limits = .small, durability: Durability = .power
  ) throws {
    self.time = time
    self.directory = directory
    (outbox, recovery) = try Outbox.open(
      directory, kinds: Toys.all, environment: time.environment, limits: limits,
      durability: durability
    ) { [told] in told.add($0) }
  }

  /// What the next process finds; this one is left as it is.
  func restarted(
    _ survivor: (MemoryLogDirectory) -> MemoryLogDirectory = { $0.afterKill() },
    limits: Limits = .small
  ) throws -> OutboxWorld {
    try OutboxWorld(survivor(directory), time: time, limits: limits)
  }

  /// Accepts a piece of work and lets it go; returns what the caller is told.
  @discardableResult
  func accept(
    _ kind: JobKind = Toys.event, _ requestId: String, n: Int = 0, user: String = "u",
    padding: Int = 0, releases: Bool = true
  ) -> Result<String, OutboxRefusal> {
    let answer = Mutex<Result<String, OutboxRefusal>?>(nil)
    let body: JSONObject = ["n": .int(n), "p": .string(String(repeating: "x", count: padding))]
    let work = NewWork(
      kind: JobKind.Index(Toys.all.firstIndex { $0.method == kind.method }!), requestId: requestId,
      userTag: UserTag(user), digest: CallDigest(of: JSON.object(body).bytes), body: body)
    do throws(OutboxRefusal) {
      try outbox.accept(work) { result in
        answer.withLock { $0 = result.map(\.requestId) }
        if releases, case .success(let acceptance) = result { acceptance.release() }
      }
    } catch {
      return .failure(error)
    }
    outbox.commit()
    // Another thread may have committed it, and be about to answer.
    var asking = Asking()
    while answer.withLock({ $0 }) == nil, asking.goesOn() { usleep(1000) }
    guard let answer = answer.withLock({ $0 }) else {
      Issue.record("no answer")
      return .failure(.storage(.ioError))
    }
    return answer
  }

  /// The next piece of work to be tried.
  func attempt() throws -> Entry {
    guard case .attempt(let attempt) = outbox.nextStep(isExpired: { _ in false }) else {
      throw Nothing()
    }
    return attempt.entry
  }

  struct Nothing: Error {}

  func deliver(_ entry: Entry, _ state: WorkState = .delivered) {
    outbox.settle(
      entry, .init(state: state, eventCode: state == .delivered ? 237 : 437, byAttempt: true)
    ) {}
    outbox.commit()
  }

  func deliverNext(_ state: WorkState = .delivered) throws { deliver(try attempt(), state) }

  func clear() throws -> Int {
    outbox.commit()
    let cleared = outbox.clear()
    cleared.tell()
    return try cleared.count.get()
  }

  var pending: [String] { outbox.pending(through: .max).map(\.requestId) }

  /// The counters add up, at all times.
  func expectSums(sourceLocation: SourceLocation = #_sourceLocation) {
    let statistics = outbox.statistics
    let counters = statistics.counters
    #expect(
      counters.accepted == counters.delivered + counters.rejected + counters.expired
        + counters.cleared + counters.lost + statistics.pending, "\(statistics)",
      sourceLocation: sourceLocation)
  }
}

private final class Told: Sendable {
  private let causes = Mutex<[StorageCause?]>([])

  var all: [StorageCause?] { causes.withLock { $0 } }

  func add(_ cause: StorageCause?) { causes.withLock { $0.append(cause) } }
}

extension Limits {
  static var small: Limits {
    var limits = Limits()
    limits.segmentBytes = 64 << 10
    limits.recordBytes = 16 << 10
    return limits
  }
}

extension Outbox {
  func retry(_ requestId: String) async throws(ControlFailure) {
    try await confirm(try revive(requestId))
  }
}
