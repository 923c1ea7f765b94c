import System

/// The background thread of a journal, which runs tasks when they are due. It is started by the first task.
final class Flusher: Sendable {
  enum MaintenanceTask: Int, CaseIterable, Sendable { case commit, sync, fillSpare }

  private struct State {
    var due: [Deadline] = MaintenanceTask.allCases.map { _ in .never }
    var thread: PosixThread?
    var isStopped = false
  }

  private let state = Monitor(State())
  private let perform: @Sendable (MaintenanceTask) -> Void

  /// Creates a flusher. `perform` runs on the thread. It must not keep the journal alive between tasks.
  init(perform: @escaping @Sendable (MaintenanceTask) -> Void) {
    self.perform = perform
  }

  /// Requests that `task` runs after `delay`, or earlier if an earlier time was already requested. Returns
  /// false if there is no thread and none can be created.
  func request(_ task: MaintenanceTask, after delay: Duration) -> Bool {
    let time = Deadline.after(delay)
    return state.withLock { state in
      guard !state.isStopped else { return false }
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

  /// Stops the thread without waiting for it. A running task is completed.
  func stop() {
    state.update { $0.isStopped = true }
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
    while let task = nextTask() { perform(task) }
  }

  /// Waits for the next due task. Returns nil when stopped.
  private func nextTask() -> MaintenanceTask? {
    state.wait { state -> Waiting<MaintenanceTask?> in
      if state.isStopped { return .done(nil) }
      let time = state.due.min() ?? .never
      guard time.hasPassed, let task = state.due.firstIndex(of: time) else { return .until(time) }
      state.due[task] = .never
      return .done(MaintenanceTask(rawValue: task))
    }
  }
}
