// Attempts on request, and waiting for them.
extension Outbox {
  /// Makes every job that waits for its next attempt ready, and ends a pause that the platform asked for.
  package func flush() { perform { $0.flush(&$2) } }

  /// Flushes, and returns when the first job of each lane has had its attempt.
  package func flushAndWait() async {
    var start: Job.ID = 0
    await observe { state, observer, effects in
      if let next = state.observeHeads(from: start, observer) {
        start = next
        return false
      }
      // With the last jobs in one transition: none is tried between.
      state.flush(&effects)
      return true
    }
  }

  /// Returns when that job has had an attempt or has ended.
  func firstAttempt(at id: Job.ID) async {
    await observe { state, observer, _ in
      if let job = state.scheduler[id], job.attempts == 0, job.waitingFor == nil {
        state.observe(id, observer)
      }
      return true
    }
  }

  /// Returns when each job that `choose` observes has had an attempt or has ended. Returns at once if no
  /// attempt will follow, and when the caller is cancelled. Calls `choose` until it returns true, so that it can look at a
  /// few jobs at a time.
  private func observe(
    _ choose: (inout OutboxState, Observers.ID, inout Effects) -> Bool
  ) async {
    let id = perform { state, _, _ in state.nextCaller() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        var (waits, isComplete) = perform { state, _, effects in
          effects.wakesDelivery = true
          let waits = !Task.isCancelled && state.addObserver(id) { continuation.resume() }
          return (waits, state.choose(choose, id, &effects))
        }
        while !isComplete { isComplete = perform { $0.choose(choose, id, &$2) } }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      forgetObserver(id)
    }
  }

  private func forgetObserver(_ id: Observers.ID) {
    let jobs = perform { $0.removeObserver(id, &$2) }
    var start: Job.ID = 0
    while case let some = jobs.first(OutboxState.pageLength, from: start), let last = some.last {
      perform { state, _, _ in state.forget(some, of: id) }
      start = last + 1
    }
  }

  /// Releases all callers that wait for an attempt.
  func dismissObservers() { perform { $0.close(&$2) } }
}

extension OutboxState {
  /// The number of jobs that are looked at in one hold of the lock.
  static let pageLength = 256

  /// Calls `choose`. After its last call, the observer is called when its jobs have had their attempt.
  fileprivate mutating func choose(
    _ choose: (inout OutboxState, Observers.ID, inout Effects) -> Bool, _ id: Observers.ID,
    _ effects: inout Effects
  ) -> Bool {
    let isComplete = choose(&self, id, &effects)
    if isComplete { observeNoMore(id, &effects) }
    return isComplete
  }

  /// Lets an observer wait for those of the next jobs that are the first of their lane. Returns the id from which to go
  /// on; nil after the last job.
  fileprivate mutating func observeHeads(from start: Job.ID, _ id: Observers.ID) -> Job.ID? {
    let jobs = scheduler.jobs.firstIDs(Self.pageLength, from: start)
    for job in jobs where scheduler.isHead(job) { observe(job, id) }
    return jobs.count < Self.pageLength ? nil : jobs.last.map { $0 + 1 }
  }
}
