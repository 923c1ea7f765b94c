import DurableLog
import JSONCodec
import Synchronization
import Tracing

// Delivery.
extension Outbox {
  /// A job that is to be tried now, read from disk.
  package struct Attempt: Sendable {
    package let entry: Entry
    package let body: JSONObject
    package let trace: TraceContext?
  }

  package enum Step: Sendable {
    case attempt(Attempt)
    case expire(Entry)
    /// The record can no longer be read.
    case lose(Entry)
    /// The record cannot be read right now.
    case rest(Entry, StorageCause)
    case wait(until: Duration?)
  }

  package func nextStep(isExpired: (Entry) -> Bool) -> Step {
    let now = environment.now()
    let time = self.time
    let step = guarded.withLock { guarded -> (OutboxState.Step, Entry?) in
      guard guarded.isActive else { return (.wait(until: nil), nil) }
      noteTime(time, &guarded)
      let step = guarded.state.nextStep(at: now)
      if case .attempt(let id) = step { return (step, guarded.state[id]) }
      return (step, nil)
    }
    switch step {
    case (.wait(let until), _): return .wait(until: until)
    case (.attempt, let entry?):
      if isExpired(entry) { return .expire(entry) }
      switch content(of: entry) {
      case .some(.success(let content)):
        return .attempt(Attempt(entry: entry, body: content.body, trace: content.trace))
      case .some(.failure(let cause)): return .rest(entry, cause)
      case nil: return .lose(entry)
      }
    case (.attempt, nil): return .wait(until: nil)
    }
  }

  /// Returns the age of that job.
  package func age(of entry: Entry) -> Duration {
    .milliseconds(clock.reading(at: environment.now()) - entry.livesSince)
  }

  /// Records the time in the log every hour in which no other record does, while there are jobs with a time
  /// to live.
  private func noteTime(_ time: OutboxClock.Reading, _ guarded: inout Guarded) {
    let isDue = time.clock - guarded.lastTick >= 3_600_000 && guarded.state.count > 0
    guard isDue else { return }
    guarded.lastTick = time.clock
    // Without this record, less of the time between two processes may count.
    _ = try? journal.append(.retry, epoch: guarded.epoch, WorkRecord.Tick(time).bytes)
  }

  /// The end of one job.
  package struct Ending: Sendable {
    package let state: WorkState
    package let eventCode: Int
    /// The part of the response that is kept.
    package var response: PlatformReply? { didSet { response = response?.kept } }
    package var lastError: WorkError?
    package var savedToken: PushToken?
    /// True if an attempt ended the job; the attempt is then counted.
    package let byAttempt: Bool

    package init(
      state: WorkState, eventCode: Int, response: PlatformReply? = nil,
      lastError: WorkError? = nil, savedToken: PushToken? = nil, byAttempt: Bool
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
  package func settle(_ entry: Entry, _ ending: Ending, then: () -> Void) {
    let endedAt = environment.wallTime()
    let settled = guarded.withLock { guarded in
      settle(entry.id, ending, endedAt, holdingLane: true, &guarded)
    }
    guard let settled else { return proceed(entry) }
    answer(settled, ending)
    then()
    for observer in settled.observers { observer() }
    finish(settled)
  }

  /// Ends a job, in progress or not. Returns false if it had ended before.
  package func end(_ id: Entry.ID, _ ending: Ending) -> Bool {
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

  private func answer(_ settled: Settled, _ ending: Ending) {
    let outcome = WorkOutcome(
      state: ending.state, eventCode: ending.eventCode, response: ending.response?.json ?? .null)
    for waiter in settled.waiters { waiter.whenEnded(outcome) }
  }

  private func finish(_ settled: Settled) {
    let entry = settled.entry
    let isState = entry.lane.name == .state
    if let sequence = settled.sequence {
      let proceedsLater = isState && settled.isHolding
      journal.whenDurable(sequence) { [self] result in
        if case .failure(let error) = result {
          guarded.withLock { $0.finished.keep(entry.requestID, of: entry.id, settled.record) }
          storageFailed(StorageCause(error))
        }
        if proceedsLater { proceed(entry) }
      }
      if isState { journal.commitSoon() } else { journal.commitLazily() }
      if proceedsLater { return }
    } else {
      // The end is in memory only: a checkpoint must write it as soon as the disk accepts one.
      storageFailed(journal.failure.map(StorageCause.init) ?? .noSpace)
    }
    if settled.isHolding { proceed(entry) }
  }

  private struct Settled {
    let entry: Entry
    /// The sequence of the record; nil if the disk refused it.
    let sequence: Sequence?
    /// The outcome as memory keeps it if the disk fails later.
    let record: [UInt8]
    let isHolding: Bool
    let waiters: [Waiter]
    let observers: [@Sendable () -> Void]
  }

  private func settle(
    _ id: Entry.ID, _ ending: Ending, _ endedAt: Int64, holdingLane: Bool,
    _ guarded: inout Guarded
  ) -> Settled? {
    let found =
      holdingLane
      ? guarded.state.settle(id, holdingLane: true)
      : guarded.state.remove(id).map { ($0, isHolding: false) }
    guard let (entry, isHolding) = found else { return nil }
    let kind = kinds[Int(entry.kind)]
    var done = WorkRecord.Done(
      target: entry.id, requestId: entry.requestId, method: kind.method, state: ending.state,
      createdAt: entry.createdAt, endedAt: endedAt,
      attempts: entry.attempts + (ending.byAttempt ? 1 : 0), digest: entry.digest,
      eventCode: ending.eventCode, lastError: ending.lastError ?? entry.lastError,
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
    let details: FinishedWork.Details
    let sequence: Sequence?
    switch appended {
    case .success(let record): (details, sequence) = (.onDisk(record.location), record.sequence)
    case .failure: (details, sequence) = (.inMemory(record), nil)
    }
    guarded.finished.add(
      entry.requestID,
      FinishedWork.Item(
        id: entry.id, digest: entry.digest, state: ending.state, eventCode: ending.eventCode,
        details: details,
        body: ending.state == .rejected ? (entry.location, entry.bytes) : nil, order: sequence))
    guarded.counters.count(ending.state)
    if let token = ending.savedToken { guarded.savedToken = token }
    guarded.forgetTokenUpdate(entry)
    let waiters = guarded.waiters.removeValue(forKey: id) ?? [:]
    return Settled(
      entry: entry, sequence: sequence, record: record, isHolding: isHolding,
      waiters: waiters.sorted { $0.key < $1.key }.map(\.value),
      observers: guarded.observers.ended(id))
  }

  private func proceed(_ entry: Entry) {
    guarded.withLock { $0.state.proceed(entry.lane, after: entry.id) }
    changed.fire()
  }

  /// Records a failed attempt that will be repeated. Runs `then`, unless the job has ended meanwhile, and
  /// returns the delay.
  @discardableResult
  package func postpone(
    _ entry: Entry, _ error: WorkError, retryAfter: Duration?, then: () -> Void
  ) -> Duration? {
    let id = entry.id
    let now = environment.now()
    let jitter = environment.random(0...1)
    let (delay, observers) = guarded.withLock { guarded in
      guarded.state.destinationFailed(at: now, jitter: jitter)
      if let retryAfter { guarded.state.pauseDestination(until: now + retryAfter) }
      guard let delay = guarded.state.postpone(id, error, at: now, jitter: jitter),
        let attempts = guarded.state.work.attempts(of: id)
      else {
        guarded.state.proceed(entry.lane, after: id)
        return (Duration?.none, [@Sendable () -> Void]())
      }
      let record = WorkRecord.Retry(target: id, attempts: attempts)
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

  package func wait(_ entry: Entry, for reason: WaitingFor, _ error: WorkError) {
    let now = environment.now()
    let jitter = environment.random(0...1)
    let observers = guarded.withLock { guarded -> [@Sendable () -> Void] in
      guard guarded.state[entry.id] != nil else {
        guarded.state.proceed(entry.lane, after: entry.id)
        return []
      }
      guarded.state.wait(entry.id, for: reason, error, at: now, jitter: jitter)
      return guarded.observers.ended(entry.id)
    }
    for observer in observers { observer() }
    changed.fire()
  }

  package func destinationAnswered() { guarded.withLock { $0.state.destinationAnswered() } }
}
