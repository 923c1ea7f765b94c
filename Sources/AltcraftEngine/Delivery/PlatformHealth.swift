import Synchronization

/// The last known state of each address of the platform. The log reports when one changes, not every failure.
package final class PlatformHealth: Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// Nothing was sent to the address since the start.
    case untried
    case well
    /// The platform answers with 5xx.
    case failing
    case unreachable
  }

  /// The number of addresses whose states are kept. One more makes all of them untried.
  static let addressLimit = 64

  private let states = Mutex<[APIURL: State]>([:])
  private let log: Log

  init(_ log: Log) { self.log = log }

  /// Returns the state of an address; that of none is untried.
  func state(of address: APIURL?) -> State {
    states.withLock { states in address.flatMap { states[$0] } ?? .untried }
  }

  /// Records the outcome of an attempt at an address, and logs a change of its state.
  func record(_ outcome: AttemptOutcome, of address: APIURL) {
    let (new, reason): (State, String?) =
      switch outcome {
      case .delivered, .rejected: (.well, nil)
      case .retry(.platform(let reply, _)): (.failing, "HTTP \(reply.httpCode)")
      case .retry(.transport(let message)): (.unreachable, message)
      }
    let old = states.withLock { states in
      let old = states[address]
      if old == nil, states.count == Self.addressLimit { states = [:] }
      states[address] = new
      return old ?? .untried
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
