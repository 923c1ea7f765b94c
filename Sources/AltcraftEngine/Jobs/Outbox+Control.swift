import DurableLog

// Operations for users.
extension Outbox {
  package var epoch: UInt64 { read { $0.epoch } }

  package var savedToken: PushToken? { read { $0.savedToken } }

  package var pendingCount: Int { read { $0.scheduler.count } }

  /// Returns true if there is a rejected job of that id with a kept body.
  package func isRetryable(_ requestId: String) -> Bool {
    read { $0.completed[ClientRequestID(requestId)]?.body != nil }
  }

  package enum ControlFailure: Error, Equatable {
    /// There is no rejected job of that id with a kept body, nor, for a discard, a pending one that is not being sent.
    case notRetryable
    case refused(AcceptError)
  }

  /// Moves a rejected job back to pending, with the same id and a new time to live. Call `confirm` after it.
  func revive(_ requestId: String) throws(ControlFailure) -> OutboxState.Revival {
    let livesSince = time.clock
    return try tryingDiskAgain { () throws(ControlFailure) in
      try perform { state, journal, effects throws(ControlFailure) in
        try state.retry(
          ClientRequestID(requestId), livesSince: livesSince, to: &journal, effects)
      }
    }
  }

  /// Returns when the revived job is as safe as an accepted one. After a failure it is rejected as before.
  func confirm(_ revival: OutboxState.Revival) async throws(ControlFailure) {
    if let cause = await failure(of: revival.sequence), perform({ $0.undo(revival, $1, &$2) }) {
      throw .refused(.storage(cause))
    }
    release(revival.item.id)
  }

  /// Returns true if there is a job of that id that `discard` accepts.
  package func isDiscardable(_ requestId: String) -> Bool {
    read { state in
      let requestID = ClientRequestID(requestId)
      return state.isDiscardable(requestID) || state.completed[requestID]?.body != nil
    }
  }

  /// Ends a pending job that is not being sent. Returns the job; nil if no such job is pending. If the disk
  /// refuses the record, the job stays pending. If only the sync of the record fails, the outcome is in
  /// memory, as after an attempt.
  func discardPending(
    _ requestId: String, _ completion: JobCompletion
  ) async throws(ControlFailure) -> Job? {
    let (requestID, endedAt) = (ClientRequestID(requestId), environment.wallTime())
    let ended = try tryingDiskAgain { () throws(ControlFailure) in
      try perform { state, journal, effects throws(ControlFailure) in
        try state.discardPending(requestID, completion, at: endedAt, to: &journal, &effects)
      }
    }
    guard let (job, sequence) = ended else { return nil }
    if let cause = await failure(of: sequence) { throw .refused(.storage(cause)) }
    return job
  }

  /// Drops the body of a rejected job. The job stays counted as rejected, and its outcome stays known. After a
  /// failure the body is kept as before.
  package func discard(_ requestId: String) async throws(ControlFailure) {
    let requestID = ClientRequestID(requestId)
    let (item, sequence) = try tryingDiskAgain { () throws(ControlFailure) in
      try perform { state, journal, _ throws(ControlFailure) in
        try state.discard(requestID, to: &journal)
      }
    }
    if let cause = await failure(of: sequence),
      perform({ state, journal, _ in state.undoDiscard(of: item, requestID, journal) })
    {
      throw .refused(.storage(cause))
    }
  }

  /// Deletes everything but counters and outcomes, on disk too: all pending jobs end as cleared, and the
  /// saved token and every response of the platform are deleted. An attempt in progress finds no job to
  /// settle. Blocks for the disk.
  ///
  /// The new log replaces the old one by a rename, so a crash leaves either all or nothing of it, and so does
  /// a failure. `Cleared.notifyWaiters` calls the waiters of ended jobs; call it in any case, and under no lock.
  func clear() -> Cleared {
    let now = time
    let outcomes = outcomesOfClear(at: now.wall)
    let (result, effects) = transact { state, journal, effects throws(JournalError) in
      try state.clear(at: now, outcomes, to: &journal, &effects)
    }
    return Cleared(
      endsJobs: (try? result.get()) != nil,
      count: result.flatMap { count in
        // Copies of damaged records contain data to be deleted too.
        Result { () throws(JournalError) in try journal.discardQuarantine() }.map { count }
      }, notifyWaiters: { [self] in run(effects) })
  }

  struct Cleared {
    /// True if the jobs have ended; also if copies of damaged records could not be deleted.
    let endsJobs: Bool
    /// The number of ended jobs.
    let count: Result<Int, JournalError>
    let notifyWaiters: () -> Void
  }
}

// Changes from outside.
extension Outbox {
  /// Sets if jobs are delivered. Attempts in progress are not affected. Callers do not wait for attempts of
  /// an inactive outbox, and no file stays open for reading its jobs.
  package func setActive(_ isActive: Bool) {
    perform { $0.setActive(isActive, &$2) }
    if !isActive { journal.closeReaders() }
  }

  /// Refuses everything from now on, so that the files can be closed. Returns false, without an effect, while
  /// the outbox is in use: it is active, an attempt is in progress, the disk fails or a compaction runs, or a
  /// caller waits for an outcome or an attempt.
  func retire() -> Bool {
    perform { state, journal, _ in state.retire(isPoisoned: journal.failure != nil) }
  }

  /// The newest pending job; 0 for none.
  package var lastID: Job.ID { read { $0.scheduler.jobs.newest ?? 0 } }

  /// Returns the first pending jobs between those two, in order of acceptance: a page of them.
  package func pending(from first: Job.ID, through last: Job.ID) -> [Job] {
    read { state in
      state.scheduler.jobs.firstIDs(OutboxState.pageLength, from: first).prefix { $0 <= last }
        .compactMap { state.scheduler[$0] }
    }
  }

  /// Makes the waiting jobs that change a state ready.
  package func wakeState() { perform { $0.wakeLanes(.ofState, &$2) } }

  /// Ends a pause that the platform asked for, and makes the waiting jobs ready that change no state.
  package func wakeOthers() { perform { $0.wakeLanes(.others, endingPause: true, &$2) } }

  /// Makes jobs that wait for `reason` ready; those of one user only if `userTag` is given.
  package func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    perform { $0.wake(reason, userTag: userTag, &$2) }
  }

  /// Sets the retry policy. Jobs may expire earlier under it.
  package func setPolicy(_ policy: RetryPolicy) { perform { $0.setPolicy(policy, &$2) } }

  /// Sets the maximum number of concurrent attempts.
  func setConcurrency(_ concurrency: Int) { perform { $0.setConcurrency(concurrency, &$2) } }

  /// Makes jobs ready again after their attempts have been cancelled.
  func abandonAttempts() { perform { $0.abandonAttempts(&$2) } }
}
