import DurableLog

/// The state of the accepted jobs that have not ended, and the selection of the next attempt. A value: it
/// decides, its callers perform.
///
/// Time is monotonic. A lane is in one of three places: in `fresh` or `retries`, asleep in `alarms`, or in
/// flight. A lane without jobs exists only while it is in flight.
package struct OutboxState: Sendable {
  package enum Step: Equatable {
    /// An attempt at this job. Its lane is in flight until `settle`, `postpone` or `wait`.
    case attempt(Entry.ID)
    /// No attempt until then, or until a change.
    case wait(until: Duration?)
  }

  private(set) var work = EntryStore()
  package private(set) var bytes = 0
  /// The size of the entries' records in the log.
  package private(set) var logBytes = 0
  package var policy: RetryPolicy
  /// All lanes except untouched lanes of jobs without order: these are ready.
  private var lanes: [LaneID: Lane] = [:]
  /// The lanes whose first job has not been tried, and those whose first job has failed before: each of these
  /// waits for a permit.
  private(set) var fresh = LaneQueue()
  private(set) var retries = LaneQueue()
  /// The lanes that sleep until a requirement is met, by requirement and user.
  private var resting: [WaitingFor: [UserTable.Index: Set<LaneID>]] = [:]
  private var flying: Set<LaneID> = []
  private(set) var alarms = Alarms()
  private var destination: DestinationState
  /// The maximum number of concurrent attempts.
  var concurrency: Int

  package init(policy: RetryPolicy, concurrency: Int) {
    self.policy = policy
    self.concurrency = concurrency
    destination = DestinationState(policy: policy)
  }

  package var count: Int { work.count }

  /// True if an attempt is in progress, or its lane waits for the record of its end.
  var isInFlight: Bool { !flying.isEmpty }

  func isInFlight(_ id: Entry.ID) -> Bool {
    work.lane(of: id).flatMap { lanes[$0]?.status.flying } == id
  }

  package var oldestCreatedAt: Int64? { work.oldest.flatMap { work[$0]?.createdAt } }

  package subscript(id: Entry.ID) -> Entry? { work[id] }

  /// Returns the time of the next check of that job's lane; nil for a job that is ready, in flight or behind
  /// another job.
  package func nextAttempt(of entry: Entry) -> Duration? {
    guard let id = id(of: entry.lane), lanes[id]?.queue.first == entry.id else { return nil }
    if case .sleeping(let until) = lanes[id]?.status { return until }
    return nil
  }
}

extension OutboxState {
  package mutating func insert(_ entry: Entry) {
    let key = work.insert(entry)
    bytes += entry.bytes
    logBytes += entry.location.recordBytes
    if key.only != nil, lanes[key] == nil { return enqueue(key) }
    switch lanes[key]?.add(entry.id, goesFirst: entry.goesFirst) {
    case nil:
      guard let user = work.user(of: entry.id) else { return }
      var lane = noted(user)
      lane.queue.append(entry.id)
      lanes[key] = lane
      enqueue(key)
    case .alone: enqueue(key)
    case .before(let head):
      stopResting(key, head)
      makeReady(key)
    case .behind: break
    }
  }

  /// Releases a held job. Returns true if it can be tried now, so that the delivery loop has to be woken.
  @discardableResult
  package mutating func release(_ id: Entry.ID) -> Bool {
    guard work.isHeld(id) == true, let key = work.lane(of: id) else { return false }
    work.release(id)
    guard status(key) == .ready, head(key) == id else { return false }
    enqueue(key)
    return true
  }

  /// Delays the first attempt of a job that failed before a restart, so that such attempts are spread.
  package mutating func delay(_ id: Entry.ID, until time: Duration) {
    guard let key = work.lane(of: id), head(key) == id else { return }
    work.setWaitingFor(.retry, id)
    sleep(key, until: time, for: id)
  }

  package mutating func nextStep(at now: Duration) -> Step {
    for key in alarms.due(at: now) where lanes[key]?.status.isOver(at: now) == true {
      makeReady(key)
    }
    guard flying.count < concurrency else { return .wait(until: nil) }
    if case .closed(let until) = destination.gate(at: now, inFlight: flying.count) {
      return .wait(until: earlier(until, alarms.next))
    }
    // Permits limit the retries per second, so that new jobs do not starve behind them.
    var permitAt: Duration?
    while permitAt == nil, let key = retries.first {
      if let id = triable(key, hasFailed: true) {
        permitAt = destination.takeRetry(at: now)
        if permitAt != nil { break }
        retries.removeFirst()
        return begin(id, key)
      }
      retries.removeFirst()
    }
    while let key = fresh.popFirst() {
      if let id = triable(key, hasFailed: false) { return begin(id, key) }
    }
    return .wait(until: earlier(permitAt, alarms.next))
  }

  /// Ends a job by its attempt. With `holdingLane` its lane stops until `proceed`; returns true if it does.
  package mutating func settle(
    _ id: Entry.ID, holdingLane: Bool = false
  ) -> (entry: Entry, isHolding: Bool)? {
    guard let key = work.lane(of: id) else { return nil }
    let wasInFlight = lanes[key]?.status == .inFlight(id)
    guard let entry = remove(id) else { return nil }
    guard wasInFlight else { return (entry, false) }
    lanes[key]?.waits = 0
    if !holdingLane { land(key) }
    return (entry, holdingLane)
  }

  /// Removes a job for good, in any state. The lane of a job in flight stops until `proceed`.
  package mutating func remove(_ id: Entry.ID) -> Entry? {
    guard let entry = work[id], let key = work.lane(of: id) else { return nil }
    stopResting(key, id)
    work.remove(id)
    bytes -= entry.bytes
    logBytes -= entry.location.recordBytes
    lanes[key]?.queue.remove(id)
    guard let status = lanes[key]?.status else { return entry }
    if head(key) == nil, status.flying == nil {
      drop(key)
    } else if status == .ready {
      enqueue(key)
    }
    return entry
  }

  /// Ends the attempt at that job of the lane, and the hold of `settle(_:holdingLane:)`.
  package mutating func proceed(_ key: Lane.Key, after id: Entry.ID) {
    guard let key = self.id(of: key), lanes[key]?.status == .inFlight(id) else { return }
    land(key)
  }

  /// Reschedules a job after a failed attempt that may succeed later. Returns the delay.
  package mutating func postpone(
    _ id: Entry.ID, _ error: WorkError, at now: Duration, jitter: Double
  ) -> Duration? {
    guard let key = work.lane(of: id), let attempts = work.attempts(of: id) else { return nil }
    let delay = policy.delay(afterFailure: attempts, jitter: jitter)
    work.setAttempts(attempts + 1, of: id)
    work.setError(error, of: id)
    work.setWaitingFor(.retry, id)
    work.setPastTokenUpdate(false, id)
    leaveFlight(key)
    lanes[key]?.waits = 0
    sleep(key, until: now + delay, for: id)
    return delay
  }

  /// Parks a job that could not be tried, without a token, credentials of its user or permission. It is
  /// checked again at growing intervals, and when the missing requirement is met.
  package mutating func wait(
    _ id: Entry.ID, for reason: WaitingFor, _ error: WorkError, at now: Duration, jitter: Double
  ) {
    guard let key = work.lane(of: id) else { return }
    let lane = note(key)
    work.setError(error, of: id)
    leaveFlight(key)
    // The requirement may have been met while the attempt ran.
    guard !lane.arrived.contains(reason) else { return makeReady(key) }
    work.setWaitingFor(reason, id)
    lanes[key]?.waits = lane.waits + 1
    resting[reason, default: [:]][lane.user, default: []].insert(key)
    sleep(key, until: now + policy.delay(afterFailure: lane.waits, jitter: jitter), for: id)
  }

  /// Records that the server answered, with any response. `destinationFailed` records no response or 5xx.
  package mutating func destinationAnswered() { destination.answered() }

  package mutating func destinationFailed(at now: Duration, jitter: Double) {
    destination.failed(at: now, jitter: jitter)
  }

  package mutating func pauseDestination(until time: Duration) { destination.pause(until: time) }

  /// Ends every delay between attempts, including a pause that the platform asked for.
  package mutating func wakeAll() {
    endPause()
    wakeLanes { _ in true }
  }

  /// Ends any pause of the platform, requested or after failures.
  package mutating func endPause() { destination.reset() }

  /// Ends the delays between attempts in those lanes, but not a pause that the platform asked for.
  package mutating func wakeLanes(where isMeant: (Lane.Key) -> Bool) {
    for (id, lane) in lanes where lane.status.isSleeping && isMeant(key(of: id, lane)) {
      makeReady(id)
    }
    for id in flying {
      guard let lane = lanes[id], isMeant(key(of: id, lane)) else { continue }
      lanes[id]?.arrived = Set(WaitingFor.allCases)
    }
  }

  /// The job that each lane tries next, or is trying.
  package var heads: Set<Entry.ID> {
    var heads: Set<Entry.ID> = []
    for lane in lanes.values {
      if let id = lane.status.flying ?? lane.queue.first, work.isHeld(id) == false {
        heads.insert(id)
      }
    }
    work.forEach { id, lane, _ in
      if lane.only != nil, lanes[lane] == nil, work.isHeld(id) == false { heads.insert(id) }
    }
    return heads
  }

  /// Queues `first` of the same lane before a job that is being tried, and ends that attempt.
  package mutating func stepBack(_ id: Entry.ID, behind first: Entry.ID) {
    guard let key = work.lane(of: id), lanes[key]?.status == .inFlight(id) else { return }
    leaveFlight(key)
    work.setPastTokenUpdate(true, id)
    if work.lane(of: first) == key {
      lanes[key]?.queue.remove(first)
      lanes[key]?.queue.insert(first, behind: 0)
    }
    enqueue(key)
  }

  /// Makes all jobs in flight ready again, after their attempts have been abandoned.
  package mutating func endFlights() {
    for key in flying {
      lanes[key]?.status = .ready
      if lanes[key]?.queue.isEmpty == true { drop(key) } else { enqueue(key) }
    }
    flying = []
  }

  /// Makes jobs that wait for `reason` ready; those of one user only if `userTag` is given.
  package mutating func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    let waiting = resting[reason] ?? [:]
    let user = userTag.map { work.users.index(of: $0) }
    // There is no job of that user.
    if case .some(nil) = user { return }
    for (one, keys) in waiting where user == nil || user == one {
      for key in keys where lanes[key]?.status.isSleeping == true { makeReady(key) }
    }
    for key in flying where user == nil || user == lanes[key]?.user {
      lanes[key]?.arrived.insert(reason)
    }
  }

  /// Removes all jobs; an attempt in progress finds no job to settle.
  package mutating func removeAll() {
    work = EntryStore()
    bytes = 0
    logBytes = 0
    lanes = [:]
    fresh = LaneQueue()
    retries = LaneQueue()
    resting = [:]
    flying = []
    alarms = Alarms()
  }

  package mutating func move(_ id: Entry.ID, to location: RecordLocation) {
    guard let old = work.location(of: id) else { return }
    logBytes += location.recordBytes - old.recordBytes
    work.move(id, to: location)
  }

  /// Sets the number of attempts read from the journal.
  package mutating func restoreAttempts(_ id: Entry.ID, _ attempts: Int) {
    guard let key = work.lane(of: id) else { return }
    work.setAttempts(attempts, of: id)
    if status(key) == .ready { enqueue(key) }
  }
}

extension OutboxState {
  /// Returns the job that the lane tries next.
  private func head(_ key: LaneID) -> Entry.ID? {
    guard let lane = lanes[key] else { return key.only.flatMap { work.contains($0) ? $0 : nil } }
    return lane.queue.first
  }

  /// Returns the status; nil for a lane that does not exist.
  private func status(_ key: LaneID) -> Lane.Status? {
    lanes[key]?.status ?? (head(key) == nil ? nil : .ready)
  }

  /// Creates a lane and retains the number of its user.
  private mutating func noted(_ user: UserTable.Index) -> Lane {
    work.retainUser(user)
    return Lane(user: user)
  }

  /// Returns the stored lane. Stores the lane of a job without order first, if needed.
  @discardableResult
  private mutating func note(_ key: LaneID) -> Lane {
    if let lane = lanes[key] { return lane }
    guard let id = key.only, let user = work.user(of: id) else {
      preconditionFailure("a lane without work")
    }
    var lane = noted(user)
    lane.queue.append(id)
    lanes[key] = lane
    return lane
  }

  private mutating func drop(_ key: LaneID) {
    guard let lane = lanes.removeValue(forKey: key) else { return }
    work.releaseUser(lane.user)
  }

  private func id(of key: Lane.Key) -> LaneID? {
    work.users.index(of: key.userTag).map { LaneID(key.name, of: $0) }
  }

  private func key(of id: LaneID, _ lane: Lane) -> Lane.Key {
    Lane.Key(userTag: work.users[lane.user], name: id.name)
  }

  /// Ends the attempt of that lane.
  private mutating func land(_ key: LaneID) {
    flying.remove(key)
    if head(key) == nil {
      drop(key)
    } else {
      makeReady(key)
    }
  }

  private mutating func leaveFlight(_ key: LaneID) {
    guard lanes[key]?.status.flying != nil else { return }
    flying.remove(key)
    lanes[key]?.status = .ready
  }

  private mutating func makeReady(_ key: LaneID) {
    if let head = head(key) { stopResting(key, head) }
    lanes[key]?.status = .ready
    enqueue(key)
  }

  /// Queues a ready lane in the queue that fits its first job; it may be in the other queue too.
  private mutating func enqueue(_ key: LaneID) {
    guard let id = head(key), let attempts = work.attempts(of: id) else { return }
    if attempts > 0 { retries.append(key) } else { fresh.append(key) }
    // Lanes that were removed while no attempt was possible are still in the queues.
    guard fresh.count + retries.count > 4 * work.count + 64 else { return }
    fresh = fresh.keeping(isReady)
    retries = retries.keeping(isReady)
  }

  private func isReady(_ key: LaneID) -> Bool { status(key) == .ready }

  private func triable(_ key: LaneID, hasFailed: Bool) -> Entry.ID? {
    guard status(key) == .ready, let id = head(key), work.isHeld(id) == false,
      let attempts = work.attempts(of: id), (attempts > 0) == hasFailed
    else { return nil }
    return id
  }

  private mutating func begin(_ id: Entry.ID, _ key: LaneID) -> Step {
    note(key)
    lanes[key]?.status = .inFlight(id)
    lanes[key]?.arrived = []
    work.setWaitingFor(nil, id)
    flying.insert(key)
    return .attempt(id)
  }

  private mutating func stopResting(_ key: LaneID, _ id: Entry.ID) {
    guard let reason = work.waitingFor(id) else { return }
    if let user = lanes[key]?.user {
      resting[reason]?[user]?.remove(key)
      if resting[reason]?[user]?.isEmpty == true { resting[reason]?[user] = nil }
    }
    work.setWaitingFor(nil, id)
  }

  /// Makes the lane sleep because of that job, unless another job is now before it.
  private mutating func sleep(_ key: LaneID, until time: Duration, for id: Entry.ID) {
    guard head(key) == id else {
      stopResting(key, id)
      return makeReady(key)
    }
    note(key)
    lanes[key]?.status = .sleeping(until: time)
    alarms.add(key, at: time)
    // A lane that was woken early leaves a stale alarm.
    if alarms.count > 2 * lanes.count + 64 { resetAlarms() }
  }

  private mutating func resetAlarms() {
    alarms = Alarms()
    for (key, lane) in lanes {
      if case .sleeping(let until) = lane.status { alarms.add(key, at: until) }
    }
  }
}

extension Lane.Status {
  var flying: Entry.ID? { if case .inFlight(let id) = self { id } else { nil } }
  var isSleeping: Bool { if case .sleeping = self { true } else { false } }

  /// Returns true if the sleep is over. An alarm may be older than the sleep it was set for; only the time in
  /// the lane counts.
  func isOver(at now: Duration) -> Bool {
    if case .sleeping(let until) = self { until <= now } else { false }
  }
}

private func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
