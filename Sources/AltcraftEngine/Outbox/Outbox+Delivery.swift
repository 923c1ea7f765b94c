import DurableLog
import JSONCodec
import Synchronization
import Tracing

// Delivery.
extension Outbox {
  package func nextStep() -> Scheduler.Step {
    let now = environment.now()
    let time = self.time
    return guarded.withLock { guarded in
      guard guarded.isActive else { return .wait(until: nil) }
      recordTime(time, &guarded)
      return guarded.scheduler.nextStep(at: now, clock: time.clock)
    }
  }

  /// Records the time in the log every hour in which no other record does, while there are jobs with a time
  /// to live.
  private func recordTime(_ time: OutboxClock.Reading, _ guarded: inout Guarded) {
    let isDue = time.clock - guarded.lastTick >= 3_600_000 && guarded.scheduler.count > 0
    guard isDue else { return }
    guarded.lastTick = time.clock
    // Without this record, less of the time between two processes may count.
    _ = try? journal.append(.retry, epoch: guarded.epoch, JobRecord.Tick(time).bytes)
  }

  /// The end of one job.
  package struct JobCompletion: Sendable {
    package let state: JobState
    package let eventCode: Int
    /// The part of the response that is kept.
    package var response: PlatformReply? { didSet { response = response?.kept } }
    package var lastError: AttemptError?
    package var savedToken: PushToken?
    /// True if an attempt ended the job; the attempt is then counted.
    package let byAttempt: Bool

    package init(
      state: JobState, eventCode: Int, response: PlatformReply? = nil,
      lastError: AttemptError? = nil, savedToken: PushToken? = nil, byAttempt: Bool
    ) {
      self.state = state
      self.eventCode = eventCode
      self.response = response?.kept
      self.lastError = lastError
      // A token update of an earlier version may have a longer token.
      self.savedToken = savedToken.flatMap { PushToken.fits($0.token.reveal()) ? $0 : nil }
      self.byAttempt = byAttempt
    }
  }

  /// Ends a job by its attempt: records the end, answers the calls that wait for it, runs `then`, and
  /// releases the lane (a lane of state once the record is durable). So the events that `then` emits precede
  /// all events of the next job in the lane. If the job has already ended, as by a change of the rToken, only
  /// releases the lane.
  package func settle(_ job: Job, _ ending: JobCompletion, then: () -> Void) {
    let endedAt = environment.wallTime()
    let settled = guarded.withLock { guarded in
      settle(job.id, ending, endedAt, holdingLane: true, &guarded)
    }
    guard let settled else { return proceed(job) }
    answer(settled, ending)
    then()
    for observer in settled.observers { observer() }
    finish(settled)
  }

  /// Ends a job, in progress or not. Returns false if it had ended before.
  package func end(_ id: Job.ID, _ ending: JobCompletion) -> Bool {
    let endedAt = environment.wallTime()
    let settled = guarded.withLock { guarded in
      settle(id, ending, endedAt, holdingLane: false, &guarded)
    }
    guard let settled else { return false }
    answer(settled, ending)
    for observer in settled.observers { observer() }
    finish(settled)
    return true
  }

  private func answer(_ settled: Settled, _ ending: JobCompletion) {
    let outcome = JobOutcome(
      state: ending.state, eventCode: ending.eventCode, response: ending.response?.json ?? .null)
    for waiter in settled.waiters { waiter.whenEnded(outcome) }
  }

  private func finish(_ settled: Settled) {
    let job = settled.job
    let isState = job.lane.name == .state
    if let sequence = settled.sequence {
      let proceedsLater = isState && settled.isHolding
      journal.whenDurable(sequence) { [self] result in
        if case .failure(let error) = result {
          guarded.withLock { $0.finished.retain(job.requestID, of: job.id, settled.record) }
          storageFailed(StorageCause(error))
        }
        if proceedsLater { proceed(job) }
      }
      if isState { journal.commitSoon() } else { journal.commitLazily() }
      if proceedsLater { return }
    } else {
      // The end is in memory only: a checkpoint must write it as soon as the disk accepts one.
      storageFailed(journal.failure.map(StorageCause.init) ?? .noSpace)
    }
    if settled.isHolding { proceed(job) }
  }

  private struct Settled {
    let job: Job
    /// The sequence of the record; nil if the disk refused it.
    let sequence: Sequence?
    /// The outcome as memory keeps it if the disk fails later.
    let record: [UInt8]
    let isHolding: Bool
    let waiters: [Waiter]
    let observers: [@Sendable () -> Void]
  }

  private func settle(
    _ id: Job.ID, _ ending: JobCompletion, _ endedAt: Int64, holdingLane: Bool,
    _ guarded: inout Guarded
  ) -> Settled? {
    guard let (job, isHolding, observers) = guarded.remove(id, holdingLane: holdingLane)
    else { return nil }
    let kind = kind(of: job)
    var done = JobRecord.Done(
      target: job.id, requestId: job.requestId, method: kind.method, state: ending.state,
      createdAt: job.createdAt, endedAt: endedAt,
      attempts: job.attempts + (ending.byAttempt ? 1 : 0), digest: job.digest,
      eventCode: ending.eventCode, lastError: ending.lastError ?? job.lastError,
      response: ending.response?.json ?? .null, savedToken: ending.savedToken)
    var record = done.bytes
    let isLong = record.count > Self.shortOutcomeBytes
    func append() -> Result<(sequence: Sequence, location: RecordLocation), JournalError> {
      Result { () throws(JournalError) in
        try journal.append(.done, epoch: guarded.epoch, record)
      }
    }
    // If the disk refuses this record, a crash causes a second delivery, but the outcome is not lost.
    var appended = append()
    // The reserve may have room for a shorter record.
    if case .failure(.noSpace) = appended, !journal.isPoisoned {
      done.response = .null
      record = done.bytes
      appended = append()
    }
    // Ten thousand outcomes may be in memory while the disk fails, so long ones lose the response.
    if isLong {
      done.response = .null
      record = done.bytes
    }
    let details: CompletedJobs.Details
    let sequence: Sequence?
    switch appended {
    case .success(let record): (details, sequence) = (.onDisk(record.location), record.sequence)
    case .failure: (details, sequence) = (.inMemory(record), nil)
    }
    guarded.finished.add(
      job.requestID,
      CompletedJobs.Item(
        id: job.id, digest: job.digest, state: ending.state, eventCode: ending.eventCode,
        details: details,
        body: ending.state == .rejected ? (job.location, job.bytes) : nil, order: sequence))
    guarded.counters.count(ending.state)
    if let token = ending.savedToken { guarded.savedToken = token }
    let waiters = guarded.waiters.removeValue(forKey: id) ?? [:]
    return Settled(
      job: job, sequence: sequence, record: record, isHolding: isHolding,
      waiters: waiters.sorted { $0.key < $1.key }.map(\.value), observers: observers)
  }

  private func proceed(_ job: Job) {
    guarded.withLock { $0.scheduler.proceed(job.lane, after: job.id) }
    changed.fire()
  }

  /// Records a failed attempt that will be repeated. Runs `then`, unless the job has ended meanwhile, and
  /// returns the delay.
  @discardableResult
  package func postpone(
    _ job: Job, _ error: AttemptError, retryAfter: Duration?, then: () -> Void
  ) -> Duration? {
    let id = job.id
    let now = environment.now()
    let jitter = environment.random(0...1)
    let (delay, observers) = guarded.withLock { guarded in
      guarded.scheduler.destinationFailed(at: now, jitter: jitter)
      if let retryAfter { guarded.scheduler.pauseDestination(until: now + retryAfter) }
      guard let delay = guarded.scheduler.postpone(id, error, at: now, jitter: jitter),
        let attempts = guarded.scheduler.jobs.attempts(of: id)
      else {
        guarded.scheduler.proceed(job.lane, after: id)
        return (Duration?.none, [@Sendable () -> Void]())
      }
      let record = JobRecord.Retry(target: id, attempts: attempts)
      // Losing this record only shortens a delay after a crash.
      _ = try? journal.append(.retry, epoch: guarded.epoch, record.bytes)
      return (max(delay, retryAfter ?? .zero), guarded.observers.ended(id))
    }
    if delay != nil { then() }
    for observer in observers { observer() }
    journal.commitLazily()
    changed.fire()
    return delay
  }

  package func wait(_ job: Job, for reason: WaitingFor, _ error: AttemptError) {
    let now = environment.now()
    let jitter = environment.random(0...1)
    let observers = guarded.withLock { guarded -> [@Sendable () -> Void] in
      guard guarded.scheduler[job.id] != nil else {
        guarded.scheduler.proceed(job.lane, after: job.id)
        return []
      }
      guarded.scheduler.wait(job.id, for: reason, error, at: now, jitter: jitter)
      return guarded.observers.ended(job.id)
    }
    for observer in observers { observer() }
    changed.fire()
  }

  package func destinationAnswered() { guarded.withLock { $0.scheduler.destinationAnswered() } }
}
