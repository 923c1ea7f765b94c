import Synchronization

/// The attempts under way, of all app groups, and whether another one may begin.
final class AttemptGate: Sendable {
  private struct State {
    var underWay = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let isIdle = AsyncSignal()

  /// Returns false after `close`: the attempt must not begin. Otherwise the caller must call `end`.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.underWay += 1
      return true
    }
  }

  func end() {
    let isLast = state.withLock { state in
      state.underWay -= 1
      return state.isClosed && state.underWay == 0
    }
    if isLast { isIdle.fire() }
  }

  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns when no attempt is under way, or when the task is cancelled. Called after `close`, by one task.
  func waitUntilIdle() async {
    await withTaskCancellationHandler {
      while !Task.isCancelled, state.withLock({ $0.underWay > 0 }) { await isIdle.wait() }
    } onCancel: {
      isIdle.fire()
    }
  }
}
