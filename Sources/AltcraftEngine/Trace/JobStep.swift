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

extension JobStep {
  /// The word in the trace.
  var name: String {
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

  /// Returns the members in the trace that this step has, at a time in microseconds since 1970.
  func members(at time: Int64) -> JSONObject {
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
