import Glibc

/// The background thread of a journal, which runs chores when they are due. It is started by the first chore.
///
/// Unchecked: all variables are guarded by `monitor`.
final class Flusher: @unchecked Sendable {
  enum MaintenanceTask: Int, CaseIterable, Sendable { case commit, sync, fillSpare }

  private let monitor = Monitor()
  private let perform: @Sendable (MaintenanceTask) -> Void
  private var due: [Nanoseconds?] = MaintenanceTask.allCases.map { _ in nil }
  private var thread: pthread_t?
  private var isStopped = false

  /// Creates a flusher. `perform` runs on the thread. It must not keep the journal alive between chores.
  init(perform: @escaping @Sendable (MaintenanceTask) -> Void) {
    self.perform = perform
  }

  /// Requests that `chore` runs after `delay`, or earlier if an earlier time was already requested. Returns
  /// false if there is no thread and none can be created.
  func request(_ chore: MaintenanceTask, after delay: Nanoseconds) -> Bool {
    let time = monotonicTime() + delay
    return monitor.withLock {
      guard !isStopped else { return false }
      if thread == nil { start() }
      guard thread != nil else { return false }
      // Most requests arrive when the same chore is already due. Waking the thread for these would only add
      // cost.
      guard time < due[chore.rawValue] ?? .max else { return true }
      due[chore.rawValue] = time
      monitor.wakeAll()
      return true
    }
  }

  /// Stops the thread without waiting for it. A running chore is completed.
  func stop() {
    monitor.withLock {
      isStopped = true
      monitor.wakeAll()
    }
  }

  /// Stops the thread and waits for its end, except when called on that thread.
  func stopAndWait() {
    stop()
    guard let thread = monitor.withLock({ takeThread() }) else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  deinit {
    // The thread holds a reference, so it has ended. Only its exit status remains.
    if let thread { pthread_detach(thread) }
  }

  private func takeThread() -> pthread_t? {
    defer { thread = nil }
    return thread
  }

  private func start() {
    var created = pthread_t()
    let reference = Unmanaged.passRetained(self)
    let code = pthread_create(
      &created, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Flusher>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, reference.toOpaque())
    guard code == 0 else {
      reference.release()
      return
    }
    thread = created
  }

  private func run() {
    while let chore = nextChore() { perform(chore) }
  }

  /// Waits for the next due chore. Returns nil when stopped.
  private func nextChore() -> MaintenanceTask? {
    monitor.withLock {
      while !isStopped {
        let earliest = MaintenanceTask.allCases.min { time(of: $0) < time(of: $1) } ?? .commit
        let deadline = time(of: earliest)
        if deadline <= monotonicTime() {
          due[earliest.rawValue] = nil
          return earliest
        }
        deadline == .max ? monitor.wait() : monitor.wait(until: deadline)
      }
      return nil
    }
  }

  private func time(of chore: MaintenanceTask) -> Nanoseconds {
    due[chore.rawValue] ?? .max
  }
}
