import Synchronization

// Attempts on request, and waiting for them.
extension Outbox {
  /// Makes every job that waits for its next attempt ready, and ends a pause that the platform asked for.
  package func flush() {
    guarded.withLock { $0.scheduler.wakeAll() }
    changed.fire()
  }

  /// Flushes, and returns when the first job of each lane has had its attempt.
  package func flushAndWait() async {
    await observe { guarded in
      guarded.scheduler.wakeAll()
      return guarded.scheduler.heads
    }
  }

  /// Returns when that job has had an attempt or has ended.
  func firstAttempt(at id: Job.ID) async {
    await observe { guarded in
      guard let job = guarded.scheduler[id], job.attempts == 0, job.waitingFor == nil else {
        return []
      }
      return [id]
    }
  }

  /// Returns when each job that `choose` returns has had an attempt or has ended. Returns at once if no
  /// attempt will follow, and when the caller is cancelled.
  private func observe(_ choose: (inout Guarded) -> Set<Job.ID>) async {
    let id = guarded.withLock { $0.nextCaller() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = guarded.withLock { guarded in
          let jobs = choose(&guarded)
          guard !jobs.isEmpty, guarded.isActive, !guarded.isClosed, !Task.isCancelled else {
            return true
          }
          guarded.observers.add(id, waitingFor: jobs) { continuation.resume() }
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

  /// Releases all callers that wait for an attempt.
  func dismissObservers() {
    let released = guarded.withLock { guarded -> [@Sendable () -> Void] in
      guarded.isClosed = true
      return guarded.observers.removeAll()
    }
    for whenOver in released { whenOver() }
  }
}
