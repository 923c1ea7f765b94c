import Dispatch
import Synchronization

/// The request to stop, from any source; only the first one has an effect.
final class StopRequest: Sendable {
  private struct State {
    var isRequested = false
    var whenRequested: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let requested = DispatchSemaphore(value: 0)

  var isRequested: Bool { state.withLock { $0.isRequested } }

  /// Runs `body` at the first request, on the thread that makes it.
  func whenRequested(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isRequested { state.whenRequested = body }
      return state.isRequested
    }
    if isLate { body() }
  }

  func request() {
    let (isFirst, body) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      defer {
        state.isRequested = true
        state.whenRequested = nil
      }
      return (!state.isRequested, state.whenRequested)
    }
    guard isFirst else { return }
    body?()
    requested.signal()
  }

  /// Blocks until the first request.
  func wait() {
    requested.wait()
    requested.signal()
  }
}
