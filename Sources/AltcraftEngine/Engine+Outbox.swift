import JSONCodec
import Tracing

// The outbox of the selected group.
extension Engine {
  package var statistics: Outbox.Statistics { outbox.statistics }

  /// The reason the disk rejects new jobs; nil while it accepts them.
  package var storageFailure: StorageCause? { outbox.failure }

  /// Returns one job; see `Outbox.report`.
  package func job(_ requestId: String) -> JobReport? { outbox.report(requestId) }

  /// Returns a page of the jobs; see `Outbox.list`.
  package func jobs(
    limit: Int, after: String?, states: Set<JobState>
  ) -> (items: [JobReport], next: String?)? {
    outbox.list(limit: limit, after: after, states: states)
  }

  /// Returns true if there is a rejected job of that id with a kept body.
  package func isRetryable(_ requestId: String) -> Bool { outbox.isRetryable(requestId) }

  /// Returns true if `discard` can end the job, or drop its body.
  package func isDiscardable(_ requestId: String) -> Bool { outbox.isDiscardable(requestId) }

  /// Moves a rejected job back to pending, with the same id and a new time to live.
  package func retry(_ requestId: String) async throws(Outbox.ControlFailure) {
    let group = self.group
    reportCleared(group.endClearedJobs(), in: group)
    try await group.retry(requestId)
  }

  /// Ends a pending job of the selected group that is not being sent, or drops the body of a rejected one. Call the
  /// returned function after the response to the call; it emits the event of a job that has ended.
  package func discard(
    _ requestId: String
  ) async throws(Outbox.ControlFailure) -> @Sendable () -> Void {
    let group = self.group
    let numbering = group.numbering
    guard let job = try await group.outbox.discardPending(requestId, .cleared(numbering)) else {
      try await group.outbox.discard(requestId)
      return {}
    }
    return { [self] in
      emit(
        job.clearedEvent(
          group.outbox.kind(of: job), function: "outbox.discard", ["cause": "discarded"]))
    }
  }

  /// Starts the next attempt of all waiting jobs. The returned function waits for these attempts if wanted, and
  /// returns the number of pending jobs: without a wait, that of the time of the call.
  package func flush(waits: Bool) -> @Sendable () async -> Int {
    let outbox = self.outbox
    guard !waits else {
      return {
        await outbox.flushAndWait()
        return outbox.pendingCount
      }
    }
    outbox.flush()
    let pending = outbox.pendingCount
    return { pending }
  }

  /// Makes accepted jobs durable and answers their calls. Blocks for the disk, unless another thread already
  /// commits.
  package func groupCommit() { for outbox in groups.outboxes { outbox.groupCommit() } }

  /// Commits like `groupCommit`, but never blocks the caller.
  package func commitSoon() { for outbox in groups.outboxes { outbox.commitSoon() } }
}
