import Synchronization

/// The alarm of one run of a delivery loop: one task for the earliest time that was set, however often the loop is
/// woken before it. An alarm that is no longer needed fires all the same.
final class DeliveryAlarm: Sendable {
  private struct State {
    var time: Duration?
    var task: Task<Void, any Error>?
  }

  private let environment: Environment
  private let signal: AsyncSignal
  private let state = Mutex(State())

  init(_ environment: Environment, fires signal: AsyncSignal) {
    self.environment = environment
    self.signal = signal
  }

  /// Fires at that time, unless an earlier time is set.
  func set(_ time: Duration) {
    state.withLock { state in
      if let set = state.time, set <= time { return }
      state.task?.cancel()
      state.time = time
      state.task = Task { [self] in
        try await environment.sleep(time - environment.now())
        self.state.withLock { if $0.time == time { $0.time = nil } }
        signal.fire()
      }
    }
  }

  func cancel() { state.withLock { $0.task?.cancel() } }
}
