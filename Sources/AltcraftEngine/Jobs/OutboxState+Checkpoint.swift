import DurableLog
import JSONCodec

// Rewriting all live records.
extension OutboxState {
  /// The outcomes that a rewritten log contains: the newest, that take that many bytes, with the responses of the platform
  /// or without them. The others stay in memory.
  struct OutcomeExtent: Sendable {
    var bytes = Int.max
    var keepsResponses = true
  }

  /// Rewrites all live records into a new segment and drops the old ones.
  mutating func checkpoint(
    at time: OutboxClock.Reading, _ outcomes: OutcomeExtent = OutcomeExtent(),
    to journal: inout JobJournal,
    _ effects: inout Effects
  ) throws(JournalError) {
    // Outcomes that the log refused become durable now, after all others.
    let before = completed.hasUnnumbered ? self : nil
    if before != nil { numberOutcomes() }
    var moves = Moves()
    do throws(JournalError) {
      try journal.checkpoint(epoch: epoch, &effects) { writer throws(JournalError) in
        moves = try write(at: time, outcomes, from: journal, to: &writer)
      }
    } catch {
      if let before { self = before }
      throw error
    }
    take(moves)
    effects.add(.outcomesAreDurable(through: lastOutcome))
  }

  /// The record of the state that belongs to the group and not to a job.
  var record: JobRecord.State {
    JobRecord.State(
      counters: counters, pending: scheduler.count, savedToken: savedToken,
      lastOutcome: lastOutcome, outcomeEpochs: outcomeEpochs.json)
  }

  private func write(
    at time: OutboxClock.Reading, _ outcomes: OutcomeExtent, from journal: JobJournal,
    to writer: inout CheckpointWriter
  ) throws(JournalError) -> Moves {
    var moves = Moves()
    _ = try writer.append(.state, record.bytes)
    _ = try writer.append(.retry, JobRecord.Tick(time).bytes)
    let written = completed.newest(within: outcomes.bytes)
    for (requestID, item) in completed.all.prefix(completed.count - written.count) {
      if let body = item.body { moves.dropped.append((requestID, body.location)) }
      guard let details = try journal.copy(of: item) else { continue }
      moves.kept.append((requestID, item.details, details))
    }
    for (requestID, item) in written {
      // A damaged outcome is dropped.
      guard let details = try journal.copy(of: item, withResponse: outcomes.keepsResponses) else {
        continue
      }
      // The body first: the outcome that is read after it refers to it.
      if let body = item.body, let copy = try journal.copy(ofBody: body.location, of: item) {
        moves.bodies.append((requestID, body.location, try writer.append(.put, copy).location))
      }
      moves.ended.append((requestID, item.details, try writer.append(.done, details).location))
    }
    for id in scheduler.jobs.orderedIDs {
      guard let job = scheduler[id] else { continue }
      let copy = try journal.copy(of: job, kinds)
      moves.pending.append((job, try writer.append(.put, copy).location))
      if let retry = JobRecord.Retry(job) { _ = try writer.append(.retry, retry.bytes) }
    }
    return moves
  }

  /// The new locations of copied records. Applied only to jobs that have not changed meanwhile.
  struct Moves: Sendable {
    var pending: [(job: Job, to: RecordLocation)] = []
    var ended: [(requestID: ClientRequestID, from: CompletedJobs.Details, to: RecordLocation)] = []
    var bodies: [(requestID: ClientRequestID, from: RecordLocation, to: RecordLocation)] = []
    /// Bodies of rejected jobs that a full disk has no room for.
    var dropped: [(requestID: ClientRequestID, from: RecordLocation)] = []
    /// Outcomes that a full disk has no room for: they stay in memory.
    var kept: [(requestID: ClientRequestID, from: CompletedJobs.Details, record: [UInt8])] = []
  }
}

// Copies of records.
extension JobJournal {
  /// Copies the record of a job. A damaged job stays in the log without its body: its loss is reported and
  /// counted when its turn comes, and it delays no other job.
  func copy(of job: Job, _ kinds: [JobKind]) throws(JournalError) -> [UInt8] {
    guard let payload = try readUnlessDamaged(job.location) else {
      return JobRecord.Put(
        original: job.id, requestId: job.requestId, method: kinds[job.kind].method,
        userTag: job.lane.userTag.text, createdAt: job.createdAt,
        livesSince: job.livesSince, digest: job.digest, attempts: job.attempts, body: nil
      ).bytes
    }
    return copy(payload, original: job.id, attempts: job.attempts)
  }

  /// Copies the outcome of a job, shortened if it is too long; nil if it is damaged.
  func copy(
    of item: CompletedJobs.Item, withResponse: Bool = true
  ) throws(JournalError) -> [UInt8]? {
    let payload: [UInt8]?
    switch item.details {
    case .onDisk(let location): payload = try readUnlessDamaged(location)
    case .inMemory(let bytes): payload = bytes
    }
    guard let payload else { return nil }
    let isKept = withResponse && payload.count <= JobRecord.Done.longest
    if isKept,
      let copy = JobRecord.Done.copy(
        payload, outcome: item.outcome, original: item.order?.value)
    {
      return copy
    }
    guard let json = try? JSONParser.parse(payload, limits: .generous).value,
      var done = JobRecord.Done(json)
    else { return nil }
    done.outcome = item.outcome
    done.original = item.order?.value
    // The record of the state has it.
    done.epoch = nil
    if !isKept { done.shorten() }
    return done.bytes
  }

  /// Copies the kept body of a rejected job; nil if it is damaged.
  func copy(
    ofBody location: RecordLocation, of item: CompletedJobs.Item
  ) throws(JournalError) -> [UInt8]? {
    try readUnlessDamaged(location).map { copy($0, original: item.id, attempts: 0) }
  }

  /// Rewrites a PUT with its id and the number of attempts so far.
  private func copy(_ payload: [UInt8], original: Job.ID, attempts: Int) -> [UInt8] {
    guard var put = payload.withUnsafeBytes(JobRecord.Put.init) else { return payload }
    put.original = original
    put.attempts = attempts
    return put.bytes
  }

  private func readUnlessDamaged(_ location: RecordLocation) throws(JournalError) -> [UInt8]? {
    do throws(JournalError) {
      return try read(location)
    } catch {
      if case .damaged = error { return nil }
      throw error
    }
  }
}
