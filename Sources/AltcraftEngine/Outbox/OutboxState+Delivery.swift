import DurableLog
import JSONCodec

// Delivery.
extension OutboxState {
  /// The size up to which an outcome is kept whole, on disk and in memory.
  static let shortOutcomeBytes = 4096

  /// Returns the next step of the delivery loop. Records the time in the log every hour in which no other record
  /// does, while there are jobs with a time to live.
  mutating func nextStep(
    at now: Duration, _ time: OutboxClock.Reading, to journal: inout JobJournal
  ) -> Scheduler.Step {
    guard isActive else { return .wait(until: nil) }
    if time.clock - lastTick >= 3_600_000, scheduler.count > 0 {
      lastTick = time.clock
      // Without this record, less of the time between two processes may count.
      _ = try? journal.append(.retry, epoch: epoch, JobRecord.Tick(time).bytes)
    }
    return scheduler.nextStep(at: now, clock: time.clock)
  }

  /// Ends a pending job: records the end, answers the calls that wait for it, and emits the event. Returns false
  /// if it had ended before.
  ///
  /// With `holdingLane` its attempt ended it, and the effects release the lane (a lane of state once the record is
  /// durable). So the event precedes all events of the next job in the lane.
  ///
  /// With `superseding` an answer of the platform also ends the subscriptions that the job has passed. Their ends are
  /// before its own in the log: after a crash it is sent again, and they are not sent after it.
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
        let isEnded = complete(
          passed, superseding.completion, at: endedAt, holdingLane: false, isStorable: isStorable,
          emit: { superseding.emit(job) }, to: &journal, &effects)
        if isEnded, case .inMemory = completed[job.requestID]?.details { isStorable = false }
      }
    }
    answerWaiters(of: id, completion.outcome, &effects)
    if let emit { effects.add(.call(emit)) }
    guard let (job, isHolding) = remove(id, holdingLane: holdingLane, &effects) else {
      return false
    }
    let done = record(of: job, completion, endedAt)
    // An end must not be on disk without the ends that it caused.
    let (sequence, details, record) =
      isStorable ? append(done, to: &journal) : (nil, .inMemory(done.bytes), done.bytes)
    if sequence != nil { lastOutcome += 1 }
    end(
      job.requestID,
      CompletedJobs.Item(
        id: id, digest: job.digest, state: completion.state, eventCode: completion.eventCode,
        details: details,
        body: completion.state == .rejected ? (job.location, job.bytes) : nil,
        // Without a record it becomes durable after all that have one.
        order: sequence ?? Sequence(.max), outcome: sequence == nil ? nil : lastOutcome))
    if let token = completion.savedToken { savedToken = token }

    let isOfState = job.lane.name == .state
    if let sequence {
      effects.add(
        .afterSync(
          sequence,
          .ended(
            job, outcome: lastOutcome, record: record, proceeds: isHolding && isOfState)))
      effects.add(isOfState ? .commitSoon : .commitLazily)
    } else {
      // The end is in memory only: a checkpoint must write it as soon as the disk accepts one.
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
    done.outcome = lastOutcome + 1
    done.user = job.lane.userTag.prefix
    done.trace = completion.trace
    return done
  }

  /// Appends the end of a job. Also returns the record as memory keeps it if the disk refuses it, now or at the
  /// sync: a crash then causes a second delivery, but the outcome is not lost.
  func append(
    _ done: JobRecord.Done, to journal: inout JobJournal
  ) -> (sequence: Sequence?, CompletedJobs.Details, record: [UInt8]) {
    var short = done
    short.response = .null
    var record = done.bytes
    // Ten thousand outcomes may be in memory while the disk fails, so long ones lose the response.
    let kept = record.count > Self.shortOutcomeBytes ? short.bytes : record
    do throws(JournalError) {
      do throws(JournalError) {
        let (sequence, location) = try journal.append(.done, epoch: epoch, record)
        return (sequence, .onDisk(location), kept)
      } catch {
        guard error == .noSpace, journal.failure == nil else { throw error }
        // The reserve may have room for a shorter record.
        record = short.bytes
        let (sequence, location) = try journal.append(.done, epoch: epoch, record)
        return (sequence, .onDisk(location), record)
      }
    } catch {
      return (nil, .inMemory(kept), kept)
    }
  }

  /// Keeps an outcome in memory, because the sync of its record has failed.
  mutating func retain(_ record: [UInt8], ofEndOf job: Job) {
    completed.retain(job.requestID, of: job.id, record)
  }

  /// Ends the attempt at that job of the lane.
  mutating func proceed(_ lane: Lane.Key, after id: Job.ID, _ effects: inout Effects) {
    scheduler.proceed(lane, after: id)
    effects.wakesDelivery = true
  }

  /// Records a failed attempt that will be repeated, and emits its event. Returns the delay; nil if the job has
  /// ended meanwhile.
  mutating func postpone(
    _ job: Job, _ error: AttemptError, retryAfter: Duration?, at now: Duration, jitter: Double,
    emit: @escaping @Sendable () -> Void, to journal: inout JobJournal, _ effects: inout Effects
  ) -> Duration? {
    scheduler.destinationFailed(at: now, jitter: jitter)
    if let retryAfter { scheduler.pauseDestination(until: now + retryAfter) }
    let isFlushed = isActive && retryAfter == nil && scheduler.isFlushedInFlight(job.id)
    if isFlushed { scheduler.endPause() }
    effects.wakesDelivery = true
    guard let delay = scheduler.postpone(job.id, error, at: now, jitter: jitter),
      let attempts = scheduler.jobs.attempts(of: job.id)
    else {
      scheduler.proceed(job.lane, after: job.id)
      return nil
    }
    // Losing this record only shortens a delay after a crash, and loses the error.
    let record = JobRecord.Retry(target: job.id, attempts: attempts, error: error)
    _ = try? journal.append(.retry, epoch: epoch, record.bytes)
    effects.add(.call(emit))
    attemptIsOver(job.id, follows: isFlushed, &effects)
    effects.add(.commitLazily)
    return max(delay, retryAfter ?? .zero)
  }

  /// Parks a job that could not be tried. With `time` its attempt goes on before that, with the answer of the host.
  mutating func wait(
    _ job: Job, for reason: WaitingFor, _ error: AttemptError?, until time: Duration? = nil,
    at now: Duration, jitter: Double, _ effects: inout Effects
  ) {
    effects.wakesDelivery = true
    guard scheduler[job.id] != nil else { return scheduler.proceed(job.lane, after: job.id) }
    scheduler.wait(job.id, for: reason, error, until: time, at: now, jitter: jitter)
    // No attempt follows in a group that is not selected.
    if time == nil || !isActive { attemptIsOver(job.id, &effects) }
  }
}
