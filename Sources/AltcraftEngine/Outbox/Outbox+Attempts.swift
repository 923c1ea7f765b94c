import Synchronization

// Looking on while work is tried.
extension Outbox {
  /// Returns when each of these pieces of work has had an attempt or has ended; at once for those that are
  /// not pending.
  package func attempted(_ ids: Set<Entry.ID>) async {
    await withCheckedContinuation { continuation in
      let count = Countdown(from: ids.count + 1) { continuation.resume() }
      let absent = guarded.withLock { guarded in
        ids.filter { id in
          guard guarded.state[id] != nil, !guarded.isClosed else { return true }
          guarded.observers[id, default: []].append { count.down() }
          return false
        }
      }
      for _ in absent { count.down() }
      count.down()
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
