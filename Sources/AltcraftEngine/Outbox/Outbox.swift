import DurableLog
import JSONCodec
import Synchronization

/// The lock around the accepted jobs and their journal: the order of the file is the order of the state. No
/// callback runs while the lock is held.
package final class Outbox: Sendable {
  struct Guarded {
    var scheduler: Scheduler
    var finished = CompletedJobs()
    var counters = OutboxCounters()
    var epoch: UInt64 = 0
    var savedToken: PushToken?
    var waiters: [Job.ID: [Waiter.ID: Waiter]] = [:]
    var observers = Observers()
    /// The number of the newest waiter or observer.
    var lastCaller: UInt64 = 0
    /// The pending token update of each user.
    var tokenUpdates: [UserTag: PendingTokenUpdate] = [:]
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
    var isClosed = false

    /// Removes a job that is no longer pending. Returns it, and the calls of those who observe its attempts.
    /// With `holdingLane` an attempt has ended it, and its lane stops until `Scheduler.proceed`.
    mutating func remove(
      _ id: Job.ID, holdingLane: Bool = false
    ) -> (job: Job, isHolding: Bool, observers: [@Sendable () -> Void])? {
      let removed =
        holdingLane
        ? scheduler.settle(id, holdingLane: true)
        : scheduler.remove(id).map { ($0, isHolding: false) }
      guard let (job, isHolding) = removed else { return nil }
      if tokenUpdates[job.lane.userTag]?.id == id { tokenUpdates[job.lane.userTag] = nil }
      return (job, isHolding, observers.ended(id))
    }

    mutating func nextCaller() -> UInt64 {
      lastCaller += 1
      return lastCaller
    }
  }

  struct Waiter {
    typealias ID = UInt64
    let whenEnded: @Sendable (JobOutcome) -> Void
  }

  let guarded: Mutex<Guarded>
  let journal: Journal
  /// The kinds of the methods, followed by that of token updates.
  let kinds: [JobKind]
  let environment: Environment
  let limits: Limits
  let clock: OutboxClock
  /// Fires when there may be a job to deliver.
  package let changed: AsyncSignal
  /// Called once when the disk starts to fail, and with nil when it works again.
  let storageChanged: @Sendable (StorageCause?) -> Void

  init(
    _ initial: sending Guarded, journal: Journal, kinds: [JobKind], environment: Environment,
    limits: Limits, clock: OutboxClock, storageChanged: @escaping @Sendable (StorageCause?) -> Void
  ) {
    guarded = Mutex(initial)
    self.journal = journal
    precondition(kinds.last?.method == TokenUpdate.method)
    self.kinds = kinds
    self.environment = environment
    self.limits = limits
    self.clock = clock
    self.storageChanged = storageChanged
    changed = AsyncSignal()
  }

  var tokenUpdateKind: JobKind.Index { JobKind.Index(kinds.count - 1) }

  func kind(of job: Job) -> JobKind { kinds[job.kind] }
}

// Acceptance.
extension Outbox {
  /// The result of an accepting call: the job of that id, new or known, which is held until `release`.
  package struct Acceptance: Sendable {
    package let requestId: String
    let id: Job.ID?
    let outbox: Outbox

    /// Runs `body` once with the outcome, at once if the job has ended. Returns a function that cancels the
    /// wait.
    package func whenEnded(
      _ body: @escaping @Sendable (JobOutcome) -> Void
    ) -> @Sendable () -> Void {
      outbox.whenEnded(requestId, body) ?? {}
    }

    /// Releases the job. Call it once the acknowledgement is on its way, so that no event about the job
    /// overtakes it. Returns true for a subscription that waits for a token update.
    @discardableResult
    package func release() -> Bool { id.map(outbox.release) ?? false }
  }

  @discardableResult
  func release(_ id: Job.ID) -> Bool {
    let (isDue, waits) = guarded.withLock { guarded in
      (guarded.scheduler.release(id), guarded.waitsForTokenUpdate(id, kinds))
    }
    if isDue { changed.fire() }
    return waits
  }

  enum Decision {
    case new(Sequence)
    case known(pending: Job?)
  }

  /// Accepts a job. Throws at once if it is invalid. Otherwise calls `whenStored` once the job is as safe as
  /// the chosen durability promises, or could not be stored. `commit` makes that happen.
  package func accept(
    _ newJob: NewJob, whenStored: @escaping @Sendable (Result<Acceptance, AcceptError>) -> Void
  ) throws(AcceptError) {
    let now = time
    let decision: Decision
    do throws(AcceptError) {
      decision = try withRecord(of: newJob, at: now) { record throws(AcceptError) in
        try tryingDiskAgain { () throws(AcceptError) in
          try guarded.withLock { guarded throws(AcceptError) in
            try admit(newJob, record, at: now, &guarded)
          }
        }
      }
    } catch {
      noticeFailure()
      // A compaction may make room.
      if case .full = error { changed.fire() }
      throw error
    }
    switch decision {
    case .new(let sequence):
      journal.whenDurable(sequence) { [self] result in
        whenStored(stored(sequence, newJob.requestId, result))
        if case .failure = result { noticeFailure() }
      }
    case .known(let job?) where job.isHeld:
      journal.whenDurable(Sequence(job.id)) { [self] result in
        switch result {
        case .success:
          whenStored(.success(Acceptance(requestId: newJob.requestId, id: nil, outbox: self)))
        case .failure(let error): whenStored(.failure(.storage(StorageCause(error))))
        }
      }
    case .known:
      whenStored(.success(Acceptance(requestId: newJob.requestId, id: nil, outbox: self)))
    }
  }

  /// Makes all accepted jobs durable and runs the callbacks that waited for that. Blocks for the disk.
  package func commit() { journal.commit() }

  /// Commits, or leaves the records to a commit already in progress, without waiting for it.
  package func groupCommit() { journal.groupCommit() }

  /// Commits without blocking the caller.
  package func commitSoon() { journal.commitSoon() }

  /// The current time of both clocks.
  var time: OutboxClock.Reading {
    OutboxClock.Reading(clock: clock.reading(at: environment.now()), wall: environment.wallTime())
  }

  /// The bytes of a record, valid during a call.
  struct Payload: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }
  }

  /// Builds the record of a job. It is written once and copied once, into the buffer for the disk.
  func withRecord<Value>(
    of newJob: NewJob, at time: OutboxClock.Reading,
    _ body: (Payload) throws(AcceptError) -> Value
  ) throws(AcceptError) -> Value {
    var writer = JSONWriter(capacity: 1024)
    JobRecord.Put(
      requestId: newJob.requestId, method: kinds[newJob.kind].method,
      userTag: newJob.userTag.text,
      createdAt: time.wall, livesSince: time.clock, digest: newJob.digest, trace: newJob.trace,
      body: newJob.body
    ).write(to: &writer)
    let result = writer.withBytes { bytes in
      Result { () throws(AcceptError) in try body(Payload(bytes: bytes)) }
    }
    return try result.get()
  }

  func admit(
    _ newJob: NewJob, _ record: Payload, at time: OutboxClock.Reading, _ guarded: inout Guarded
  ) throws(AcceptError) -> Decision {
    let kind = kinds[newJob.kind]
    let requestID = ClientRequestID(newJob.requestId)
    if let id = guarded.scheduler.jobs.id(of: requestID), let job = guarded.scheduler[id] {
      guard job.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(pending: job)
    }
    if let item = guarded.finished[requestID] {
      guard item.digest == newJob.digest else { throw .duplicateRequestId }
      return .known(pending: nil)
    }
    try checkRoom(for: record.count, &guarded)
    let (sequence, location): (Sequence, RecordLocation)
    do throws(AcceptError) {
      (sequence, location) = try appendJob(record, guarded)
    } catch {
      // Dropping kept bodies of rejected jobs makes room here too, when the log is compacted.
      if case .full = error {
        guarded.finished.trimBodies(to: guarded.finished.bodyBytes - 2 * limits.segmentBytes)
      }
      throw error
    }
    var job = Job(
      id: sequence.value, requestID: requestID, kind: newJob.kind,
      lane: kind.laneKey(newJob.userTag, sequence.value), createdAt: time.wall,
      livesSince: time.clock, bytes: record.count, digest: newJob.digest, location: location)
    job.hasPriority = kind.hasPriority
    job.isHeld = true
    guarded.scheduler.insert(job)
    guarded.recordTokenUpdate(job, kind) { newJob.body.object }
    guarded.lastTick = time.clock
    return .new(sequence)
  }

  /// Appends the record of a job that becomes pending.
  func appendJob(
    _ record: Payload, _ guarded: Guarded
  ) throws(AcceptError) -> (Sequence, RecordLocation) {
    do throws(JournalError) {
      let (sequence, location) = try journal.append(
        .put, epoch: guarded.epoch, record.bytes, logBytes: roomForJobs(guarded))
      return (sequence, location)
    } catch {
      switch error {
      case .full(let used): throw full("outboxBytes", max: limits.outboxBytes, used: used)
      default: throw .storage(StorageCause(error))
      }
    }
  }

  private func checkRoom(for bytes: Int, _ guarded: inout Guarded) throws(AcceptError) {
    // The segments may be shorter than the limit of a record.
    let longest = min(limits.recordBytes, journal.largestPayload)
    guard bytes <= longest else { throw .recordTooLarge(max: longest) }
    try checkRoomAmongPending(for: bytes, guarded)
    // Kept bodies of rejected jobs make room for new jobs, never the reverse.
    guarded.finished.trimBodies(to: limits.outboxBytes - guarded.scheduler.bytes - bytes)
  }

  func checkRoomAmongPending(for bytes: Int, _ guarded: Guarded) throws(AcceptError) {
    let records = guarded.scheduler.count
    guard records < limits.outboxRecords else {
      throw full("outboxRecords", max: limits.outboxRecords, used: records)
    }
    guard guarded.scheduler.bytes + bytes <= limits.outboxBytes else {
      throw full("outboxBytes", max: limits.outboxBytes, used: guarded.scheduler.bytes)
    }
  }

  private func full(_ limit: String, max: Int, used: Int) -> AcceptError {
    .full(
      limit: limit, max: max, used: used, retryAfterMs: limits.retryFirstMilliseconds)
  }

  func stored(
    _ sequence: Sequence, _ requestId: String, _ result: Result<Void, JournalError>
  ) -> Result<Acceptance, AcceptError> {
    switch result {
    case .success:
      return .success(Acceptance(requestId: requestId, id: sequence.value, outbox: self))
    case .failure(let error):
      let cause = StorageCause(error)
      let observers = guarded.withLock { guarded in
        guarded.remove(sequence.value)?.observers ?? []
      }
      for observer in observers { observer() }
      return .failure(.storage(cause))
    }
  }
}

// Changes from outside.
extension Outbox {
  /// Sets if jobs are delivered. Attempts in progress are not affected. Callers do not wait for attempts of
  /// an inactive outbox, and no file stays open for reading its jobs.
  package func setActive(_ isActive: Bool) {
    let released = guarded.withLock { guarded -> [@Sendable () -> Void] in
      guarded.isActive = isActive
      guard !isActive else { return [] }
      return guarded.observers.jobs.filter { !guarded.scheduler.isInFlight($0) }
        .flatMap { guarded.observers.ended($0) }
    }
    for whenOver in released { whenOver() }
    if !isActive { journal.closeReaders() }
    changed.fire()
  }

  /// Refuses everything from now on, so that the files can be closed. Returns false, without an effect, while
  /// the outbox is in use: it is active, an attempt is in progress, the disk fails or a compaction runs, or a
  /// caller waits for an outcome or an attempt.
  func retire() -> Bool {
    guarded.withLock { guarded in
      guard !guarded.isActive, !guarded.scheduler.isInFlight, !guarded.isCleaning,
        guarded.failure == nil, !journal.isPoisoned, guarded.waiters.isEmpty,
        guarded.observers.isEmpty
      else { return false }
      guarded.isClosed = true
      return true
    }
  }

  /// The newest pending job; 0 for none.
  package var lastID: Job.ID { guarded.withLock { $0.scheduler.jobs.newest ?? 0 } }

  /// Returns the pending jobs up to that one, in order of acceptance.
  package func pending(through id: Job.ID) -> [Job] {
    guarded.withLock { guarded in
      guarded.scheduler.jobs.orderedIDs.prefix { $0 <= id }.compactMap { guarded.scheduler[$0] }
    }
  }

  /// Makes the waiting jobs in those lanes ready.
  package func wakeLanes(where isMeant: (Lane.Key) -> Bool) {
    guarded.withLock { $0.scheduler.wakeLanes(where: isMeant) }
    changed.fire()
  }

  /// Ends a pause that the platform asked for, and makes waiting jobs ready, except in those lanes.
  package func wakeAll(but isExempt: (Lane.Key) -> Bool) {
    guarded.withLock { guarded in
      guarded.scheduler.endPause()
      guarded.scheduler.wakeLanes { !isExempt($0) }
    }
    changed.fire()
  }

  /// Makes jobs that wait for `reason` ready; those of one user only if `userTag` is given.
  package func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    if guarded.withLock({ $0.scheduler.wake(reason, userTag: userTag) }) { changed.fire() }
  }

  package func setPolicy(_ policy: RetryPolicy) {
    guarded.withLock { $0.scheduler.policy = policy }
    // Jobs may expire earlier.
    changed.fire()
  }

  /// Sets the maximum number of concurrent attempts.
  func setConcurrency(_ concurrency: Int) {
    guarded.withLock { $0.scheduler.concurrency = concurrency }
    changed.fire()
  }

  /// Runs `whenEnded` once with the outcome, at once if the job has already ended. Returns a function that
  /// cancels the wait; nil for an unknown id.
  package func whenEnded(
    _ requestId: String, _ whenEnded: @escaping @Sendable (JobOutcome) -> Void
  ) -> (@Sendable () -> Void)? {
    enum Found {
      case pending(Job.ID, Waiter.ID)
      case ended(CompletedJobs.Item)
      case unknown
    }
    let requestID = ClientRequestID(requestId)
    let found = guarded.withLock { guarded -> Found in
      if let id = guarded.scheduler.jobs.id(of: requestID) {
        let waiter = guarded.nextCaller()
        guarded.waiters[id, default: [:]][waiter] = Waiter(whenEnded: whenEnded)
        return .pending(id, waiter)
      }
      return guarded.finished[requestID].map(Found.ended) ?? .unknown
    }
    switch found {
    case .pending(let id, let waiter):
      return { [self] in
        guarded.withLock { guarded in
          guarded.waiters[id]?[waiter] = nil
          if guarded.waiters[id]?.isEmpty == true { guarded.waiters[id] = nil }
        }
      }
    case .ended(let item):
      // The state of an ended job is known even if the response of the platform can no longer be read.
      whenEnded(
        report(requestId)?.outcome
          ?? JobOutcome(state: item.state, eventCode: item.eventCode, response: .null))
      return {}
    case .unknown: return nil
    }
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
