import HTTP
import JSONCodec

/// A step in the life of a job.
enum JobStep: Sendable {
  /// The outbox has accepted the call of that connection; nil for a job of the bridge itself.
  case accepted(connection: ConnectionID?)
  /// The disk refused the record: the call was answered with an error, and the job is gone.
  case refused
  case durable
  case attempt(Int)
  case answer(JobAnswer)
  /// The job is not sent for that reason. It is looked at again after `delay`, if that is known, or before.
  case waiting(WaitingFor, delay: Duration?)
  case ended(JobState, eventCode: Int, outcome: UInt64?)
  /// A rejected job was put back.
  case retried
}

/// The answer of the platform to an attempt, or the failure without one.
struct JobAnswer: Sendable {
  let attempt: Int
  let httpCode: Int?
  let failure: String?
  let duration: Duration
  /// The clock of the platform, in seconds since 1970; nil if the answer does not have it.
  let platformTime: Int64?

  init(
    _ result: Result<HTTPResponse, HTTPFailure>, to attempt: Int, after duration: Duration
  ) {
    self.attempt = attempt
    self.duration = duration
    (httpCode, failure) = result.parts
    platformTime = (try? result.get()).flatMap { RetryAfter.serverTime(of: $0) }
  }
}

/// The recorder of the steps of the jobs of one app group.
final class JobTrace: Sendable {
  private let hub: TraceHub
  private let appGroup: String

  init(_ hub: TraceHub, appGroup: String) {
    self.hub = hub
    self.appGroup = appGroup
  }

  /// The recorder while steps are recorded; otherwise nil.
  var active: JobTrace? { hub.isRecording(.job) ? self : nil }

  /// Records a step. It appends to a queue, so it may be called under the lock of an outbox: then the steps have the
  /// order of the transitions.
  func put(_ step: JobStep, of job: Job, _ kind: JobKind) {
    put(step, requestID: job.requestId, method: kind.method, user: job.lane.userTag.prefix)
  }

  func put(_ step: JobStep, requestID: String, method: String, user: String?) {
    let appGroup = appGroup
    hub.put(.job, bytes: requestID.utf8.count) { at in
      let job: JSONObject = [
        "requestId": .string(requestID), "method": .string(method), "user": .optional(user),
        "appGroup": .string(appGroup), "step": .string(step.name),
      ]
      return JSONObject(job.members + step.members(at: at).members)
    }
  }
}

extension JobStep {
  fileprivate var name: String {
    switch self {
    case .accepted: "accepted"
    case .refused: "refused"
    case .durable: "durable"
    case .attempt: "attempt"
    case .answer: "answer"
    case .waiting: "waiting"
    case .ended: "ended"
    case .retried: "retried"
    }
  }

  fileprivate func members(at time: Int64) -> JSONObject {
    switch self {
    case .accepted(let connection): ["connection": .optional(connection?.value)]
    case .refused, .durable, .retried: [:]
    case .attempt(let number): ["attempt": .int(number)]
    case .answer(let answer):
      [
        "attempt": .int(answer.attempt), "httpCode": .optional(answer.httpCode),
        "failure": .optional(answer.failure), "durationUs": .int(answer.duration.microseconds),
        "platformTime": .optional(answer.platformTime.map { $0 * 1_000_000 }),
      ]
    case .waiting(let reason, let delay):
      [
        "waitingFor": .string(reason.rawValue),
        "until": .optional(delay.map { time + $0.microseconds }),
      ]
    case .ended(let state, let code, let outcome):
      [
        "state": .string(state.rawValue), "eventCode": .int(code), "outcome": .optional(outcome),
      ]
    }
  }
}

extension Duration {
  /// The whole microseconds.
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}

// The steps of the transitions of an outbox.
extension OutboxState {
  /// Records a step of a job, if steps are recorded.
  func trace(_ step: @autoclosure () -> JobStep, of job: Job, _ effects: Effects) {
    guard let trace = effects.trace else { return }
    trace.put(step(), of: job, kinds[job.kind])
  }

  /// Records that a job waits, if it does and steps are recorded.
  func traceWait(of id: Job.ID, at now: Duration, _ effects: Effects) {
    guard let trace = effects.trace, let job = scheduler[id], let reason = job.waitingFor else {
      return
    }
    let delay = scheduler.nextAttempt(of: job).map { $0 - now }
    trace.put(.waiting(reason, delay: delay), of: job, kinds[job.kind])
  }

  /// Records that a job is behind others of its lane, if it is and steps are recorded.
  func tracePlace(of id: Job.ID, _ effects: Effects) {
    guard let trace = effects.trace, let job = scheduler[id],
      scheduler.waitingFor(job) == .lane
    else { return }
    trace.put(.waiting(.lane, delay: nil), of: job, kinds[job.kind])
  }
}
