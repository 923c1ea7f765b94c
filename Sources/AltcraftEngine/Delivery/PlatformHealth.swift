import Synchronization

/// The last known state of the platform. The log reports when it changes, not every failure.
package final class PlatformHealth: Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Nothing was sent since the start.
    case untried
    case well
    /// The platform answers with 5xx.
    case failing
    case unreachable
  }

  private let state = Mutex(State.untried)
  private let log: Log

  init(_ log: Log) { self.log = log }

  var now: State { state.withLock { $0 } }

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
    guard old != new, (old, new) != (.untried, .well) else { return }
    switch new {
    case .untried: break
    case .well: log.notice("the platform answers again")
    case .failing:
      log.notice("the platform fails; jobs wait", ["reason": reason.map(Log.Value.text)])
    case .unreachable:
      log.notice(
        "the platform cannot be reached; jobs wait", ["reason": reason.map(Log.Value.text)])
    }
  }
}
