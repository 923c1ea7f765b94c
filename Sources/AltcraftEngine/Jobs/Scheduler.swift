import DurableLog

/// The pending jobs and the selection of the next attempt: lanes, timers and circuit breaker. A value: it
/// decides, its callers perform.
///
/// Time is monotonic. A lane is in one of three places: in `fresh` or `retries`, asleep in `alarms` (or all of its
/// jobs are aside, each with an alarm), or in flight. A lane without jobs exists only while it is in flight.
package struct Scheduler: Sendable {
  package enum Step: Sendable {
    /// An attempt at this job. Its lane is in flight until `settle`, `postpone` or `wait`.
    case attempt(Job)
    /// The outcome of this job, which is older than the time to live, by `settle`.
    case expire(Job)
    /// No attempt until then, or until a change.
    case wait(until: Duration?)
  }

  var jobs = JobTable()
  package private(set) var bytes = 0
  /// The size of the entries' records in the log.
  package private(set) var logBytes = 0
  package var policy: RetryPolicy
  /// All lanes except untouched lanes of jobs without order: these are ready.
  var lanes = LaneTable()
  /// The lanes whose first job has not been tried, and those whose first job has failed before: each of these
  /// waits for a permit.
  private(set) var fresh = LaneQueue()
  private(set) var retries = LaneQueue()
  /// The lanes that sleep until a requirement is met, by requirement and user.
  var parked: [WaitingFor: ParkedLanes] = [:]
  private(set) var inFlightLanes: Set<LaneID> = []
  var alarms = TimerHeap<Duration, LaneID>()
  /// The lanes whose waits have to end, which happens a few at a time.
  var waking: [Waking] = []
  /// The starts of the times to live of all jobs that are not held. Also contains jobs that have ended.
  private var lifetimes = TimerHeap<Int64, Job.ID>()
  private var destination = CircuitBreaker()
  /// The maximum number of concurrent attempts.
  var concurrency: Int

  package init(policy: RetryPolicy, concurrency: Int) {
    self.policy = policy
    self.concurrency = concurrency
  }

  package var count: Int { jobs.count }

  /// True if an attempt is in progress, or its lane waits for the record of its outcome.
  var isInFlight: Bool { !inFlightLanes.isEmpty }

  func isInFlight(_ id: Job.ID) -> Bool {
    jobs.lane(of: id).flatMap { lanes[$0]?.status.jobInFlight } == id
  }

  package var oldestCreatedAt: Int64? { jobs.oldest.flatMap { jobs[$0]?.createdAt } }

  package subscript(id: Job.ID) -> Job? { jobs[id] }
}

extension Scheduler {
  package mutating func insert(_ job: Job) {
    let key = jobs.insert(job)
    bytes += job.bytes
    logBytes += job.location.recordBytes
    if !job.isHeld { trackLifetime(of: job.id, since: job.livesSince) }
    guard let lane = lanes.glance(key) else {
      guard key.only == nil else { return enqueue(key) }
      guard let user = jobs.user(of: job.id) else { return }
      var lane = makeLane(user)
      lane.queue.insert(job.id)
      lanes[key] = lane
      return enqueue(key)
    }
    // Only a lane with jobs aside needs the search, for which the whole scheduler is copied.
    let next = lane.hasAside && lane.status == .ready ? candidate(key) : lane.first
    lanes.add(job.id, hasPriority: job.hasPriority, to: key)
    switch lane.status {
    case .inFlight, .holding: break
    case .ready:
      if let next, precedes(next, job.id) { break }
      arrange(key)
    case .sleeping(_, let head):
      if precedes(job.id, head) { makeReady(key) }
    case .blocked: arrange(key)
    }
  }

  /// Releases a held job. Returns true if it can be tried now, so that the delivery loop has to be woken.
  @discardableResult
  package mutating func release(_ id: Job.ID) -> Bool {
    guard let (key, start) = jobs.release(id) else { return false }
    trackLifetime(of: id, since: start)
    // A lane that is not in the table is that of a job without order, and ready.
    if let lane = lanes.glance(key) {
      guard lane.status == .ready, lane.first == id || lane.hasAside else { return false }
    }
    enqueue(key)
    return true
  }

  /// Delays the first attempt of a job that failed before a restart, so that such attempts are spread.
  package mutating func delay(_ id: Job.ID, until time: Duration) {
    guard let key = jobs.lane(of: id), head(key) == id else { return }
    jobs.setWaitingFor(.retry, id)
    sleep(key, until: time, for: id)
  }

  /// Returns the next step. `clock` is the time on the clock of the outbox, which times to live are on. A job
  /// expires in time, also while no attempt is possible.
  package mutating func nextStep(at now: Duration, clock: Int64) -> Step {
    let cutoff = clock - policy.timeToLive.milliseconds
    wakeSome()
    var rest = Self.lookedAt
    if let job = takeExpired(before: cutoff, &rest) { return .expire(job) }
    let step = attemptOrWait(at: now, &rest)
    guard case .wait(let until) = step else { return step }
    // More lanes are to be looked at, but others get their turn first.
    if rest <= 0 || !waking.isEmpty { return .wait(until: now) }
    let expiry = lifetimes.first.map { now + .milliseconds($0.time - cutoff + 1) }
    return .wait(until: earlier(until, expiry))
  }

  /// The number of lanes or jobs that one step looks at.
  static let lookedAt = 512

  /// Returns the next attempt, or the time at which there may be one, after looking at up to `rest` lanes.
  private mutating func attemptOrWait(at now: Duration, _ rest: inout Int) -> Step {
    for key in alarms.due(at: now, limit: Self.lookedAt) { endWaits(key, at: now) }
    guard inFlightLanes.count < concurrency else { return .wait(until: nil) }
    if case .closed(let until) = destination.gate(at: now, inFlight: inFlightLanes.count) {
      return .wait(until: earlier(until, alarms.first?.time))
    }
    // Permits limit the retries per second, so that new jobs do not starve behind them.
    var permitAt: Duration?
    while permitAt == nil, rest > 0, let key = retries.first {
      rest -= 1
      let id = triable(key, hasFailed: true)
      if id != nil {
        permitAt = destination.takeRetry(at: now)
        if permitAt != nil { break }
      }
      retries.removeFirst()
      if let id, let job = begin(id, key) { return .attempt(job) }
    }
    while rest > 0, let key = fresh.popFirst() {
      rest -= 1
      if let id = triable(key, hasFailed: false), let job = begin(id, key) {
        return .attempt(job)
      }
    }
    return .wait(until: earlier(permitAt, alarms.first?.time))
  }

  /// Ends a job by its attempt. With `holdingLane` its lane stops until `proceed`; returns true if it does.
  package mutating func settle(
    _ id: Job.ID, holdingLane: Bool = false
  ) -> (job: Job, isHolding: Bool)? {
    guard let key = jobs.lane(of: id) else { return nil }
    let wasInFlight = lanes[key]?.status == .inFlight(id)
    guard let job = remove(id) else { return nil }
    guard wasInFlight else { return (job, false) }
    lanes[key]?.waits = 0
    if holdingLane { lanes[key]?.status = .holding(after: id) } else { finishAttempt(key) }
    return (job, holdingLane)
  }

  /// Removes a job for good, in any state. The lane of a job in flight stops until `proceed`.
  package mutating func remove(_ id: Job.ID) -> Job? {
    guard let job = jobs[id], let key = jobs.lane(of: id) else { return nil }
    endWait(key, id)
    var sleeper: Job.ID?
    if case .sleeping(_, let other)? = lanes[key]?.status, other != id { sleeper = other }
    jobs.remove(id)
    bytes -= job.bytes
    logBytes -= job.location.recordBytes
    sweepLifetimes()
    lanes[key]?.remove(id)
    guard let lane = lanes[key], !lane.status.isBusy else { return job }
    if lane.isEmpty {
      drop(key)
    } else if sleeper == nil {
      lanes[key]?.status = .ready
      arrange(key)
    }
    return job
  }

  /// Ends the attempt at that job of the lane, and the hold of `settle(_:holdingLane:)`.
  package mutating func proceed(_ key: Lane.Key, after id: Job.ID) {
    guard let key = self.id(of: key), let status = lanes[key]?.status,
      status == .inFlight(id) || status == .holding(after: id)
    else { return }
    finishAttempt(key)
  }

  /// Reschedules a job after a failed attempt that may succeed later. Returns the delay, which is zero if a flush
  /// asked for another attempt meanwhile.
  package mutating func postpone(
    _ id: Job.ID, _ error: AttemptError, at now: Duration, jitter: Double
  ) -> Duration? {
    guard let key = jobs.lane(of: id), let attempts = jobs.attempts(of: id) else { return nil }
    let isFlushed = isFlushedInFlight(id)
    jobs.setAttempts(attempts + 1, of: id)
    jobs.setError(error, of: id)
    jobs.setSkipsTokenUpdate(false, id)
    leaveInFlight(key)
    lanes[key]?.waits = 0
    if isFlushed {
      makeReady(key)
      return .zero
    }
    let delay = policy.delay(afterFailure: attempts, jitter: jitter)
    jobs.setWaitingFor(.retry, id)
    sleep(key, until: now + delay, for: id)
    return delay
  }

  /// Parks a job that could not be tried, without a token, credentials of its user or permission. It is
  /// checked again at growing intervals or at `time`, and when the missing requirement is met.
  package mutating func wait(
    _ id: Job.ID, for reason: WaitingFor, _ error: AttemptError?, until time: Duration? = nil,
    at now: Duration, jitter: Double
  ) {
    guard let key = jobs.lane(of: id) else { return }
    let (user, waits, wakeups) = { ($0.user, $0.waits, $0.wakeups) }(storedLane(key))
    if let error { jobs.setError(error, of: id) }
    leaveInFlight(key)
    // The requirement may have been met while the attempt ran.
    guard !wakeups.contains(reason) else { return makeReady(key) }
    jobs.setWaitingFor(reason, id)
    parked[reason, default: ParkedLanes()].insert(key, of: user)
    if reason.need != nil { return stepAside(id, key, until: time, at: now, jitter: jitter) }
    lanes[key]?.waits = waits + 1
    sleep(key, until: now + policy.delay(afterFailure: waits, jitter: jitter), for: id)
  }

  /// Records that the server answered, with any response. `destinationFailed` records no response or 5xx.
  package mutating func destinationAnswered() { destination.answered() }

  package mutating func destinationFailed(at now: Duration, jitter: Double) {
    destination.failed(at: now, policy, jitter: jitter)
  }

  package mutating func pauseDestination(until time: Duration) { destination.pause(until: time) }

  /// Ends every delay between attempts, including a pause that the platform asked for.
  package mutating func wakeAll() {
    endPause()
    wakeLanes(.all)
  }

  /// Ends any pause of the platform, requested or after failures.
  package mutating func endPause() { destination.reset() }

  /// Queues `first` of the same lane before a job that is being tried, and ends that attempt.
  package mutating func yield(_ id: Job.ID, behind first: Job.ID) {
    guard let key = jobs.lane(of: id), lanes[key]?.status == .inFlight(id) else { return }
    leaveInFlight(key)
    jobs.setSkipsTokenUpdate(true, id)
    if jobs.lane(of: first) == key {
      lanes[key]?.queue.remove(first)
      lanes[key]?.queue.insertFirst(first)
    }
    makeReady(key)
  }

  /// Makes all jobs in flight ready again, after their attempts have been abandoned.
  package mutating func abandonAttempts() {
    for key in inFlightLanes {
      leaveInFlight(key)
      if lanes[key]?.isEmpty == true { drop(key) } else { makeReady(key) }
    }
  }

  /// Removes all jobs; an attempt in progress finds no job to settle.
  package mutating func removeAll() {
    jobs = JobTable()
    bytes = 0
    logBytes = 0
    lanes = LaneTable()
    fresh = LaneQueue()
    retries = LaneQueue()
    parked = [:]
    inFlightLanes = []
    alarms = TimerHeap()
    waking = []
    lifetimes = TimerHeap()
  }

  package mutating func move(_ id: Job.ID, to location: RecordLocation) {
    guard let old = jobs.location(of: id) else { return }
    logBytes += location.recordBytes - old.recordBytes
    jobs.move(id, to: location)
  }

  /// Sets the number of attempts read from the journal.
  package mutating func restoreAttempts(_ id: Job.ID, _ count: Int, _ error: AttemptError? = nil) {
    guard let key = jobs.lane(of: id), let known = jobs.attempts(of: id) else { return }
    jobs.setAttempts(count, of: id)
    if let error { jobs.setError(error, of: id) }
    // From the second attempt on it is among the retries.
    if known == 0, status(key) == .ready { enqueue(key) }
  }
}

extension Scheduler {
  /// Returns the job that the lane tries next; nil if it has none, or all stand aside.
  func head(_ key: LaneID) -> Job.ID? {
    guard lanes.glance(key) != nil else {
      return key.only.flatMap { jobs.contains($0) ? $0 : nil }
    }
    return candidate(key)
  }

  /// Returns the status; nil for a lane that does not exist.
  private func status(_ key: LaneID) -> Lane.Status? {
    lanes.glance(key)?.status ?? (head(key) == nil ? nil : .ready)
  }

  /// Creates a lane and retains the number of its user.
  private mutating func makeLane(_ user: UserTagInterner.Index) -> Lane {
    jobs.retainUser(user)
    return Lane(user: user)
  }

  /// Returns the stored lane. Stores the lane of a job without order first, if needed.
  @discardableResult
  private mutating func storedLane(_ key: LaneID) -> Lane {
    if let lane = lanes[key] { return lane }
    guard let id = key.only, let user = jobs.user(of: id) else {
      preconditionFailure("a lane without a job")
    }
    var lane = makeLane(user)
    lane.queue.insert(id)
    lanes[key] = lane
    return lane
  }

  private mutating func drop(_ key: LaneID) {
    guard let lane = lanes[key] else { return }
    lanes[key] = nil
    jobs.releaseUser(lane.user)
  }

  func id(of key: Lane.Key) -> LaneID? {
    jobs.users.index(of: key.userTag).map { LaneID(key.name, of: $0) }
  }

  /// Ends the attempt of that lane.
  private mutating func finishAttempt(_ key: LaneID) {
    leaveInFlight(key)
    if lanes[key]?.isEmpty == true { drop(key) } else { makeReady(key) }
  }

  private mutating func leaveInFlight(_ key: LaneID) {
    guard let lane = lanes[key], lane.status.isBusy else { return }
    inFlightLanes.remove(key)
    lanes[key]?.status = .ready
    if lane.isOverdue, let id = lane.status.jobInFlight, let start = jobs.livesSince(id) {
      trackLifetime(of: id, since: start)
    }
  }

  /// Ends the sleep of a lane, and arranges it.
  mutating func makeReady(_ key: LaneID) {
    if case .sleeping(_, let id)? = lanes[key]?.status { endWait(key, id) }
    lanes[key]?.status = .ready
    arrange(key)
  }

  /// Queues a ready lane in the queue that fits its first job; it may be in the other queue too. One whose first job is
  /// held is queued when that is released.
  mutating func enqueue(_ key: LaneID) {
    guard let id = head(key), jobs.isHeld(id) == false, let attempts = jobs.attempts(of: id) else {
      return
    }
    if attempts > 0 { retries.append(key) } else { fresh.append(key) }
    // Lanes that were removed while no attempt was possible are still in the queues.
    guard fresh.count + retries.count > 2 * jobs.count + 64 else { return }
    sweep(\.fresh)
    sweep(\.retries)
  }

  private mutating func sweep(_ path: WritableKeyPath<Scheduler, LaneQueue>) {
    var queue = self[keyPath: path]
    self[keyPath: path] = LaneQueue()
    queue.sweep(isReady)
    self[keyPath: path] = queue
  }

  private func isReady(_ key: LaneID) -> Bool { status(key) == .ready }

  private func triable(_ key: LaneID, hasFailed: Bool) -> Job.ID? {
    guard status(key) == .ready, let id = head(key), jobs.isHeld(id) == false,
      let attempts = jobs.attempts(of: id), (attempts > 0) == hasFailed
    else { return nil }
    // An acknowledgement that is still to be sent comes before the event that ends its job.
    let passed = subscriptions(passedBy: id)
    return passed.contains { jobs.isHeld($0) == true } ? nil : id
  }

  /// Marks the lane as in flight. Returns nil for an unknown job.
  private mutating func begin(_ id: Job.ID, _ key: LaneID) -> Job? {
    jobs.setWaitingFor(nil, id)
    guard let job = jobs[id] else { return nil }
    storedLane(key)
    lanes[key]?.status = .inFlight(id)
    lanes[key]?.wakeups = []
    lanes[key]?.isSent = false
    lanes[key]?.isOverdue = false
    inFlightLanes.insert(key)
    return job
  }

  /// Returns the first job whose time to live began before `cutoff`. Its lane is then in flight, unless the job
  /// is behind another one. A job that is being tried is left to its attempt.
  private mutating func takeExpired(before cutoff: Int64, _ rest: inout Int) -> Job? {
    while rest > 0, let (start, id) = lifetimes.first {
      rest -= 1
      guard let key = jobs.lane(of: id), jobs.livesSince(id) == start, jobs.isHeld(id) == false
      else {
        // The job has ended. It may have a new time to live after a retry.
        lifetimes.removeFirst()
        continue
      }
      guard start < cutoff else { return nil }
      lifetimes.removeFirst()
      let jobInFlight = lanes[key]?.status.jobInFlight
      if jobInFlight == nil, head(key) == id {
        endWait(key, id)
        _ = begin(id, key)
        lanes[key]?.isOverdue = true
      } else if jobInFlight == id {
        lanes[key]?.isOverdue = true
        continue
      }
      return jobs[id]
    }
    return nil
  }

  /// Adds a pending job to `lifetimes`.
  private mutating func trackLifetime(of id: Job.ID, since start: Int64) {
    lifetimes.add(id, at: start)
    sweepLifetimes()
  }

  /// Removes some of the jobs in `lifetimes` that have ended, if they are many: most end long before they expire.
  private mutating func sweepLifetimes() {
    guard lifetimes.count > 2 * jobs.count + 64 else { return }
    let jobs = self.jobs
    lifetimes.sweep(4) { jobs.livesSince($0.key) != $0.time || jobs.isHeld($0.key) == true }
  }

  /// Makes the lane sleep because of that job, unless another job is now before it.
  private mutating func sleep(_ key: LaneID, until time: Duration, for id: Job.ID) {
    guard head(key) == id else {
      endWait(key, id)
      return makeReady(key)
    }
    storedLane(key)
    lanes[key]?.status = .sleeping(until: time, for: id)
    setAlarm(key, at: time)
  }

  /// Adds an alarm of a lane. A lane that was woken early leaves a stale one.
  mutating func setAlarm(_ key: LaneID, at time: Duration) {
    alarms.add(key, at: time)
    guard alarms.count > 4 * lanes.count + 64 else { return }
    let lanes = self.lanes
    alarms.sweep(8) { lanes.isStale($0) }
  }
}

private func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
