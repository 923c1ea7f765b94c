import DurableLog
import JSONCodec
import Tracing

extension Outbox {
  /// Returns the report of one job; nil for an id that is unknown, or no longer known.
  package func report(_ requestId: String) -> JobReport? {
    enum Found {
      case pending(Job, Duration?)
      case finished(CompletedJobs.Item)
    }
    let requestID = ClientRequestID(requestId)
    let found = read { state -> Found? in
      if let id = state.scheduler.jobs.id(of: requestID), var job = state.scheduler[id] {
        job.waitingFor = state.scheduler.waitingFor(job)
        return .pending(job, state.scheduler.nextAttempt(of: job))
      }
      return state.completed[requestID].map { .finished($0) }
    }
    switch found {
    case .pending(let job, let next): return report(job, next)
    case .finished(let item): return report(requestId, item)
    case nil: return nil
    }
  }

  /// Lists pending jobs, and rejected jobs that can still be retried, in order of acceptance.
  package func list(
    limit: Int, after: String?, states: Set<JobState>
  ) -> (items: [JobReport], next: String?)? {
    var start: Job.ID = 0
    if let after {
      let after = ClientRequestID(after)
      guard
        let id = read({ $0.scheduler.jobs.id(of: after) ?? $0.completed[after]?.id })
      else { return nil }
      start = id + 1
    }
    // One more than requested, to detect if there are more.
    let rows = rows(limit + 1, from: start, states)
    let items = rows.prefix(limit).compactMap(report)
    return (items, rows.count > limit ? items.last?.requestId : nil)
  }

  /// Returns the reports of the next of these jobs, and the id from which to go on; nil for the last page.
  package func page(
    of states: Set<JobState>, from start: Job.ID, through last: Job.ID
  ) -> (reports: [JobReport], next: Job.ID?) {
    let limit = OutboxState.pageLength
    let rows = rows(limit, from: start, states)
    let reports = rows.prefix { $0.id <= last }.compactMap(report)
    guard rows.count == limit, let end = rows.last?.id, end < last else { return (reports, nil) }
    return (reports, end + 1)
  }

  /// The newest job that is pending or can be retried; 0 for none.
  package var newestListed: Job.ID {
    read { max($0.scheduler.jobs.newest ?? 0, $0.completed.newestRetryable ?? 0) }
  }

  /// A job of a list.
  private enum Row {
    case pending(Job, Duration?)
    case rejected(ClientRequestID, CompletedJobs.Item)

    var id: Job.ID {
      switch self {
      case .pending(let job, _): job.id
      case .rejected(_, let item): item.id
      }
    }
  }

  /// Returns the first `count` of these jobs from `start` on.
  private func rows(_ count: Int, from start: Job.ID, _ states: Set<JobState>) -> [Row] {
    let rows = read { state in
      var rows: [Row] = []
      if states.contains(.pending) {
        for id in state.scheduler.jobs.firstIDs(count, from: start) {
          guard var job = state.scheduler[id] else { continue }
          job.waitingFor = state.scheduler.waitingFor(job)
          rows.append(.pending(job, state.scheduler.nextAttempt(of: job)))
        }
      }
      if states.contains(.rejected) {
        rows += state.completed.retryable(count, from: start).map { .rejected($0, $1) }
      }
      return rows
    }
    return Array(rows.sorted { $0.id < $1.id }.prefix(count))
  }

  private func report(_ row: Row) -> JobReport? {
    switch row {
    case .pending(let job, let next): return report(job, next)
    case .rejected(let requestID, let item):
      var rejected = report(requestID.text, item)
      if let outcome = rejected?.outcome {
        rejected?.outcome = JobOutcome(
          state: outcome.state, eventCode: outcome.eventCode, response: .null)
      }
      return rejected
    }
  }

  package struct Statistics: Sendable {
    package let counters: OutboxCounters
    package let pending: Int
    package let bytes: Int
    package let oldestPendingAt: Int64?

    /// The number of jobs ever accepted: each has ended or is pending.
    package var accepted: Int { counters.ended + pending }
  }

  package var statistics: Statistics {
    read {
      Statistics(
        counters: $0.counters, pending: $0.scheduler.count, bytes: $0.scheduler.bytes,
        oldestPendingAt: $0.scheduler.oldestCreatedAt)
    }
  }

  /// The stored part of a job.
  struct Content: Sendable {
    let kind: JobKind
    let body: JSONObject
    let trace: TraceContext?
  }

  /// Reads the content of a pending job from disk. Nil if the bytes of the record are not those that were
  /// written; a failure if they cannot be read now, for any reason.
  func content(of job: Job) -> Result<Content, StorageCause>? {
    let record = read(job.location) { $0.scheduler.jobs.location(of: job.id) }
    switch record {
    case .success(let payload):
      guard let put = try? JSONParser.parse(payload, limits: .generous).value,
        let body = put["body"]?.objectValue
      else { return nil }
      return .success(Content(kind: kind(of: job), body: body, trace: JobRecord.Put.trace(put)))
    case .failure(.damaged): return nil
    case .failure(let error): return .failure(StorageCause(error))
    }
  }

  /// Reads a record. A checkpoint or a compaction may move it between the lookup of its location and the
  /// read, so a failed read is repeated once at its new location.
  private func read(
    _ location: RecordLocation, _ current: (OutboxState) -> RecordLocation?
  ) -> Result<[UInt8], JournalError> {
    let first = Result { () throws(JournalError) in try journal.read(location) }
    guard case .failure = first, let moved = self.read({ current($0) }) else { return first }
    return Result { () throws(JournalError) in try journal.read(moved) }
  }

  private func report(_ job: Job, _ next: Duration?) -> JobReport {
    let wall = environment.wallTime()
    return JobReport(
      pending: job, method: kind(of: job).method,
      nextAttemptAt: next.map { wall + ($0 - environment.now()).milliseconds })
  }

  private func report(_ requestId: String, _ item: CompletedJobs.Item) -> JobReport? {
    guard case .success(let done?) = end(requestId, item) else { return nil }
    return JobReport(ended: done, retryable: item.body != nil)
  }

  /// Returns the record of an outcome; nil if it is damaged; a failure if it cannot be read now.
  func end(
    _ requestId: String, _ item: CompletedJobs.Item
  ) -> Result<JobRecord.Done?, JournalError> {
    let bytes: [UInt8]
    switch item.details {
    case .onDisk(let location):
      let record = read(location) { state in
        if case .onDisk(let moved) = state.completed[ClientRequestID(requestId)]?.details {
          moved
        } else {
          nil
        }
      }
      switch record {
      case .success(let payload): bytes = payload
      case .failure(.damaged): return .success(nil)
      case .failure(let error): return .failure(error)
      }
    case .inMemory(let record): bytes = record
    }
    let json = try? JSONParser.parse(bytes, limits: .generous).value
    return .success(json.flatMap(JobRecord.Done.init))
  }
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
