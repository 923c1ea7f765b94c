import DurableLog
import JSONCodec
import Tracing

// The outbox of the selected group.
extension Engine {
  package var statistics: Outbox.Statistics { outbox.statistics }

  /// The reason the disk rejects new jobs; nil while it accepts them.
  package var storageFailure: StorageCause? { outbox.failure }

  /// True if the directory of the selected group was removed or replaced.
  package var isDirectoryGone: Bool { !outbox.journal.isInPlace }

  /// Refuses new jobs of each open group whose directory was removed or replaced. Returns the names
  /// of these groups.
  package func checkDirectories() -> [String] {
    groups.open.filter { !$0.outbox.journal.isInPlace }.map { group in
      group.outbox.requirePlace()
      return group.group.name
    }
  }

  /// Returns one job; see `Outbox.report`.
  package func job(_ requestId: String) -> JobReport? { outbox.report(requestId) }

  /// Returns a page of the jobs; see `Outbox.list`.
  package func jobs(
    limit: Int, after: String?, states: Set<JobState>
  ) -> (items: [JobReport], next: String?)? {
    outbox.list(limit: limit, after: after, states: states)
  }

  /// Returns the jobs in those states, in order of acceptance, a page at a time; without those that are accepted from now
  /// on. The rejected ones are those with a kept body.
  package func pages(of states: Set<JobState>) -> AnySequence<[JobReport]> {
    let (outbox, last) = (self.outbox, self.outbox.newestListed)
    return AnySequence(
      sequence(state: Job.ID?.some(0)) { start in
        guard let first = start else { return nil }
        let page = outbox.page(of: states, from: first, through: last)
        start = page.next
        return page.reports
      })
  }

  /// The numbers of the outcomes that are kept and durable.
  package var outcomeRange: Outbox.OutcomeRange { outbox.outcomeRange }

  /// Throws if no outcome after that number can follow: it was never given. With an epoch a gap reports that.
  package func checkOutcome(_ number: UInt64?, in epoch: String?) throws(EngineError) {
    let last = outcomeRange.last
    guard epoch == nil, let number, number > last else { return }
    throw .invalid(
      parameter: "after",
      expected:
        "at most \(last), the last number in this data directory and app group; begin with 0")
  }

  /// Returns a page of the outcomes; see `Outbox.outcomes`. If the number of that epoch is not of this log, the page
  /// begins with the oldest outcome, and `isRolledBack` is true.
  package func outcomes(
    after number: UInt64, in epoch: String?, limit: Int, bytes: Int, filter: OutcomeFilter
  ) -> (page: OutcomePage, isRolledBack: Bool) {
    let outbox = self.outbox
    let gap = epoch.flatMap { outbox.gap(ofReaderAfter: number, in: $0) }
    let page = outbox.outcomes(
      after: gap?.to ?? number, limit: limit, bytes: bytes, filter: filter)
    return (page, gap != nil)
  }

  /// Returns a reader of the outcomes after that number of an epoch, without a number only of new outcomes, and the
  /// numbers that are kept, with the epoch of the last.
  package func outcomeReader(
    after number: UInt64?, in epoch: String?
  ) -> (OutcomeReader, Outbox.OutcomeRange, epoch: String) {
    let outbox = self.outbox
    let range = outbox.outcomeRange
    let reader =
      if let number {
        OutcomeReader(outbox, after: number, in: epoch)
      } else {
        OutcomeReader(outbox, after: range.last)
      }
    return (reader, range, outbox.epoch(ofOutcome: range.last))
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
  package func groupCommit() { for outbox in groups.outboxes { outbox.journal.groupCommit() } }

  /// Commits like `groupCommit`, but never blocks the caller.
  package func commitSoon() { for outbox in groups.outboxes { outbox.journal.commitSoon() } }
}
