import Synchronization

extension ProcessTimer {
  /// Sleeps that long. Throws, at once, if the task is cancelled, and leaves nothing in memory then.
  package func sleep(for time: Duration) async throws {
    let sleeper = Sleeper()
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper.begin($0, for: time, on: self) }
    } onCancel: {
      sleeper.cancel(on: self)
    }
    guard isOver else { throw CancellationError() }
  }
}

/// One call of `sleep`. Its end and its cancellation may come at any time, even before its beginning.
private final class Sleeper: Sendable {
  private enum State {
    case new
    case sleeping(CheckedContinuation<Bool, Never>, Alarm)
    case over
  }

  private let state = Mutex(State.new)

  func begin(
    _ continuation: CheckedContinuation<Bool, Never>, for time: Duration, on timer: ProcessTimer
  ) {
    let isCancelled = state.withLock { state in
      if case .over = state { return true }
      state = .sleeping(continuation, timer.add(after: time) { self.end(true) })
      return false
    }
    if isCancelled { continuation.resume(returning: false) }
  }

  func cancel(on timer: ProcessTimer) {
    if let alarm = end(false) { timer.remove(alarm) }
  }

  /// Resumes the sleeping task. Returns its alarm; nil if it does not sleep.
  @discardableResult
  private func end(_ isOver: Bool) -> Alarm? {
    let former = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .sleeping(let continuation, let alarm) = former else { return nil }
    continuation.resume(returning: isOver)
    return alarm
  }
}

/// The time of `ContinuousClock`, with the sleeps of the process timer.
package struct ProcessClock: Clock {
  package init() {}

  package var now: ContinuousClock.Instant { .now }
  package var minimumResolution: Duration { ContinuousClock().minimumResolution }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await ProcessTimer.shared.sleep(for: deadline - .now)
  }
}
