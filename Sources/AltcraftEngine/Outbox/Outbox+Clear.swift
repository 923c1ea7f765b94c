import DurableLog
import JSONCodec
import Synchronization

extension Outbox {
  package var epoch: UInt64 { guarded.withLock { $0.epoch } }

  /// Forgets everything but counters and outcomes, on disk too: all that is pending ends as cleared, the
  /// saved token and every answer of the platform are gone. What is on the wire finds nothing to settle.
  /// Blocks for the disk.
  ///
  /// The new log takes the place of the old one by a rename, so a crash leaves either all or nothing of
  /// it, and so does a failure. Whoever waits for something that this ended is told by `Cleared.tell`,
  /// which is to be called in any case and under no lock.
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
        guarded.finished = FinishedWork()
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
        // Copies of damaged records hold what is to be forgotten too.
        Result { () throws(JournalError) in try journal.discardQuarantine() }.map { count }
      }, tell: due.run)
  }

  struct Cleared {
    /// How many pieces of work it ended.
    let count: Result<Int, JournalError>
    let tell: () -> Void
  }

  /// The attempts at work have been cancelled: what they were about is tried anew.
  func endFlights() {
    guarded.withLock { $0.state.endFlights() }
    changed.fire()
  }
}

extension Outbox.Guarded {
  fileprivate mutating func clear(
    _ kinds: [JobKind], _ journal: Journal, endedAt: Int64
  ) -> (count: Int, calls: [() -> Void]) {
    let code = SDKCode.workCleared.rawValue
    let outcome = WorkOutcome(state: .cleared, eventCode: code, response: .null)
    let count = state.count
    let newest = state.work.orderedIDs.suffix(FinishedWork.capacity).compactMap { state[$0] }
    var calls: [() -> Void] = []
    for id in waiters.keys.sorted() where state.work.contains(id) {
      for waiter in (waiters.removeValue(forKey: id) ?? [:]).values {
        calls.append { waiter.whenEnded(outcome) }
      }
    }
    state.removeAll()
    for whenOver in observers.removeAll() { calls.append { whenOver() } }
    // Only a forged log comes so far.
    if epoch < .max { epoch += 1 }
    tokenUpdates = [:]
    savedToken = nil
    counters.cleared += count
    finished.redact { try? journal.read($0) }
    for entry in newest {
      let record = WorkRecord.Done(
        target: entry.id, requestId: entry.requestId, method: kinds[Int(entry.kind)].method,
        state: .cleared, createdAt: entry.createdAt, endedAt: endedAt, attempts: entry.attempts,
        digest: entry.digest, eventCode: code, lastError: nil, response: .null,
        savedToken: nil)
      finished.add(
        entry.requestID,
        FinishedWork.Item(
          id: entry.id, digest: entry.digest, state: .cleared, eventCode: code,
          details: .inMemory(record.bytes), body: nil))
    }
    return (count, calls)
  }
}

extension FinishedWork {
  /// Leaves of each outcome what the bridge itself says of it: no answer of the platform, no token, and no
  /// body to be sent once more.
  fileprivate mutating func redact(_ read: (RecordLocation) -> [UInt8]?) {
    for (requestID, item) in all {
      let bytes: [UInt8]? =
        switch item.details {
        case .onDisk(let location): read(location)
        case .inMemory(let record): record
        }
      setBody(nil, of: requestID)
      guard let bytes, let json = try? JSONParser.parse(bytes, limits: .generous).value,
        var done = WorkRecord.Done(json)
      else {
        remove(requestID)
        continue
      }
      done.lastError?.message = ""
      done.response = .null
      done.savedToken = nil
      keep(requestID, of: item.id, done.bytes)
    }
  }
}
