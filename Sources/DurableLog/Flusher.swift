import Glibc

/// The one background thread of a journal: does chores when they are due. Started with the first chore.
///
/// Unchecked: all variables are guarded by `monitor`.
final class Flusher: @unchecked Sendable {
  enum Chore: Int, CaseIterable, Sendable { case commit, sync, fillSpare }

  private let monitor = Monitor()
  private let perform: @Sendable (Chore) -> Void
  private var due: [Nanoseconds?] = Chore.allCases.map { _ in nil }
  private var thread: pthread_t?
  private var isStopped = false

  /// `perform` runs on the thread. It must not keep the journal alive between chores.
  init(perform: @escaping @Sendable (Chore) -> Void) {
    self.perform = perform
  }

  /// Has `chore` done after `delay`, or earlier if that was asked for before. Returns false if there is
  /// no thread and none can be made.
  func request(_ chore: Chore, after delay: Nanoseconds) -> Bool {
    let time = monotonicTime() + delay
    return monitor.withLock {
      guard !isStopped else { return false }
      if thread == nil { start() }
      guard thread != nil else { return false }
      // Most come while the same is due already: waking the thread for that is all it would cost.
      guard time < due[chore.rawValue] ?? .max else { return true }
      due[chore.rawValue] = time
      monitor.wakeAll()
      return true
    }
  }

  /// Ends the thread without waiting for it; a chore under way is finished.
  func stop() {
    monitor.withLock {
      isStopped = true
      monitor.wakeAll()
    }
  }

  /// Ends the thread and waits until it is gone, unless called on it.
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
    // The thread holds a reference, so it has ended; what is left is its exit status.
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

  /// Waits for a chore to be due; nil when stopped.
  private func nextChore() -> Chore? {
    monitor.withLock {
      while !isStopped {
        let earliest = Chore.allCases.min { time(of: $0) < time(of: $1) } ?? .commit
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

  private func time(of chore: Chore) -> Nanoseconds {
    due[chore.rawValue] ?? .max
  }
}
