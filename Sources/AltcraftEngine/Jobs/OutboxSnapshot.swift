import DurableLog
import JSONCodec

/// A snapshot of the files of an outbox, read without writing and without the lock of their directory: also
/// while another process serves them.
package struct OutboxSnapshot: Sendable {
  /// The pending jobs, and the rejected jobs that can still be retried, in order of acceptance.
  package let jobs: [JobReport]
  package let recovery: Recovery

  package static func read(
    _ directory: any LogDirectory, progress: ((RecoveryProgress) -> Void)? = nil
  ) throws(JournalError) -> OutboxSnapshot {
    var replay = OutboxReplay(
      into: OutboxState(kinds: [TokenUpdate.kind], limits: Limits()), isSnapshot: true)
    var recovery = try LogScanner.scan(directory, progress: progress) { replay.apply($0) }
    replay.correct(&recovery)
    return OutboxSnapshot(jobs: replay.state.reports, recovery: recovery)
  }

  package var pending: Int { jobs.count { $0.state == .pending } }
}

extension OutboxState {
  /// The reports of the jobs of a snapshot.
  fileprivate var reports: [JobReport] {
    let pending = scheduler.jobs.orderedIDs.compactMap { id in
      scheduler[id].map { (id, JobReport(pending: $0, method: kinds[$0.kind].method)) }
    }
    let rejected = completed.all.compactMap { _, item -> (Job.ID, JobReport)? in
      guard item.body != nil, case .inMemory(let record) = item.details,
        let json = try? JSONParser.parse(record, limits: .generous).value,
        let done = JobRecord.Done(json)
      else { return nil }
      return (item.id, JobReport(ended: done, retryable: true))
    }
    return (pending + rejected).sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension JobReport {
  /// Creates the report of a pending job.
  init(
    pending job: Job, method: String, nextAttemptAt: Int64? = nil
  ) {
    self.init(
      requestId: job.requestId, method: method, state: .pending, createdAt: job.createdAt,
      attempts: job.attempts, nextAttemptAt: nextAttemptAt, waitingFor: job.waitingFor,
      lastError: job.lastError, outcome: nil, endedAt: nil, retryable: false)
  }

  /// Creates the report of a job from its DONE record.
  init(ended done: JobRecord.Done, retryable: Bool) {
    self.init(
      requestId: done.requestId, method: done.method, state: done.state,
      createdAt: done.createdAt, attempts: done.attempts, nextAttemptAt: nil, waitingFor: nil,
      lastError: done.lastError,
      outcome: JobOutcome(
        state: done.state, eventCode: done.eventCode, response: done.response),
      endedAt: done.endedAt, retryable: retryable)
  }
}
