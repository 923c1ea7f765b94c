@testable import AltcraftEngine
@testable import DurableLog

extension AttemptError {
  static let test = AttemptError(code: 530, httpCode: 503, message: "test")
}

extension Job {
  static func test(
    _ id: UInt64, _ name: Lane.Name, user: String = "u", bytes: Int = 1, attempts: Int = 0,
    livesSince: Int64 = 0, needs: JobKind.Needs = [], role: Job.Role = .other
  ) -> Job {
    var entry = Job(
      id: id, requestID: ClientRequestID("r\(id)"), kind: 0,
      lane: Lane.Key(userTag: UserTag(user), name: name),
      createdAt: Int64(id), livesSince: livesSince, bytes: bytes,
      digest: CallDigest(hex: String(repeating: "0", count: 32))!,
      location: RecordLocation(segment: 1, offset: 0, length: 0))
    entry.attempts = attempts
    entry.needs = needs
    entry.role = role
    return entry
  }
}

extension Scheduler {
  /// A step, with the id of its job.
  enum StepOfID: Equatable {
    case attempt(Job.ID)
    case expire(Job.ID)
    case wait(until: Duration?)
  }

  mutating func nextStep(at now: Duration) -> StepOfID {
    switch nextStep(at: now, clock: 0) {
    case .attempt(let job): .attempt(job.id)
    case .expire(let job): .expire(job.id)
    // The time to live of the policy ends after 30 days.
    case .wait(let until): .wait(until: until.flatMap { $0 < .seconds(86_400) ? $0 : nil })
    }
  }

  /// Ends all jobs that expire at that time.
  mutating func expired(at now: Duration, clock: Int64) -> [UInt64] {
    var ids: [UInt64] = []
    while case .expire(let job) = nextStep(at: now, clock: clock) {
      ids.append(job.id)
      _ = settle(job.id)
    }
    return ids
  }

  static func test(concurrency: Int = 4) -> Scheduler {
    Scheduler(policy: .standard, concurrency: concurrency)
  }

  /// Returns all jobs that may be attempted now.
  mutating func steps(at seconds: Double) -> [UInt64] { steps(at: .seconds(seconds)) }

  mutating func steps(at now: Duration) -> [UInt64] {
    var ids: [UInt64] = []
    while case .attempt(let id) = nextStep(at: now) { ids.append(id) }
    return ids
  }

  /// Attempts that job, which may be behind other lanes.
  mutating func attempt(_ id: UInt64, at now: Duration) {
    while case .attempt(let next) = nextStep(at: now), next != id { _ = settle(next) }
  }

  mutating func postpone(_ id: UInt64, at seconds: Double) {
    _ = postpone(id, .test, at: .seconds(seconds), jitter: 1)
  }

  mutating func wait(_ id: UInt64, for reason: WaitingFor, at seconds: Double) {
    wait(id, for: reason, .test, at: .seconds(seconds), jitter: 1)
  }
}
