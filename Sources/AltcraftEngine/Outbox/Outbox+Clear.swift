import DurableLog
import JSONCodec
import Synchronization

extension Outbox {
  package var epoch: UInt64 { guarded.withLock { $0.epoch } }

  /// Deletes everything but counters and outcomes, on disk too: all pending jobs end as cleared, and the
  /// saved token and every response of the platform are deleted. An attempt in progress finds no job to
  /// settle. Blocks for the disk.
  ///
  /// The new log replaces the old one by a rename, so a crash leaves either all or nothing of it, and so does
  /// a failure. `Cleared.notifyWaiters` calls the waiters of ended jobs; call it in any case, and under no lock.
  func clear() -> Cleared {
    let due = DueAcknowledgements()
    let (journal, kinds) = (self.journal, self.kinds)
    let now = time
    let result = guarded.withLock { guarded -> Result<Int, JournalError> in
      let before = guarded
      let cleared = guarded.clear(kinds, journal, endedAt: now.wall)
      var result = Self.checkpoint(&guarded, journal, kinds, at: now, due)
      if case .failure = result {
        // A full disk may have room for a log without the outcomes.
        guarded.finished = CompletedJobs()
        result = Self.checkpoint(&guarded, journal, kinds, at: now, due)
      }
      // Without a record there is nothing to forget, and no need of a new log.
      if case .failure(.noSpace) = result, journal.isUnused { result = .success(()) }
      if case .failure(let error) = result {
        guarded = before
        return .failure(error)
      }
      for call in cleared.calls { due.add(call) }
      if guarded.failure != nil {
        guarded.failure = nil
        due.add { [self] in storageChanged(nil) }
      }
      return .success(cleared.count)
    }
    return Cleared(
      count: result.flatMap { count in
        // Copies of damaged records contain data to be deleted too.
        Result { () throws(JournalError) in try journal.discardQuarantine() }.map { count }
      }, notifyWaiters: due.run)
  }

  struct Cleared {
    /// The number of ended jobs.
    let count: Result<Int, JournalError>
    let notifyWaiters: () -> Void
  }

  /// Makes jobs ready again after their attempts have been cancelled.
  func abandonAttempts() {
    guarded.withLock { $0.scheduler.abandonAttempts() }
    changed.fire()
  }
}

extension Outbox.Guarded {
  fileprivate mutating func clear(
    _ kinds: [JobKind], _ journal: Journal, endedAt: Int64
  ) -> (count: Int, calls: [() -> Void]) {
    let code = SDKCode.workCleared.rawValue
    let outcome = JobOutcome(state: .cleared, eventCode: code, response: .null)
    let count = scheduler.count
    let newest = scheduler.jobs.orderedIDs.suffix(CompletedJobs.capacity).compactMap {
      scheduler[$0]
    }
    var calls: [() -> Void] = []
    for id in waiters.keys.sorted() where scheduler.jobs.contains(id) {
      for waiter in (waiters.removeValue(forKey: id) ?? [:]).values {
        calls.append { waiter.whenEnded(outcome) }
      }
    }
    scheduler.removeAll()
    for whenOver in observers.removeAll() { calls.append { whenOver() } }
    // Only a forged log reaches the maximum.
    if epoch < .max { epoch += 1 }
    tokenUpdates = [:]
    savedToken = nil
    counters.count(.cleared, count)
    finished.redact { try? journal.read($0) }
    for job in newest {
      let record = JobRecord.Done(
        target: job.id, requestId: job.requestId, method: kinds[job.kind].method,
        state: .cleared, createdAt: job.createdAt, endedAt: endedAt, attempts: job.attempts,
        digest: job.digest, eventCode: code, lastError: nil, response: .null,
        savedToken: nil)
      finished.add(
        job.requestID,
        CompletedJobs.Item(
          id: job.id, digest: job.digest, state: .cleared, eventCode: code,
          details: .inMemory(record.bytes), body: nil))
    }
    return (count, calls)
  }
}

extension CompletedJobs {
  /// Removes from each outcome the response of the platform, the token and the body for a retry. The data of
  /// the bridge itself stays.
  fileprivate mutating func redact(_ read: (RecordLocation) -> [UInt8]?) {
    for (requestID, item) in all {
      let bytes: [UInt8]? =
        switch item.details {
        case .onDisk(let location): read(location)
        case .inMemory(let record): record
        }
      setBody(nil, of: requestID)
      guard let bytes, let json = try? JSONParser.parse(bytes, limits: .generous).value,
        var done = JobRecord.Done(json)
      else {
        remove(requestID)
        continue
      }
      done.lastError?.message = ""
      done.response = .null
      done.savedToken = nil
      retain(requestID, of: item.id, done.bytes)
    }
  }
}
