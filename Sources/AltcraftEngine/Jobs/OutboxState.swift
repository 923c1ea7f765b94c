import DurableLog
import JSONCodec

/// The jobs of one app group. A value: a transition appends to the journal that it is given and adds its effects,
/// which `Outbox.perform` runs after the lock, in their order.
struct OutboxState {
  /// The kinds of the methods, followed by that of token updates.
  var kinds: [JobKind]
  let limits: Limits
  private(set) var scheduler: Scheduler
  private(set) var completed: CompletedJobs
  private(set) var counters = OutboxCounters()
  /// The number of the last outcome in the log; 0 for none.
  private(set) var lastOutcome: UInt64 = 0
  var outcomeEpochs = OutcomeEpochs()
  private(set) var epoch: UInt64 = 0
  /// The token that the platform is believed to know.
  private(set) var savedToken: PushToken?
  /// The pending token update of each user.
  private(set) var tokenUpdates: [UserTag: PendingTokenUpdate] = [:]
  private(set) var waiters: [Job.ID: [Waiter.ID: Waiter]] = [:]
  private(set) var observers = Observers()
  /// The number of the newest waiter or observer.
  private var lastCaller: UInt64 = 0
  var failure: StorageCause?
  /// The time at which the disk was last found to fail, or was last tried.
  var lastTry = Duration.zero
  /// The time of the last time record, on the clock of the outbox.
  private var lastTick: Int64 = 0
  /// The size of the dead records after the last compaction.
  var deadAfterCleaning = 0
  /// The most jobs that were pending since memory was last given back.
  private var mostPending = 0
  /// True while a compaction runs.
  var isCleaning = false
  /// False while the group is not selected: its jobs are not delivered.
  private(set) var isActive = true
  private(set) var isClosed = false

  init(kinds: [JobKind], limits: Limits) {
    precondition(kinds.last?.method == TokenUpdate.method)
    self.kinds = kinds
    self.limits = limits
    completed = CompletedJobs(capacity: limits.finishedRecords)
    scheduler = Scheduler(policy: limits.retryPolicy, concurrency: limits.concurrency)
  }

  struct Waiter: Sendable {
    typealias ID = UInt64
    let whenEnded: @Sendable (JobOutcome) -> Void
  }
}

// The invariants: each job ends once, is counted once, and leaves no token update, waiter or observer behind.
extension OutboxState {
  /// Adds a job that becomes pending. Its record has the time `time`, if it is a new one.
  mutating func insert(
    _ job: Job, _ body: @autoclosure () -> JobBody?, at time: OutboxClock.Reading? = nil
  ) {
    scheduler.insert(job)
    mostPending = max(mostPending, scheduler.count)
    if let time { lastTick = time.clock }
    guard kinds[job.kind].method == TokenUpdate.method else { return }
    tokenUpdates[job.lane.userTag] = PendingTokenUpdate(
      id: job.id, new: body()?.object.flatMap(TokenUpdate.newToken))
  }

  /// Removes a job that is no longer pending. With `holdingLane` an attempt has ended it, and its lane stops
  /// until `proceed`.
  mutating func remove(
    _ id: Job.ID, holdingLane: Bool = false, _ effects: inout Effects
  ) -> (job: Job, isHolding: Bool)? {
    let removed =
      holdingLane
      ? scheduler.settle(id, holdingLane: true)
      : scheduler.remove(id).map { ($0, isHolding: false) }
    guard let removed else { return nil }
    shrink(&effects)
    let userTag = removed.job.lane.userTag
    if tokenUpdates[userTag]?.id == id { tokenUpdates[userTag] = nil }
    attemptIsOver(id, &effects)
    return removed
  }

  /// Lets memory be given back when three quarters of a backlog have ended.
  private mutating func shrink(_ effects: inout Effects) {
    guard mostPending >= 4096, scheduler.count <= mostPending / 4 else { return }
    mostPending = scheduler.count
    effects.add(.backlogIsOver)
  }

  /// Ends all jobs as cleared, and forgets the token that the platform knows. An effect frees their memory.
  mutating func clearJobs(_ effects: inout Effects) {
    let old = scheduler
    clearJobs()
    effects.add(.call { _ = old })
    shrink(&effects)
  }

  mutating func clearJobs() {
    counters.count(.cleared, scheduler.count)
    scheduler.removeAll()
    tokenUpdates = [:]
    savedToken = nil
  }

  /// Calls the observers for which that attempt, or the outcome of the job, was the last they waited for; see
  /// `Observers.ended`.
  mutating func attemptIsOver(_ id: Job.ID, follows: Bool = false, _ effects: inout Effects) {
    for whenOver in observers.ended(id, follows: follows) { effects.add(.call(whenOver)) }
  }

  /// Adds and counts the outcome of a job. With a token, the platform knows that one from now on.
  mutating func end(
    _ requestID: ClientRequestID, _ item: CompletedJobs.Item, savedToken token: PushToken? = nil
  ) {
    completed.add(requestID, item)
    counters.count(item.state)
    if let token { savedToken = token }
  }

  /// Adds the outcome of a job that `clearJobs` has counted.
  mutating func endCleared(_ requestID: ClientRequestID, _ item: CompletedJobs.Item) {
    completed.add(requestID, item)
  }

  /// Returns the number of the outcome that comes next in the log, and uses `skipped` numbers before it for
  /// outcomes that are not kept.
  mutating func takeOutcome(skipping skipped: Int = 0) -> UInt64 {
    outcomeEpochs.begin(at: lastOutcome + 1)
    lastOutcome += UInt64(skipped) + 1
    return lastOutcome
  }

  /// Removes the outcome of a rejected job that is pending again. `isCounted`: the counters are right already.
  mutating func reopen(_ requestID: ClientRequestID, isCounted: Bool) {
    completed.remove(requestID)
    if !isCounted { counters.retry() }
  }

  /// Counts jobs whose records are lost.
  mutating func lose(_ jobs: Int = 1) { counters.count(.lost, jobs) }

  /// Records that the token has changed once more since that update.
  mutating func setOutdated(tokenUpdateOf userTag: UserTag) {
    tokenUpdates[userTag]?.isOutdated = true
  }
}

// Callers that wait.
extension OutboxState {
  mutating func nextCaller() -> UInt64 {
    lastCaller += 1
    return lastCaller
  }

  mutating func addWaiter(
    for id: Job.ID, _ whenEnded: @escaping @Sendable (JobOutcome) -> Void
  ) -> Waiter.ID {
    let waiter = nextCaller()
    waiters[id, default: [:]][waiter] = Waiter(whenEnded: whenEnded)
    return waiter
  }

  mutating func removeWaiter(_ waiter: Waiter.ID, of id: Job.ID) {
    waiters[id]?[waiter] = nil
    if waiters[id]?.isEmpty == true { waiters[id] = nil }
  }

  /// Answers the callers that wait for the outcome of that job, in their order.
  mutating func answerWaiters(
    of id: Job.ID, _ outcome: @autoclosure () -> JobOutcome, _ effects: inout Effects
  ) {
    guard let waiting = waiters.removeValue(forKey: id) else { return }
    let outcome = outcome()
    for (_, waiter) in waiting.sorted(by: { $0.key < $1.key }) {
      effects.add(.answer(waiter, outcome))
    }
  }

  /// Adds an observer that waits for jobs until `observeNoMore`. Returns false if no attempt will follow.
  mutating func addObserver(
    _ id: Observers.ID, whenOver: @escaping @Sendable () -> Void
  ) -> Bool {
    guard isActive, !isClosed else { return false }
    observers.add(id, whenOver: whenOver)
    return true
  }

  /// Lets an observer wait for an attempt at that job, too.
  mutating func observe(_ job: Job.ID, _ id: Observers.ID) {
    observers.wait(id, for: job, hasBegun: scheduler.isInFlight(job))
  }

  /// Calls the observer when all its jobs have had their attempt.
  mutating func observeNoMore(_ id: Observers.ID, _ effects: inout Effects) {
    if let whenOver = observers.close(id) { effects.add(.call(whenOver)) }
  }

  /// Removes an observer. Returns the jobs that it waited for, to be passed to `forget`.
  mutating func removeObserver(_ id: Observers.ID, _ effects: inout Effects) -> NumberSet {
    guard let (jobs, whenOver) = observers.remove(id) else { return NumberSet() }
    effects.add(.call(whenOver))
    return jobs
  }

  mutating func forget(_ jobs: [Job.ID], of id: Observers.ID) {
    observers.forget(jobs, of: id)
  }

  /// Calls all observers but those that wait for an attempt in progress.
  private mutating func removeObservers(keepingAttempts: Bool, _ effects: inout Effects) {
    let old = observers
    let kept = keepingAttempts ? scheduler.jobsInFlight : []
    for whenOver in observers.removeAll(but: kept) { effects.add(.call(whenOver)) }
    // It may have 100,000 jobs: the effects outlive the lock.
    effects.add(.call { _ = old })
  }

  mutating func removeObservers(_ effects: inout Effects) {
    guard !observers.isEmpty else { return }
    removeObservers(keepingAttempts: false, &effects)
  }

  /// Refuses new observers and compactions from now on.
  mutating func close(_ effects: inout Effects) {
    isClosed = true
    removeObservers(&effects)
  }

  /// Sets if jobs are delivered; see `Outbox.setActive`.
  mutating func setActive(_ isActive: Bool, _ effects: inout Effects) {
    self.isActive = isActive
    effects.wakesDelivery = true
    guard !isActive, !observers.isEmpty else { return }
    removeObservers(keepingAttempts: true, &effects)
  }

  /// Closes an outbox that is not in use; see `Outbox.retire`.
  mutating func retire(isPoisoned: Bool) -> Bool {
    guard !isActive, !scheduler.isInFlight, !isCleaning, failure == nil, !isPoisoned,
      waiters.isEmpty, observers.isEmpty
    else { return false }
    isClosed = true
    return true
  }
}

// Kept outcomes.
extension OutboxState {
  /// Keeps an outcome in memory, because the sync of its record has failed.
  mutating func retain(_ record: [UInt8], ofEndOf job: Job) {
    completed.retain(job.requestID, of: job.id, record)
  }

  /// Drops the oldest bodies of rejected jobs until at most `bytes` are kept.
  mutating func trimBodies(to bytes: Int) { completed.trimBodies(to: bytes) }

  /// Sets or drops the body of a rejected job.
  mutating func setBody(
    _ body: (location: RecordLocation, bytes: Int)?, of requestID: ClientRequestID
  ) { completed.setBody(body, of: requestID) }

  /// Numbers the outcomes that the log has refused, after all others.
  mutating func numberOutcomes() {
    guard completed.hasUnnumbered else { return }
    outcomeEpochs.begin(at: lastOutcome + 1)
    lastOutcome = completed.number(after: lastOutcome)
  }

  mutating func forgetOutcomes() { completed = CompletedJobs(capacity: limits.finishedRecords) }

  /// Starts the epoch after a `clear`: no older record is read again, and the outcomes lose the data of others.
  /// Keeps as many as leave room for that number of others.
  mutating func beginEpoch(
    makingRoomFor count: Int, _ redacted: [UInt64: [UInt8]?], _ read: (RecordLocation) -> [UInt8]?
  ) {
    // Only a forged log reaches the maximum.
    if epoch < .max { epoch += 1 }
    completed.makeRoom(for: count)
    completed.redact(redacted, read)
  }

  /// Takes over the new locations of copied records.
  mutating func take(_ moves: Moves) {
    for (job, location) in moves.pending {
      if scheduler.jobs.location(of: job.id) == job.location {
        scheduler.move(job.id, to: location)
      } else if completed[job.requestID]?.body?.location == job.location {
        // It was rejected meanwhile.
        completed.move(job.requestID, body: location)
      }
    }
    for move in moves.ended where completed[move.requestID]?.details == move.from {
      completed.move(move.requestID, details: .onDisk(move.to))
    }
    for body in moves.dropped where completed[body.requestID]?.body?.location == body.from {
      setBody(nil, of: body.requestID)
    }
    for kept in moves.kept where completed[kept.requestID]?.details == kept.from {
      completed.move(kept.requestID, details: .inMemory(kept.record))
    }
    for move in moves.bodies where completed[move.requestID]?.body?.location == move.from {
      completed.move(move.requestID, body: move.to)
    }
  }
}

// Scheduling.
extension OutboxState {
  /// Returns the next step of the delivery loop. Records the time in the log every hour in which no other record
  /// does, while there are jobs with a time to live.
  mutating func nextStep(
    at now: Duration, _ time: OutboxClock.Reading, to journal: inout JobJournal
  ) -> Scheduler.Step {
    guard isActive else { return .wait(until: nil) }
    if time.clock - lastTick >= 3_600_000, scheduler.count > 0 {
      lastTick = time.clock
      // Without this record, less of the time between two processes may count.
      _ = try? journal.append(.retry, epoch: epoch, JobRecord.Tick(time).bytes, leavesRoom: true)
    }
    return scheduler.nextStep(at: now, clock: time.clock)
  }

  /// Releases a job whose acknowledgement is on its way. Returns true for a subscription that waits for a token
  /// update.
  mutating func release(_ id: Job.ID, _ effects: inout Effects) -> Bool {
    if scheduler.release(id) { effects.wakesDelivery = true }
    tracePlace(of: id, effects)
    return waitsForTokenUpdate(id)
  }

  /// Records that the request of a job is being sent. Returns false, and releases the lane, if the job has ended.
  mutating func markSent(_ job: Job, _ effects: inout Effects) -> Bool {
    if scheduler.markSent(job.id) { return true }
    proceed(job.lane, after: job.id, &effects)
    return false
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
    // The flush has ended the pauses before it, and failures do not delay its attempt. A later pause stays.
    if isFlushed { scheduler.destinationAnswered() }
    effects.wakesDelivery = true
    guard let delay = scheduler.postpone(job.id, error, at: now, jitter: jitter),
      let attempts = scheduler.jobs.attempts(of: job.id)
    else {
      scheduler.proceed(job.lane, after: job.id)
      return nil
    }
    // Losing this record only shortens a delay after a crash, and loses the error.
    let record = JobRecord.Retry(target: job.id, attempts: attempts, error: error)
    _ = try? journal.append(.retry, epoch: epoch, record.bytes, leavesRoom: true)
    traceWait(of: job.id, at: now, effects)
    effects.add(.call(emit))
    attemptIsOver(job.id, follows: isFlushed, &effects)
    effects.add(.commitLazily)
    return max(delay, retryAfter ?? .zero)
  }

  /// Parks a job that could not be tried. With `time`, retries at that time, or earlier when the host
  /// answers.
  mutating func wait(
    _ job: Job, for reason: WaitingFor, _ error: AttemptError?, until time: Duration? = nil,
    at now: Duration, jitter: Double, _ effects: inout Effects
  ) {
    effects.wakesDelivery = true
    guard scheduler[job.id] != nil else { return scheduler.proceed(job.lane, after: job.id) }
    scheduler.wait(job.id, for: reason, error, until: time, at: now, jitter: jitter)
    traceWait(of: job.id, at: now, effects)
    // No attempt follows in a group that is not selected.
    if time == nil || !isActive { attemptIsOver(job.id, &effects) }
  }

  /// Sends that job, which is being tried, after `first`.
  mutating func yield(_ job: Job, behind first: Job.ID, _ effects: inout Effects) {
    guard scheduler.jobs.contains(job.id) else {
      return proceed(job.lane, after: job.id, &effects)
    }
    scheduler.yield(job.id, behind: first)
    tracePlace(of: job.id, effects)
    effects.wakesDelivery = true
  }

  mutating func destinationAnswered() { scheduler.destinationAnswered() }

  /// Makes every job that waits for its next attempt ready, and ends a pause that the platform asked for.
  mutating func flush(_ effects: inout Effects) {
    scheduler.wakeAll()
    effects.wakesDelivery = true
  }

  /// Makes the waiting jobs in those lanes ready.
  mutating func wakeLanes(
    _ choice: Scheduler.LaneChoice, endingPause: Bool = false, _ effects: inout Effects
  ) {
    if endingPause { scheduler.endPause() }
    scheduler.wakeLanes(choice)
    effects.wakesDelivery = true
  }

  /// Makes jobs that wait for `reason` ready. Wakes the delivery only if there are any.
  mutating func wake(_ reason: WaitingFor, userTag: UserTag?, _ effects: inout Effects) {
    effects.wakesDelivery = scheduler.wake(reason, userTag: userTag)
  }

  mutating func setPolicy(_ policy: RetryPolicy, _ effects: inout Effects) {
    scheduler.policy = policy
    effects.wakesDelivery = true
  }

  mutating func setConcurrency(_ concurrency: Int, _ effects: inout Effects) {
    scheduler.concurrency = concurrency
    effects.wakesDelivery = true
  }

  /// Makes jobs ready again after their attempts have been cancelled.
  mutating func abandonAttempts(_ effects: inout Effects) {
    scheduler.abandonAttempts()
    effects.wakesDelivery = true
  }
}

// The log.
extension OutboxState {
  /// Sets the state that belongs to the group.
  mutating func restore(_ record: JobRecord.State) {
    counters = record.counters
    savedToken = record.savedToken
    lastOutcome = max(lastOutcome, record.lastOutcome)
    outcomeEpochs.restore(record.outcomeEpochs)
  }

  /// Forgets the jobs of an earlier epoch than that.
  mutating func restore(epoch newer: UInt64) {
    guard newer > epoch else { return }
    clearJobs()
    epoch = newer
  }

  /// Does not use the number of an outcome twice, although its job is not in the log any more.
  mutating func restore(outcome: UInt64?) { lastOutcome = max(lastOutcome, outcome ?? 0) }

  /// Counts the end of a job whose record is not in the log any more, or damaged. Sums behind it replace the count.
  mutating func restoreEnd(_ end: JobRecord.End) {
    restore(outcome: end.outcome)
    counters.count(end.state)
    if let token = end.savedToken { savedToken = token }
  }

  /// Adds an outcome that is in the log. The sums of the log contain a copied one already.
  mutating func restore(
    _ requestID: ClientRequestID, _ item: CompletedJobs.Item, savedToken: PushToken?, isCopy: Bool
  ) {
    restore(outcome: item.outcome)
    if isCopy {
      completed.add(requestID, item)
    } else {
      end(requestID, item, savedToken: savedToken)
    }
  }

  mutating func restoreAttempts(_ id: Job.ID, _ count: Int, _ error: AttemptError? = nil) {
    scheduler.restoreAttempts(id, count, error)
  }

  /// Ends a replay: numbers the outcomes of an earlier version, and counts the lost records. Jobs that failed
  /// before are tried after `delay`.
  mutating func endReplay(
    newestEpoch: UInt64, lostRecords: UInt64, at now: Duration, delay: () -> Duration
  ) {
    epoch = max(epoch, newestEpoch)
    lose(Int(clamping: lostRecords))
    lastOutcome = completed.numberOld(last: lastOutcome)
    // A lost record may have been an outcome: its number is not used twice.
    lastOutcome += min(lostRecords, 1 << 32)
    for id in scheduler.jobs.tried { scheduler.delay(id, until: now + delay()) }
  }
}
