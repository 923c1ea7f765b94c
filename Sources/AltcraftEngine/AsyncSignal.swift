import Synchronization

/// An auto-reset event for one waiter. Fires without a waiter are coalesced.
package final class AsyncSignal: Sendable {
  private enum State {
    case idle
    case fired
    case waiting(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.idle)

  package init() {}

  package func fire() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if case .waiting(let continuation) = state {
        state = .idle
        return continuation
      }
      state = .fired
      return nil
    }
    waiting?.resume()
  }

  /// Returns at the next fire, or at once if it has fired since the last call. One caller at a time.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let hasFired = state.withLock { state in
        if case .fired = state {
          state = .idle
          return true
        }
        state = .waiting(continuation)
        return false
      }
      if hasFired { continuation.resume() }
    }
  }
}
