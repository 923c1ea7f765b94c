import DurableLog
import JSONCodec

// Clear.
extension OutboxState {
  /// The records of outcomes that a clear writes, as far as they could be made before it.
  struct OutcomesOfClear: Sendable {
    /// The earlier outcomes without the data of others, by number; nil for a damaged one.
    var redacted: [UInt64: [UInt8]?] = [:]
    /// The outcomes of the pending jobs, without their numbers, and how often each had been tried.
    var cleared: [Job.ID: (attempts: Int, record: [UInt8])] = [:]
  }

  /// Deletes everything but counters and outcomes; see `Outbox.clear`. Returns the number of ended jobs. After a
  /// failure nothing has changed.
  mutating func clear(
    at time: OutboxClock.Reading, _ known: OutcomesOfClear, to journal: inout JobJournal,
    _ effects: inout Effects
  ) throws(JournalError) -> Int {
    let before = self
    // Outcomes that the log refused come before those of the clear.
    numberOutcomes()
    var ended = Effects()
    let traced =
      effects.trace == nil ? [] : scheduler.jobs.orderedIDs.compactMap { scheduler[$0] }
    let count = endAll(at: time.wall, known, journal, &ended)
    do throws(JournalError) {
      do throws(JournalError) {
        try checkpoint(at: time, to: &journal, &effects)
      } catch {
        // A full disk may have room for a log without the outcomes.
        forgetOutcomes()
        try checkpoint(at: time, to: &journal, &effects)
      }
    } catch {
      // Without a record there is nothing to forget, and no need of a new log.
      guard error == .noSpace, journal.isUnused else {
        self = before
        throw error
      }
    }
    effects.add(ended)
    for job in traced {
      let end = JobStep.ended(
        .cleared, eventCode: SDKCode.workCleared.rawValue,
        outcome: completed[job.requestID]?.outcome)
      trace(end, of: job, effects)
    }
    storageWorks(&effects)
    return count
  }

  private mutating func endAll(
    at endedAt: Int64, _ known: OutcomesOfClear, _ journal: JobJournal, _ effects: inout Effects
  ) -> Int {
    let code = SDKCode.workCleared.rawValue
    let count = scheduler.count
    let newest = scheduler.jobs.lastIDs(completed.capacity).compactMap { scheduler[$0] }
    for id in waiters.keys.sorted() where scheduler.jobs.contains(id) {
      answerWaiters(
        of: id, JobOutcome(state: .cleared, eventCode: code, response: .null), &effects)
    }
    clearJobs(&effects)
    removeObservers(&effects)
    beginEpoch(makingRoomFor: newest.count, known.redacted) { try? journal.read($0) }
    var skipped = count - newest.count
    for job in newest {
      let outcome = takeOutcome(skipping: skipped)
      skipped = 0
      let made = known.cleared[job.id].flatMap { $0.attempts == job.attempts ? $0.record : nil }
      endCleared(
        job.requestID,
        CompletedJobs.Item(
          id: job.id, digest: job.digest, state: .cleared, eventCode: code,
          details: .inMemory(made ?? job.clearedRecord(of: kinds[job.kind], at: endedAt)),
          body: nil,
          outcome: outcome))
    }
    return count
  }

}

extension Job {
  /// Returns the outcome after a clear, without its number.
  fileprivate func clearedRecord(of kind: JobKind, at endedAt: Int64) -> [UInt8] {
    JobRecord.Done(
      target: id, requestId: requestId, method: kind.method, state: .cleared,
      createdAt: createdAt, endedAt: endedAt, attempts: attempts, digest: digest,
      eventCode: SDKCode.workCleared.rawValue, lastError: nil, response: .null, savedToken: nil
    ).bytes
  }
}

extension Outbox {
  /// Makes the records of a clear that can be made before it: ten thousand outcomes are read and written, and no call has to
  /// wait for that.
  func outcomesOfClear(at endedAt: Int64) -> OutboxState.OutcomesOfClear {
    var known = OutboxState.OutcomesOfClear()
    let kept = limits.finishedRecords
    var pending = read { $0.scheduler.jobs.lastIDs(kept) }[...]
    // The outcomes of the pending jobs displace as many others.
    var last = pending.count < kept ? UInt64?.some(0) : nil
    while !pending.isEmpty {
      let page = pending.prefix(OutboxState.pageLength)
      pending = pending.dropFirst(OutboxState.pageLength)
      for job in read({ state in page.compactMap { state.scheduler[$0] } }) {
        known.cleared[job.id] = (
          job.attempts, job.clearedRecord(of: kind(of: job), at: endedAt)
        )
      }
    }
    while let after = last {
      let page = read { $0.completed.after(after, through: .max, limit: OutboxState.pageLength) }
      for (requestID, item) in page {
        guard let outcome = item.outcome, case .success(let done) = end(requestID.text, item) else {
          continue
        }
        known.redacted.updateValue(done?.redacted.bytes, forKey: outcome)
      }
      last = page.last?.item.outcome
    }
    return known
  }
}

extension CompletedJobs {
  /// Removes from each outcome the response of the platform, the user, the token and the body for a retry. `redacted` are
  /// the outcomes without these, by number, as far as they are known.
  mutating func redact(
    _ redacted: [UInt64: [UInt8]?], _ read: (RecordLocation) -> [UInt8]?
  ) {
    for (requestID, item) in all {
      setBody(nil, of: requestID)
      let known = item.outcome.flatMap { redacted[$0] }
      if let record = known ?? Self.done(item.details, read)?.redacted.bytes {
        retain(requestID, of: item.id, record)
      } else {
        remove(requestID)
      }
    }
  }

  private static func done(
    _ details: Details, _ read: (RecordLocation) -> [UInt8]?
  ) -> JobRecord.Done? {
    let bytes: [UInt8]? =
      switch details {
      case .onDisk(let location): read(location)
      case .inMemory(let record): record
      }
    return bytes.flatMap { try? JSONParser.parse($0, limits: .generous).value }
      .flatMap(JobRecord.Done.init)
  }
}

extension JobRecord.Done {
  /// The data of the bridge itself, and the status of the response.
  fileprivate var redacted: JobRecord.Done {
    var done = self
    done.lastError?.message = ""
    done.httpCode = response["httpCode"]?.intValue ?? httpCode
    done.user = nil
    done.response = .null
    done.savedToken = nil
    return done
  }
}
