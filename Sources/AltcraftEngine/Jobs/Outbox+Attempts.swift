// Attempts on request, and waiting for them.
extension Outbox {
  /// Makes every job that waits for its next attempt ready, and ends a pause that the platform asked for.
  package func flush() { perform { $0.flush(&$2) } }

  /// Flushes, and returns when the first job of each lane has had its attempt.
  package func flushAndWait() async {
    await observe { state, effects in
      state.flush(&effects)
      return state.scheduler.heads
    }
  }

  /// Returns when that job has had an attempt or has ended.
  func firstAttempt(at id: Job.ID) async {
    await observe { state, _ in
      guard let job = state.scheduler[id], job.attempts == 0, job.waitingFor == nil else {
        return []
      }
      return [id]
    }
  }

  /// Returns when each job that `choose` returns has had an attempt or has ended. Returns at once if no
  /// attempt will follow, and when the caller is cancelled.
  private func observe(
    _ choose: (inout OutboxState, inout Effects) -> Set<Job.ID>
  ) async {
    let id = perform { state, _, _ in state.nextCaller() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = perform { state, _, effects in
          effects.wakesDelivery = true
          let jobs = choose(&state, &effects)
          return !Task.isCancelled && state.observe(jobs, id) { continuation.resume() }
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      perform { $0.removeObserver(id, &$2) }
    }
  }

  /// Releases all callers that wait for an attempt.
  func dismissObservers() { perform { $0.close(&$2) } }
}
