import DurableLog
import JSONCodec

// Delivery.
extension OutboxState {
  /// The size up to which an outcome is kept whole, on disk and in memory.
  static let shortOutcomeBytes = 4096

  /// Ends a pending job: records the outcome, answers the calls that wait for it, and emits the event. Returns false
  /// if it had ended before.
  ///
  /// With `holdingLane` its attempt ended it, and the effects release the lane (a lane of state once the record is
  /// durable). So the event precedes all events of the next job in the lane.
  ///
  /// With `superseding` an answer of the platform also ends the subscriptions that the job has passed. Their
  /// outcomes are before its own in the log: after a crash it is sent again, and they are not sent after it.
  mutating func complete(
    _ id: Job.ID, _ completion: Outbox.JobCompletion, at endedAt: Int64, holdingLane: Bool,
    superseding: Outbox.Supersession? = nil, isStorable: Bool = true,
    emit: (@Sendable () -> Void)? = nil, to journal: inout JobJournal, _ effects: inout Effects
  ) -> Bool {
    guard scheduler.jobs.contains(id) else { return false }
    var isStorable = isStorable
    if let superseding, completion.byAttempt {
      for passed in scheduler.subscriptions(passedBy: id) {
        guard let job = scheduler[passed] else { continue }
        _ = complete(
          passed, superseding.completion, at: endedAt, holdingLane: false, isStorable: isStorable,
          emit: { superseding.emit(job) }, to: &journal, &effects)
        if completed[job.requestID]?.outcome == nil { isStorable = false }
      }
    }
    answerWaiters(of: id, completion.outcome, &effects)
    if let emit { effects.add(.call(emit)) }
    guard let (job, isHolding) = remove(id, holdingLane: holdingLane, &effects) else {
      return false
    }
    let done = record(of: job, completion, endedAt)
    // An outcome must not be on disk without the outcomes that it caused.
    let (sequence, details, record) =
      isStorable ? append(done, to: &journal) : (nil, .inMemory(done.bytes), done.bytes)
    let outcome = sequence == nil ? nil : takeOutcome()
    end(
      job.requestID,
      CompletedJobs.Item(
        id: id, digest: job.digest, state: completion.state, eventCode: completion.eventCode,
        details: details,
        body: completion.state == .rejected ? (job.location, job.bytes) : nil,
        // Without a record it becomes durable after all that have one.
        order: sequence ?? Sequence(.max), outcome: outcome), savedToken: completion.savedToken)

    trace(
      .ended(completion.state, eventCode: completion.eventCode, outcome: outcome), of: job, effects)

    let isOfState = job.lane.name == .state
    if let sequence, let outcome {
      effects.add(
        .afterSync(
          sequence,
          .ended(
            job, outcome: outcome, record: record, proceeds: isHolding && isOfState)))
      effects.add(isOfState ? .commitSoon : .commitLazily)
    } else {
      // The outcome is in memory only: a checkpoint must write it as soon as the disk accepts one.
      effects.add(.storageFailed(journal.failure.map(StorageCause.init) ?? .noSpace))
    }
    if isHolding, !isOfState || sequence == nil {
      effects.add(.proceed(job.lane, after: id))
    }
    return true
  }

  func record(
    of job: Job, _ completion: Outbox.JobCompletion, _ endedAt: Int64
  ) -> JobRecord.Done {
    var done = JobRecord.Done(
      target: job.id, requestId: job.requestId, method: kinds[job.kind].method,
      state: completion.state, createdAt: job.createdAt, endedAt: endedAt,
      attempts: job.attempts + (completion.byAttempt ? 1 : 0), digest: job.digest,
      eventCode: completion.eventCode, lastError: completion.lastError ?? job.lastError,
      response: completion.response?.json ?? .null, savedToken: completion.savedToken)
    done.begin = job.record
    done.outcome = lastOutcome + 1
    done.epoch = outcomeEpochs.next
    done.user = job.lane.userTag.prefix
    done.trace = completion.trace
    return done
  }

  /// Appends the outcome of a job; on a full disk only its end, and the outcome stays in memory until there is room. Also
  /// returns the record to keep in memory if the disk refuses it, now or at the sync: a crash then causes a second
  /// delivery, but the outcome is not lost.
  func append(
    _ done: JobRecord.Done, to journal: inout JobJournal
  ) -> (sequence: Sequence?, CompletedJobs.Details, record: [UInt8]) {
    var short = done
    short.response = .null
    let record = done.bytes
    // Ten thousand outcomes may be in memory while the disk fails, so long ones lose the response.
    let kept = record.count > Self.shortOutcomeBytes ? short.bytes : record
    do throws(JournalError) {
      if failure != .noSpace {
        do throws(JournalError) {
          let (sequence, location) = try journal.append(
            .done, epoch: epoch, record, leavesRoom: true)
          return (sequence, .onDisk(location), kept)
        } catch {
          guard error == .noSpace, journal.failure == nil else { throw error }
        }
      }
      let end = JobRecord.End(done)
      return (try journal.append(.retry, epoch: epoch, end.bytes).sequence, .inMemory(kept), kept)
    } catch {
      return (nil, .inMemory(kept), kept)
    }
  }
}
