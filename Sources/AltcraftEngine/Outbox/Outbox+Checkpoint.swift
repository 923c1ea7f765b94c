import DurableLog
import JSONCodec
import Synchronization

// Rewriting all live records.
extension Outbox {
  /// Rewrites all live records into a new segment and drops the old ones. No job is accepted or settled
  /// meanwhile.
  func checkpoint() throws(JournalError) {
    journal.commit()
    let due = DueAcknowledgements()
    let (journal, kinds, now) = (self.journal, self.kinds, time)
    let result = guarded.withLock { guarded in
      Self.checkpoint(&guarded, journal, kinds, at: now, due)
    }
    due.run()
    try result.get()
  }

  /// The acknowledgements that became due under the lock, to be run after its release. Used by one thread.
  final class DueAcknowledgements: @unchecked Sendable {
    private var calls: [() -> Void] = []

    func add(_ call: @escaping () -> Void) { calls.append(call) }

    func run() { for call in calls { call() } }
  }

  static func checkpoint(
    _ guarded: inout Guarded, _ journal: Journal, _ kinds: [JobKind],
    at time: OutboxClock.Reading, _ due: DueAcknowledgements
  ) -> Result<Void, JournalError> {
    var moves = Moves()
    do throws(JournalError) {
      try journal.checkpoint(epoch: guarded.epoch, later: { due.add($0) }) {
        writer throws(JournalError) in
        moves = try write(guarded, kinds, at: time, from: journal, to: &writer)
      }
    } catch {
      return .failure(error)
    }
    guarded.take(moves)
    return .success(())
  }

  private static func write(
    _ guarded: Guarded, _ kinds: [JobKind], at time: OutboxClock.Reading, from journal: Journal,
    to writer: inout CheckpointWriter
  ) throws(JournalError) -> Moves {
    var moves = Moves()
    _ = try writer.append(.state, guarded.record.bytes)
    _ = try writer.append(.retry, JobRecord.Tick(time).bytes)
    for (requestID, item) in guarded.finished.all {
      // A damaged outcome is dropped.
      guard let details = try journal.copy(of: item) else { continue }
      // The body first: the end that is read after it refers to it.
      if let body = item.body, let copy = try journal.copy(ofBody: body.location, of: item) {
        moves.bodies.append((requestID, body.location, try writer.append(.put, copy).location))
      }
      moves.ended.append((requestID, item.details, try writer.append(.done, details).location))
    }
    for id in guarded.scheduler.jobs.orderedIDs {
      guard let job = guarded.scheduler[id] else { continue }
      let copy = try journal.copy(of: job, kinds)
      moves.pending.append((job.id, job.location, try writer.append(.put, copy).location))
    }
    return moves
  }
}

extension Outbox {
  /// The new locations of copied records. Applied only to jobs that have not changed meanwhile.
  struct Moves {
    var pending: [(id: Job.ID, from: RecordLocation, to: RecordLocation)] = []
    var ended: [(requestID: ClientRequestID, from: CompletedJobs.Details, to: RecordLocation)] = []
    var bodies: [(requestID: ClientRequestID, from: RecordLocation, to: RecordLocation)] = []
  }
}

extension Outbox.Guarded {
  mutating func take(_ moves: Outbox.Moves) {
    for move in moves.pending where scheduler.jobs.location(of: move.id) == move.from {
      scheduler.move(move.id, to: move.to)
    }
    for move in moves.ended where finished[move.requestID]?.details == move.from {
      finished.move(move.requestID, details: .onDisk(move.to))
    }
    for move in moves.bodies where finished[move.requestID]?.body?.location == move.from {
      finished.move(move.requestID, body: move.to)
    }
  }

  /// The record of the state that belongs to the group and not to a job.
  var record: JobRecord.State {
    JobRecord.State(counters: counters, pending: scheduler.count, savedToken: savedToken)
  }
}

// Copies of records.
extension Journal {
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

  /// Copies the end of a job, shortened if it is too long; nil if it is damaged.
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
    if isKept, let copy = JobRecord.Done.copy(payload, original: item.order?.value) {
      return copy
    }
    guard let json = try? JSONParser.parse(payload, limits: .generous).value,
      var done = JobRecord.Done(json)
    else { return nil }
    done.original = item.order?.value
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
