import Synchronization

/// The last known state of the platform. The log reports when it changes, not every failure.
final class PlatformHealth: Sendable {
  enum State: Sendable {
    case well
    /// The platform answers with 5xx.
    case failing
    case unreachable
  }

  private let state = Mutex(State.well)
  private let log: Log

  init(_ log: Log) { self.log = log }

  /// Records the outcome of an attempt, and logs a change of the state.
  func record(_ outcome: AttemptOutcome) {
    let (new, reason): (State, String?) =
      switch outcome {
      case .delivered, .rejected: (.well, nil)
      case .retry(.platform(let reply, _)): (.failing, "HTTP \(reply.httpCode)")
      case .retry(.transport(let message)): (.unreachable, message)
      }
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    guard old != new else { return }
    switch new {
    case .well: log.notice("the platform answers again")
    case .failing:
      log.notice("the platform fails; work waits", ["reason": reason.map(Log.Value.text)])
    case .unreachable:
      log.notice(
        "the platform cannot be reached; work waits", ["reason": reason.map(Log.Value.text)])
    }
  }
}
