import Synchronization

/// An auto-reset event for one waiter. Fires without a waiter are coalesced.
package final class AsyncSignal: Sendable {
  private enum State {
    case quiet
    case rung
    case listening(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.quiet)

  package init() {}

  package func fire() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if case .listening(let continuation) = state {
        state = .quiet
        return continuation
      }
      state = .rung
      return nil
    }
    waiting?.resume()
  }

  /// Returns at the next fire, or at once if it has fired since the last call. One caller at a time.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let hasRung = state.withLock { state in
        if case .rung = state {
          state = .quiet
          return true
        }
        state = .listening(continuation)
        return false
      }
      if hasRung { continuation.resume() }
    }
  }
}
