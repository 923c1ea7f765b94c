import Synchronization

// Trying what waits now, and looking on.
extension Outbox {
  /// Lets all be tried now that waits for its next attempt, and ends a pause asked for by the platform.
  package func flush() {
    guarded.withLock { $0.state.wakeAll() }
    changed.fire()
  }

  /// The same, and returns when each piece that its lane tries first has had its attempt.
  package func flushAndWait() async {
    await observe { guarded in
      guarded.state.wakeAll()
      return guarded.state.heads
    }
  }

  /// Returns when that piece of work has had an attempt or has ended.
  func firstAttempt(at id: Entry.ID) async {
    await observe { guarded in
      guard let entry = guarded.state[id], entry.attempts == 0, entry.waitingFor == nil else {
        return []
      }
      return [id]
    }
  }

  /// Returns when each piece of work that `choose` names has had an attempt or has ended.
  private func observe(_ choose: (inout Guarded) -> Set<Entry.ID>) async {
    await withCheckedContinuation { continuation in
      let isOver = guarded.withLock { guarded in
        let ids = choose(&guarded)
        guard !ids.isEmpty, !guarded.isClosed else { return true }
        let count = Countdown(from: ids.count) { continuation.resume() }
        for id in ids { guarded.observers[id, default: []].append { count.down() } }
        return false
      }
      changed.fire()
      if isOver { continuation.resume() }
    }
  }

  /// Nobody will be told any more.
  func dismissObservers() {
    let observers = guarded.withLock { guarded in
      guarded.isClosed = true
      defer { guarded.observers = [:] }
      return guarded.observers.values.flatMap(\.self)
    }
    for observer in observers { observer() }
  }
}

/// Calls `then` when it has been counted down to zero.
private final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let then: @Sendable () -> Void

  init(from count: Int, then: @escaping @Sendable () -> Void) {
    left = Mutex(count)
    self.then = then
  }

  func down() {
    let isOver = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isOver { then() }
  }
}
