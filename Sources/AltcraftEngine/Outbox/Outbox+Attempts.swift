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
  /// At once where no attempt will come, and when the caller is cancelled.
  private func observe(_ choose: (inout Guarded) -> Set<Entry.ID>) async {
    let id = guarded.withLock { $0.nextCaller() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = guarded.withLock { guarded in
          let work = choose(&guarded)
          guard !work.isEmpty, guarded.isActive, !guarded.isClosed, !Task.isCancelled else {
            return true
          }
          guarded.observers.add(id, waitingFor: work) { continuation.resume() }
          return false
        }
        changed.fire()
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let whenOver = guarded.withLock { $0.observers.remove(id) }
      whenOver?()
    }
  }

  /// Lets nobody wait for an attempt any more.
  func dismissObservers() {
    let released = guarded.withLock { guarded -> [@Sendable () -> Void] in
      guarded.isClosed = true
      return guarded.observers.removeAll()
    }
    for whenOver in released { whenOver() }
  }
}
