import DurableLog
import JSONCodec

/// The jobs of one app group. A value: a transition appends to the journal that it is given and adds its effects,
/// which `Outbox.perform` runs after the lock, in their order.
struct OutboxState {
  /// The kinds of the methods, followed by that of token updates.
  private(set) var kinds: [JobKind]
  let limits: Limits
  var scheduler: Scheduler
  var completed: CompletedJobs
  private(set) var counters = OutboxCounters()
  /// The number of the last end in the log; 0 for none.
  var lastOutcome: UInt64 = 0
  var epoch: UInt64 = 0
  var savedToken: PushToken?
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
  var lastTick: Int64 = 0
  /// The size of the dead records after the last compaction.
  var deadAfterCleaning = 0
  /// True while a compaction runs.
  var isCleaning = false
  /// False while the group is not selected: its jobs are not delivered.
  var isActive = true
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

  /// An action of a transition that must not run under the lock.
  enum Effect: Sendable {
    case answer(Waiter, JobOutcome)
    /// Emits an event, or calls an observer or an acknowledgement that is due.
    case call(@Sendable () -> Void)
    case proceed(Lane.Key, after: Job.ID)
    /// Commits at once, or within 200 ms, without waiting for it.
    case commitSoon, commitLazily
    case afterSync(Sequence, FollowUp)
    case storageFailed(StorageCause)
    /// All ends up to that number are durable.
    case outcomesAreDurable(through: UInt64)
    /// Reports that the disk fails, or with nil that it works again.
    case storageChanged(StorageCause?)
  }

  /// The action after the sync of a record.
  enum FollowUp: Sendable {
    /// Answers the call that added a job, or repeats one that is not stored yet.
    case accepted(
      requestId: String, @Sendable (Result<Outbox.Acceptance, AcceptError>) -> Void)
    case known(@Sendable (Result<Void, JournalError>) -> Void)
    /// Reports the end of that number, or keeps it in memory if the sync has failed. Then lets the lane proceed, if
    /// it waits.
    case ended(Job, outcome: UInt64, record: [UInt8], proceeds: Bool)
    /// Releases a token update.
    case tokenUpdate(requestId: String)
  }

  /// The effects of one transition. Most have none, or wake the delivery at most: these take no memory.
  struct Effects: Sendable {
    private(set) var list: [Effect] = []
    /// True if the delivery loop has to be woken, after all other effects.
    var wakesDelivery = false

    mutating func add(_ effect: Effect) {
      if list.isEmpty { list.reserveCapacity(6) }
      list.append(effect)
    }

    mutating func add(_ effects: Effects) { list += effects.list }
  }
}

// The invariants: each job ends once, is counted once, and leaves no token update, waiter or observer behind.
extension OutboxState {
  /// Adds a job that becomes pending.
  mutating func insert(_ job: Job, _ body: () -> JSONObject?) {
    scheduler.insert(job)
    guard kinds[job.kind].method == TokenUpdate.method else { return }
    tokenUpdates[job.lane.userTag] = PendingTokenUpdate(
      id: job.id, new: body().flatMap(TokenUpdate.newToken))
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
    let userTag = removed.job.lane.userTag
    if tokenUpdates[userTag]?.id == id { tokenUpdates[userTag] = nil }
    attemptIsOver(id, &effects)
    return removed
  }

  /// Ends all jobs as cleared, and forgets the token that the platform knows.
  mutating func clearJobs() {
    counters.count(.cleared, scheduler.count)
    scheduler.removeAll()
    tokenUpdates = [:]
    savedToken = nil
  }

  /// Calls the observers for which that attempt, or the end of the job, was the last they waited for; see
  /// `Observers.ended`.
  mutating func attemptIsOver(_ id: Job.ID, follows: Bool = false, _ effects: inout Effects) {
    for whenOver in observers.ended(id, follows: follows) { effects.add(.call(whenOver)) }
  }

  /// Adds and counts the outcome of a job.
  mutating func end(_ requestID: ClientRequestID, _ item: CompletedJobs.Item) {
    completed.add(requestID, item)
    counters.count(item.state)
  }

  /// Removes the outcome of a rejected job that is pending again.
  mutating func reopen(_ requestID: ClientRequestID) {
    completed.remove(requestID)
    counters.retry()
  }

  /// Counts jobs whose records are lost.
  mutating func lose(_ jobs: Int = 1) { counters.count(.lost, jobs) }

  /// Adds a kind that only the log knows; see `OutboxReplay`.
  mutating func addKind(_ method: String) {
    kinds.append(
      JobKind(method: method, operation: .mobileEvent, lane: .own) { _, _ in
        preconditionFailure("a job of an unknown kind is never sent")
      })
  }

  /// Sets the state that belongs to the group.
  mutating func restore(_ record: JobRecord.State) {
    counters = record.counters
    savedToken = record.savedToken
    lastOutcome = max(lastOutcome, record.lastOutcome)
  }

  /// The record of the state that belongs to the group and not to a job.
  var record: JobRecord.State {
    JobRecord.State(
      counters: counters, pending: scheduler.count, savedToken: savedToken,
      lastOutcome: lastOutcome)
  }

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

  /// Answers the callers that wait for the end of that job, in their order.
  mutating func answerWaiters(
    of id: Job.ID, _ outcome: @autoclosure () -> JobOutcome, _ effects: inout Effects
  ) {
    guard let waiting = waiters.removeValue(forKey: id) else { return }
    let outcome = outcome()
    for (_, waiter) in waiting.sorted(by: { $0.key < $1.key }) {
      effects.add(.answer(waiter, outcome))
    }
  }

  /// Adds an observer of those jobs. Returns false if no attempt will follow.
  mutating func observe(
    _ jobs: Set<Job.ID>, _ id: Observers.ID, whenOver: @escaping @Sendable () -> Void
  ) -> Bool {
    guard !jobs.isEmpty, isActive, !isClosed else { return false }
    observers.add(
      id, waitingFor: jobs, begun: jobs.filter(scheduler.isInFlight), whenOver: whenOver)
    return true
  }

  mutating func removeObserver(_ id: Observers.ID, _ effects: inout Effects) {
    if let whenOver = observers.remove(id) { effects.add(.call(whenOver)) }
  }

  mutating func removeObservers(_ effects: inout Effects) {
    for whenOver in observers.removeAll() { effects.add(.call(whenOver)) }
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
    guard !isActive else { return }
    for id in observers.jobs where !scheduler.isInFlight(id) { attemptIsOver(id, &effects) }
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

// Acceptance.
extension OutboxState {
  enum Decision {
    case new(Sequence)
    case known(pending: Job?)
  }

  /// The bytes of a record, valid during a call.
  struct Payload: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }
  }

  /// Accepts a job with that record, and holds it until `release`.
  mutating func accept(
    _ newJob: NewJob, _ record: Payload, at time: OutboxClock.Reading,
    to journal: inout JobJournal, _ effects: inout Effects
  ) throws(AcceptError) -> Decision {
    let requestID = ClientRequestID(newJob.requestId)
    if let id = scheduler.jobs.id(of: requestID), let job = scheduler[id] {
      guard job.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(pending: job)
    }
    if let item = completed[requestID] {
      guard item.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(pending: nil)
    }
    let (sequence, location): (Sequence, RecordLocation)
    do throws(AcceptError) {
      try checkRoom(for: record.count, journal)
      (sequence, location) = try append(record, trimsBodies: true, to: &journal)
    } catch {
      // A compaction may make room.
      if case .full = error { effects.wakesDelivery = true }
      throw error
    }
    let kind = kinds[newJob.kind]
    var job = Job(
      id: sequence.value, requestID: requestID, kind: newJob.kind,
      lane: kind.laneKey(newJob.userTag, sequence.value), createdAt: time.wall,
      livesSince: time.clock, bytes: record.count, digest: newJob.digest, location: location)
    job.take(kind)
    job.isHeld = true
    insert(job) { newJob.body.object }
    lastTick = time.clock
    return .new(sequence)
  }

  /// Removes an accepted job whose record was not stored. Returns false, without an effect, if a checkpoint that
  /// succeeded meanwhile has stored the job: it stays accepted.
  mutating func undo(
    _ sequence: Sequence, _ journal: JobJournal, _ effects: inout Effects
  ) -> Bool {
    guard journal.holds(sequence) else { return false }
    _ = remove(sequence.value, &effects)
    return true
  }

  /// Releases a job whose acknowledgement is on its way. Returns true for a subscription that waits for a token
  /// update.
  mutating func release(_ id: Job.ID, _ effects: inout Effects) -> Bool {
    if scheduler.release(id) { effects.wakesDelivery = true }
    return waitsForTokenUpdate(id)
  }

  private mutating func checkRoom(
    for bytes: Int, _ journal: JobJournal
  ) throws(AcceptError) {
    // The segments may be shorter than the limit of a record.
    let longest = min(limits.recordBytes, journal.largestPayload)
    guard bytes <= longest else { throw .recordTooLarge(max: longest) }
    try checkRoomAmongPending(for: bytes)
    // Kept bodies of rejected jobs make room for new jobs, never the reverse.
    completed.trimBodies(to: limits.outboxBytes - scheduler.bytes - bytes)
  }

  func checkRoomAmongPending(for bytes: Int) throws(AcceptError) {
    guard scheduler.count < limits.outboxRecords else {
      throw full("outboxRecords", max: limits.outboxRecords, used: scheduler.count)
    }
    guard scheduler.bytes + bytes <= limits.outboxBytes else {
      throw full("outboxBytes", max: limits.outboxBytes, used: scheduler.bytes)
    }
  }

  /// Appends the record of a job that becomes pending. With `trimsBodies` a full log drops kept bodies of rejected
  /// jobs: this makes room when the log is compacted.
  mutating func append(
    _ record: Payload, trimsBodies: Bool = false, to journal: inout JobJournal
  ) throws(AcceptError) -> (Sequence, RecordLocation) {
    do throws(JournalError) {
      return try journal.append(.put, epoch: epoch, record.bytes, logBytes: roomForJobs)
    } catch {
      guard case .full(let used) = error else { throw .storage(StorageCause(error)) }
      if trimsBodies {
        completed.trimBodies(to: completed.bodyBytes - 2 * limits.segmentBytes)
      }
      throw full("outboxBytes", max: limits.outboxBytes, used: used)
    }
  }

  private func full(_ limit: String, max: Int, used: Int) -> AcceptError {
    .full(limit: limit, max: max, used: used, retryAfterMs: limits.retryFirstMilliseconds)
  }
}

// Storage failures.
extension OutboxState {
  /// Records a failure of the disk. Reports it if it is new.
  mutating func storageFailed(_ cause: StorageCause, at now: Duration, _ effects: inout Effects) {
    if failure == nil {
      lastTry = now
      effects.add(.storageChanged(cause))
    }
    failure = cause
  }

  /// Records that the disk works. Reports the end of a failure.
  mutating func storageWorks(_ effects: inout Effects) {
    if failure != nil { effects.add(.storageChanged(nil)) }
    failure = nil
  }
}

extension JobKind {
  func laneKey(_ userTag: UserTag, _ id: Job.ID) -> Lane.Key {
    switch lane {
    case .state: Lane.Key(userTag: userTag, name: .state)
    case .mobileEvent: Lane.Key(userTag: userTag, name: .mobileEvent)
    case .own: Lane.Key(userTag: userTag, name: .own(id))
    }
  }
}
