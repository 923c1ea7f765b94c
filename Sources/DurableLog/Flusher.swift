import System

/// The background thread of a journal, which runs tasks when they are due. It is started by the first task.
final class Flusher: Sendable {
  enum MaintenanceTask: Int, CaseIterable, Sendable { case commit, sync, fillSpare }

  private struct State {
    var due: [Deadline] = MaintenanceTask.allCases.map { _ in .never }
    /// The raw value of the task that was performed last.
    var last = 0
    var thread: PosixThread?
    /// The code that performs a task; nil before the begin and after the end.
    var perform: (@Sendable (MaintenanceTask) -> Void)?
  }

  private let state = Monitor(State())

  /// Accepts requests from now on. `perform` runs on the thread. It must not keep the journal alive between tasks.
  func begin(perform: @escaping @Sendable (MaintenanceTask) -> Void) {
    state.withLock { $0.perform = perform }
  }

  /// Requests that `task` runs after `delay`, or earlier if an earlier time was already requested. Returns
  /// false if the flusher is stopped, or if there is no thread and none can be created.
  func request(_ task: MaintenanceTask, after delay: Duration) -> Bool {
    let time = Deadline.after(delay)
    return state.withLock { state in
      guard state.perform != nil else { return false }
      if state.thread == nil { state.thread = try? PosixThread { [self] in run() } }
      guard state.thread != nil else { return false }
      // Most requests arrive when the same task is already due. Waking the thread for these would only add
      // cost.
      guard time < state.due[task.rawValue] else { return true }
      state.due[task.rawValue] = time
      self.state.wakeAll()
      return true
    }
  }

  /// True if its thread was started and has not been stopped.
  var isRunning: Bool { state.withLock { $0.thread != nil && $0.perform != nil } }

  /// Stops the thread without waiting for it. A running task is completed.
  func stop() {
    state.update { $0.perform = nil }
  }

  /// Stops the thread and waits for its end, except when called on that thread.
  func stopAndWait() {
    stop()
    guard let thread = takeThread() else { return }
    thread.isCurrent ? thread.detach() : thread.join()
  }

  deinit {
    // The thread holds a reference, so it has ended. Only its exit status remains.
    takeThread()?.detach()
  }

  private func takeThread() -> PosixThread? {
    state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
  }

  private func run() {
    while let task = nextTask() { task() }
  }

  /// Waits for the next due task. Due tasks take turns: a commit waits for one piece of zeros at most, and a piece for one
  /// commit. Returns nil when stopped.
  private func nextTask() -> (() -> Void)? {
    state.wait { state -> Waiting<(() -> Void)?> in
      guard let perform = state.perform else { return .done(nil) }
      let (last, count) = (state.last, state.due.count)
      let order = (1...count).lazy.map { (last + $0) % count }
      guard let index = order.first(where: { state.due[$0].hasPassed }),
        let task = MaintenanceTask(rawValue: index)
      else { return .until(state.due.min() ?? .never) }
      state.last = index
      state.due[index] = .never
      return .done { perform(task) }
    }
  }
}
