import DurableLog
import JSONCodec

/// A snapshot of the files of an outbox, read without writing and without the lock of their directory: also
/// while another process serves them.
package struct OutboxSnapshot: Sendable {
  /// The pending jobs, and the rejected jobs that can still be retried, in order of acceptance.
  package private(set) var jobs: [JobReport] = []
  package let recovery: Recovery

  package static func read(
    _ directory: any LogDirectory, progress: ((RecoveryProgress) -> Void)? = nil
  ) throws(JournalError) -> OutboxSnapshot {
    var fold = Fold()
    let recovery = try LogScanner.scan(directory, progress: progress) { fold.apply($0) }
    return OutboxSnapshot(jobs: fold.jobs, recovery: recovery)
  }

  package var pending: Int { jobs.count { $0.state == .pending } }

  private struct Fold {
    private var puts: [UInt64: JobRecord.Put] = [:]
    private var rejected: [UInt64: JobRecord.Done] = [:]
    /// The rejected jobs with a body in the files.
    private var bodies: Set<UInt64> = []
    private var epoch: UInt64 = 0

    mutating func apply(_ record: Record) {
      if record.epoch > epoch {
        puts = [:]
        epoch = record.epoch
      }
      guard record.epoch == epoch,
        let json = try? JSONParser.parse(record.payload, limits: .generous).value
      else { return }
      switch record.kind {
      case .put:
        guard let put = JobRecord.Put(json) else { return }
        let id = put.original ?? record.sequence.value
        if record.isCopy, rejected[id] != nil {
          bodies.insert(id)
        } else if !record.isCopy || puts[id] == nil {
          puts[id] = put
          rejected[id] = nil
        }
      case .done:
        guard let done = JobRecord.Done(json) else { return }
        if record.isCopy, rejected[done.target] != nil { return }
        let wasPending = puts.removeValue(forKey: done.target) != nil
        guard done.state == .rejected else { return }
        rejected[done.target] = done
        if wasPending { bodies.insert(done.target) } else { bodies.remove(done.target) }
      case .retry:
        if let discard = JobRecord.Discard(json) { bodies.remove(discard.target) }
        if let retry = JobRecord.Retry(json) { puts[retry.target]?.attempts = retry.attempts }
      case .clear: puts = [:]
      case .state: break
      }
    }

    var jobs: [JobReport] {
      let pending = puts.map { ($0.key, JobReport(pending: $0.value)) }
      let ended = rejected.filter { bodies.contains($0.key) }
        .map { ($0.key, JobReport(ended: $0.value, retryable: true)) }
      return (pending + ended).sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension JobReport {
  fileprivate init(pending put: JobRecord.Put) {
    self.init(
      requestId: put.requestId, method: put.method, state: .pending, createdAt: put.createdAt,
      attempts: put.attempts, nextAttemptAt: nil, waitingFor: nil, lastError: nil, outcome: nil,
      endedAt: nil, retryable: false)
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
