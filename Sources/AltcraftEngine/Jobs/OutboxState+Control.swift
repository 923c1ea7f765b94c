import DurableLog
import JSONCodec

// Retry and discard of rejected jobs.
extension OutboxState {
  /// A rejected job that is pending again, and whose record is not durable yet.
  struct Revival: Sendable {
    let requestID: ClientRequestID
    let item: CompletedJobs.Item
    let sequence: Sequence
  }

  /// Moves a rejected job back to pending, with the same id and a new time to live. It is held until `release`.
  mutating func retry(
    _ requestID: ClientRequestID, livesSince: Int64, to journal: inout JobJournal,
    _ effects: Effects
  ) throws(Outbox.ControlFailure) -> Revival {
    guard let item = completed[requestID], let body = item.body,
      let payload = try read(body.location, journal),
      var put = payload.withUnsafeBytes(JobRecord.Put.init),
      let index = kinds.firstIndex(where: { $0.method == put.method }),
      mayHold(kinds[index], of: UserTag(put.userTag))
    else { throw .notRetryable }
    put.original = item.id
    put.attempts = 0
    put.livesSince = livesSince
    let record = put.bytes
    let (sequence, location): (Sequence, RecordLocation)
    do throws(AcceptError) {
      try checkRoomAmongPending(for: body.bytes)
      (sequence, location) = try record.withUnsafeBytes { bytes in
        Result { () throws(AcceptError) in try append(Payload(bytes: bytes), to: &journal) }
      }.get()
    } catch {
      throw .refused(error)
    }
    let kind = kinds[index]
    var job = Job(
      id: item.id, requestID: requestID, kind: JobKind.Index(index),
      lane: kind.laneKey(UserTag(put.userTag), item.id), createdAt: put.createdAt,
      livesSince: livesSince, bytes: record.count, digest: item.digest, location: location)
    job.take(kind)
    job.isHeld = true
    job.isRewritten = true
    reopen(requestID, isCounted: false)
    insert(job, put.body)
    trace(.retried, of: job, effects)
    return Revival(requestID: requestID, item: item, sequence: sequence)
  }

  /// Rejects a job again, because the record of its retry was not stored. Returns false, without an effect, if a
  /// checkpoint that succeeded meanwhile has stored the job as pending: it is retried.
  mutating func undo(
    _ revival: Revival, _ journal: JobJournal, _ effects: inout Effects
  ) -> Bool {
    guard journal.holds(revival.sequence) else { return false }
    let item = revival.item
    guard let job = remove(item.id, &effects)?.job else { return true }
    end(revival.requestID, item)
    trace(
      .ended(item.state, eventCode: item.eventCode, outcome: item.outcome), of: job, effects)
    answerWaiters(
      of: item.id, JobOutcome(state: item.state, eventCode: item.eventCode, response: .null),
      &effects)
    return true
  }

  /// Drops the body of a rejected job. Returns the item as it was, and the record.
  mutating func discard(
    _ requestID: ClientRequestID, to journal: inout JobJournal
  ) throws(Outbox.ControlFailure) -> (CompletedJobs.Item, Sequence) {
    guard let item = completed[requestID], item.body != nil else { throw .notRetryable }
    let record = JobRecord.Discard(target: item.id, requestId: requestID.text).bytes
    do throws(JournalError) {
      let sequence = try journal.append(.retry, epoch: epoch, record).sequence
      setBody(nil, of: requestID)
      return (item, sequence)
    } catch {
      throw .refused(.storage(StorageCause(error)))
    }
  }

  /// Returns true for a pending job whose acknowledgement was sent and whose request is not being sent.
  func isDiscardable(_ requestID: ClientRequestID) -> Bool {
    guard let id = scheduler.jobs.id(of: requestID) else { return false }
    return scheduler.jobs.isHeld(id) == false && !scheduler.isSent(id)
  }

  /// Ends a pending job; see `Outbox.discardPending`.
  mutating func discardPending(
    _ requestID: ClientRequestID, _ completion: Outbox.JobCompletion, at endedAt: Int64,
    to journal: inout JobJournal, _ effects: inout Effects
  ) throws(Outbox.ControlFailure) -> (Job, Sequence)? {
    guard isDiscardable(requestID), let id = scheduler.jobs.id(of: requestID),
      let job = scheduler[id]
    else { return nil }
    let done = record(of: job, completion, endedAt)
    let (stored, details, bytes) = append(done, to: &journal)
    guard let sequence = stored else {
      throw .refused(.storage(journal.failure.map(StorageCause.init) ?? .noSpace))
    }
    let outcome = takeOutcome()
    answerWaiters(of: id, completion.outcome, &effects)
    _ = remove(id, &effects)
    // The preparation of an attempt ends without a request.
    proceed(job.lane, after: id, &effects)
    end(
      requestID,
      CompletedJobs.Item(
        id: id, digest: job.digest, state: completion.state, eventCode: completion.eventCode,
        details: details, body: nil, order: sequence, outcome: outcome))
    trace(
      .ended(completion.state, eventCode: completion.eventCode, outcome: outcome), of: job, effects)
    effects.add(
      .afterSync(sequence, .ended(job, outcome: outcome, record: bytes, proceeds: false)))
    effects.wakesDelivery = true
    return (job, sequence)
  }

  /// Restores the body of a job, because the record of its discard was not stored. Returns false, without an
  /// effect, if a checkpoint that succeeded meanwhile has dropped the body from the disk: the job is discarded.
  mutating func undoDiscard(
    of item: CompletedJobs.Item, _ requestID: ClientRequestID, _ journal: JobJournal
  ) -> Bool {
    guard let body = item.body, journal.holds(body.location), completed[requestID]?.id == item.id
    else { return false }
    setBody(body, of: requestID)
    return true
  }

  /// Reads a record; nil if it is damaged.
  private func read(
    _ location: RecordLocation, _ journal: JobJournal
  ) throws(Outbox.ControlFailure) -> [UInt8]? {
    do throws(JournalError) {
      return try journal.read(location)
    } catch {
      if case .damaged = error { return nil }
      throw .refused(.storage(StorageCause(error)))
    }
  }
}
