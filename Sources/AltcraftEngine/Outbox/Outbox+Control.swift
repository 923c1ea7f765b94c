import DurableLog
import JSONCodec
import Synchronization

// Operations for users.
extension Outbox {
  package var pendingCount: Int { guarded.withLock { $0.scheduler.count } }

  /// Returns true if there is a rejected job of that id with a kept body.
  package func isRetryable(_ requestId: String) -> Bool {
    guarded.withLock { $0.finished[ClientRequestID(requestId)]?.body != nil }
  }

  package enum ControlFailure: Error, Equatable {
    /// There is no rejected job of that id with a kept body.
    case notRetryable
    case refused(AcceptError)
  }

  /// A rejected job that is pending again, and whose record is not durable yet.
  struct Revival {
    fileprivate let requestID: ClientRequestID
    fileprivate let item: CompletedJobs.Item
    fileprivate let sequence: Sequence
    fileprivate let location: RecordLocation
  }

  /// Moves a rejected job back to pending, with the same id and a new time to live. Call `confirm` after it.
  func revive(_ requestId: String) throws(ControlFailure) -> Revival {
    let livesSince = time.clock
    return try tryingDiskAgain { () throws(ControlFailure) in
      try guarded.withLock { guarded throws(ControlFailure) in
        try revive(ClientRequestID(requestId), livesSince: livesSince, &guarded)
      }
    }
  }

  /// Returns when the revived job is as safe as an accepted one. After a failure it is rejected as before.
  func confirm(_ revival: Revival) async throws(ControlFailure) {
    let item = revival.item
    let cause = await failure(of: revival.sequence)
    let observers = guarded.withLock { guarded -> [@Sendable () -> Void]? in
      // A checkpoint that succeeded meanwhile has stored the job as pending: it is retried.
      guard cause != nil, journal.holds(revival.location) else { return nil }
      guard let removed = guarded.remove(item.id) else { return [] }
      guarded.finished.add(revival.requestID, item)
      guarded.counters.count(.rejected)
      return removed.observers
    }
    guard let cause, let observers else {
      release(item.id)
      return
    }
    for observer in observers { observer() }
    throw .refused(.storage(cause))
  }

  /// Drops the body of a rejected job. The job stays counted as rejected, and its outcome stays known. After a
  /// failure the body is kept as before.
  package func discard(_ requestId: String) async throws(ControlFailure) {
    let requestID = ClientRequestID(requestId)
    let (item, sequence) = try tryingDiskAgain { () throws(ControlFailure) in
      try guarded.withLock { guarded throws(ControlFailure) in
        guard let item = guarded.finished[requestID], item.body != nil else { throw .notRetryable }
        let record = JobRecord.Discard(target: item.id, requestId: requestId).bytes
        let sequence = try append(.retry, record, guarded)
        guarded.finished.setBody(nil, of: requestID)
        return (item, sequence)
      }
    }
    guard let cause = await failure(of: sequence) else { return }
    let isKept = guarded.withLock { guarded in
      // A checkpoint that succeeded meanwhile has dropped the body from the disk: the job is discarded.
      guard let body = item.body, journal.holds(body.location),
        guarded.finished[requestID]?.id == item.id
      else { return false }
      guarded.finished.setBody(body, of: requestID)
      return true
    }
    if isKept { throw .refused(.storage(cause)) }
  }

  private func revive(
    _ requestID: ClientRequestID, livesSince: Int64, _ guarded: inout Guarded
  ) throws(ControlFailure) -> Revival {
    guard let item = guarded.finished[requestID], let body = item.body,
      let payload = try payload(at: body.location),
      var put = payload.withUnsafeBytes(JobRecord.Put.init),
      let kind = kinds.firstIndex(where: { $0.method == put.method }),
      guarded.mayHold(kinds[kind], of: UserTag(put.userTag))
    else { throw .notRetryable }
    do throws(AcceptError) { try checkRoomAmongPending(for: body.bytes, guarded) } catch {
      throw .refused(error)
    }
    put.original = item.id
    put.attempts = 0
    put.livesSince = livesSince
    let record = put.bytes
    let (sequence, location): (Sequence, RecordLocation)
    do throws(AcceptError) {
      (sequence, location) = try record.withUnsafeBytes { bytes in
        Result { () throws(AcceptError) in try appendJob(Payload(bytes: bytes), guarded) }
      }.get()
    } catch {
      throw .refused(error)
    }
    var job = Job(
      id: item.id, requestID: requestID, kind: JobKind.Index(kind),
      lane: kinds[kind].laneKey(UserTag(put.userTag), item.id), createdAt: put.createdAt,
      livesSince: livesSince, bytes: record.count, digest: item.digest, location: location)
    job.hasPriority = kinds[kind].hasPriority
    job.isHeld = true
    guarded.finished.remove(requestID)
    guarded.scheduler.insert(job)
    guarded.recordTokenUpdate(job, kinds[kind]) { put.body?.object }
    guarded.counters.retry()
    return Revival(requestID: requestID, item: item, sequence: sequence, location: location)
  }

  /// Reads a record; nil if it is damaged.
  private func payload(at location: RecordLocation) throws(ControlFailure) -> [UInt8]? {
    do throws(JournalError) {
      return try journal.read(location)
    } catch {
      if case .damaged = error { return nil }
      throw .refused(.storage(StorageCause(error)))
    }
  }

  private func append(
    _ kind: RecordKind, _ record: [UInt8], _ guarded: Guarded
  ) throws(ControlFailure) -> Sequence {
    do throws(JournalError) {
      return try journal.append(kind, epoch: guarded.epoch, record).sequence
    } catch {
      throw .refused(.storage(StorageCause(error)))
    }
  }

  /// Returns when the record is durable, or with the reason that it is not.
  private func failure(of sequence: Sequence) async -> StorageCause? {
    let result = await withCheckedContinuation { continuation in
      journal.whenDurable(sequence) { continuation.resume(returning: $0) }
      journal.commitSoon()
    }
    noticeFailure()
    if case .failure(let error) = result { return StorageCause(error) }
    return nil
  }
}
