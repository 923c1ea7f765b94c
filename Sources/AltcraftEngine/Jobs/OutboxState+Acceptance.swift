import DurableLog
import JSONCodec

// Acceptance.
extension OutboxState {
  enum Decision {
    case new(Sequence)
    /// Accepted before. `held` is the job if its acknowledgement is still to be sent.
    case known(held: Job.ID?)
  }

  /// The bytes of a record, valid during a call.
  struct Payload: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }
  }

  /// Accepts a job with that record, and holds it until `release`.
  mutating func accept(
    _ newJob: borrowing NewJob, _ record: Payload, at time: OutboxClock.Reading,
    to journal: inout JobJournal, _ effects: inout Effects
  ) throws(AcceptError) -> Decision {
    let requestID = newJob.requestID
    if let id = scheduler.jobs.id(of: requestID), let job = scheduler[id] {
      guard job.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(held: job.isHeld ? id : nil)
    }
    if let item = completed[requestID] {
      guard item.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(held: nil)
    }
    let (sequence, location): (Sequence, RecordLocation)
    do throws(AcceptError) {
      try checkRoom(for: record.count, journal)
      (sequence, location) = try append(record, trimsBodies: true, to: &journal)
    } catch {
      // A compaction may make room.
      if case .full = error { effects.wakesDelivery = true }
      throw error
    }
    var job = Job(
      id: sequence.value, requestID: requestID, kind: newJob.kind,
      lane: kinds[newJob.kind].laneKey(newJob.userTag, sequence.value), createdAt: time.wall,
      livesSince: time.clock, bytes: record.count, digest: newJob.digest, location: location)
    job.take(kinds[newJob.kind])
    job.isHeld = true
    insert(job, newJob.body, at: time)
    trace(.accepted(connection: newJob.connection), of: job, effects)
    return .new(sequence)
  }

  /// Removes an accepted job whose record was not stored. Returns false, without an effect, if a checkpoint that
  /// succeeded meanwhile has stored the job: it stays accepted.
  mutating func undo(
    _ sequence: Sequence, _ journal: JobJournal, _ effects: inout Effects
  ) -> Bool {
    guard journal.holds(sequence) else { return false }
    if let removed = remove(sequence.value, &effects) { trace(.refused, of: removed.job, effects) }
    return true
  }

  @inline(__always)
  private mutating func checkRoom(
    for bytes: Int, _ journal: JobJournal
  ) throws(AcceptError) {
    // The segments may be shorter than the limit of a record.
    let longest = min(limits.recordBytes, journal.largestPayload)
    guard bytes <= longest else { throw .recordTooLarge(max: longest) }
    try checkRoomAmongPending(for: bytes)
    // Kept bodies of rejected jobs make room for new jobs, never the reverse.
    trimBodies(to: limits.outboxBytes - scheduler.bytes - bytes)
  }

  @inline(__always)
  func checkRoomAmongPending(for bytes: Int) throws(AcceptError) {
    guard scheduler.count < limits.outboxRecords else {
      throw full("outboxRecords", max: limits.outboxRecords, used: scheduler.count)
    }
    guard scheduler.bytes + bytes <= limits.outboxBytes else {
      throw full("outboxBytes", max: limits.outboxBytes, used: scheduler.bytes)
    }
  }

  /// Appends the record of a job that becomes pending. With `trimsBodies` a full log drops kept bodies of rejected
  /// jobs: this makes room when the log is compacted.
  mutating func append(
    _ record: Payload, trimsBodies: Bool = false, to journal: inout JobJournal
  ) throws(AcceptError) -> (Sequence, RecordLocation) {
    do throws(JournalError) {
      return try journal.append(.put, epoch: epoch, record.bytes, logBytes: roomForJobs)
    } catch {
      guard case .full(let used) = error else { throw .storage(StorageCause(error)) }
      if trimsBodies {
        trimBodies(to: completed.bodyBytes - 2 * limits.segmentBytes)
      }
      throw full("outboxBytes", max: limits.outboxBytes, used: used)
    }
  }

  private func full(_ limit: String, max: Int, used: Int) -> AcceptError {
    .full(limit: limit, max: max, used: used, retryAfterMs: limits.retryFirstMilliseconds)
  }
}

extension JobKind {
  func laneKey(_ userTag: UserTag, _ id: Job.ID) -> Lane.Key {
    switch lane {
    case .state: Lane.Key(userTag: userTag, name: .state)
    case .mobileEvent: Lane.Key(userTag: userTag, name: .mobileEvent)
    case .own: Lane.Key(userTag: userTag, name: .own(id))
    }
  }
}
