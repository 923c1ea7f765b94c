import DurableLog

/// What is accepted and not yet ended, and what is to be tried next. A value: it decides, others act.
///
/// Time is monotonic. A lane is in one of three places: in `fresh` or `retries`, asleep in `alarms`, or in
/// flight; one without work does not exist, unless it is in flight.
package struct OutboxState: Sendable {
  package enum Step: Equatable {
    /// Try this piece of work. Its lane is in flight until `settle`, `postpone` or `wait`.
    case attempt(Entry.ID)
    /// Nothing to do until then, or until something changes.
    case wait(until: Duration?)
  }

  private(set) var work = EntryStore()
  package private(set) var bytes = 0
  /// What the records of the entries take of the log.
  package private(set) var logBytes = 0
  package var policy: RetryPolicy
  /// All lanes but those of work without order to which nothing has happened yet: these are ready.
  private var lanes: [LaneID: Lane] = [:]
  /// Lanes whose first work has not been tried, and those whose first work has failed before: these
  /// wait for a permit each.
  private(set) var fresh = LaneQueue()
  private(set) var retries = LaneQueue()
  /// Lanes that sleep until something arrives, by what that is and for whom.
  private var resting: [WaitingFor: [UserTable.Index: Set<LaneID>]] = [:]
  private var flying: Set<LaneID> = []
  private(set) var alarms = Alarms()
  private var destination: DestinationState
  /// How many attempts may be under way at once.
  var concurrency: Int

  package init(policy: RetryPolicy, concurrency: Int) {
    self.policy = policy
    self.concurrency = concurrency
    destination = DestinationState(policy: policy)
  }

  package var count: Int { work.count }

  /// Whether anything is on the wire, or its lane waits for the record of its end.
  var isInFlight: Bool { !flying.isEmpty }

  func isInFlight(_ id: Entry.ID) -> Bool {
    work.lane(of: id).flatMap { lanes[$0]?.status.flying } == id
  }

  package var oldestCreatedAt: Int64? { work.oldest.flatMap { work[$0]?.createdAt } }

  package subscript(id: Entry.ID) -> Entry? { work[id] }

  /// When the lane of that work is looked at next; nil for work that is ready, in flight or behind
  /// other work.
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

  /// Lets work that was held go out. True when it can be tried now, and nobody is about to look.
  @discardableResult
  package mutating func release(_ id: Entry.ID) -> Bool {
    guard work.isHeld(id) == true, let key = work.lane(of: id) else { return false }
    work.release(id)
    guard status(key) == .ready, head(key) == id else { return false }
    enqueue(key)
    return true
  }

  /// Spreads the first attempts after a restart: work that had failed before waits a little.
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
    // At most so many a second, so what is new does not starve behind them.
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

  /// Ends work by its attempt. Where `holdingLane` is asked for, its lane stands still until `proceed`; the
  /// answer says whether it does.
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

  /// Takes work out for good, whatever is being done with it. The lane of work that is on the wire
  /// stands still until `proceed`.
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

  /// The attempt at that work of the lane is over, and so is the hold of `settle(_:holdingLane:)`.
  package mutating func proceed(_ key: Lane.Key, after id: Entry.ID) {
    guard let key = self.id(of: key), lanes[key]?.status == .inFlight(id) else { return }
    land(key)
  }

  /// An attempt that failed and may succeed later. Returns how long it waits.
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

  /// Work that could not be tried: it has no token, no credentials of its user, no permission. It is
  /// looked at again at growing intervals, and when what it waits for arrives.
  package mutating func wait(
    _ id: Entry.ID, for reason: WaitingFor, _ error: WorkError, at now: Duration, jitter: Double
  ) {
    guard let key = work.lane(of: id) else { return }
    let lane = note(key)
    work.setError(error, of: id)
    leaveFlight(key)
    // What it lacks may have come while it found out.
    guard !lane.arrived.contains(reason) else { return makeReady(key) }
    work.setWaitingFor(reason, id)
    lanes[key]?.waits = lane.waits + 1
    resting[reason, default: [:]][lane.user, default: []].insert(key)
    sleep(key, until: now + policy.delay(afterFailure: lane.waits, jitter: jitter), for: id)
  }

  /// The server answered, whatever it said; or it did not, or said 5xx.
  package mutating func destinationAnswered() { destination.answered() }

  package mutating func destinationFailed(at now: Duration, jitter: Double) {
    destination.failed(at: now, jitter: jitter)
  }

  package mutating func pauseDestination(until time: Duration) { destination.pause(until: time) }

  /// Ends every waiting between attempts, a pause asked for by the platform included.
  package mutating func wakeAll() {
    endPause()
    wakeLanes { _ in true }
  }

  /// The platform is spoken to again, whatever it asked for or how it failed.
  package mutating func endPause() { destination.reset() }

  /// Ends the waiting between attempts in those lanes, not that which the platform asked for.
  package mutating func wakeLanes(where isMeant: (Lane.Key) -> Bool) {
    for (id, lane) in lanes where lane.status.isSleeping && isMeant(key(of: id, lane)) {
      makeReady(id)
    }
    for id in flying {
      guard let lane = lanes[id], isMeant(key(of: id, lane)) else { continue }
      lanes[id]?.arrived = Set(WaitingFor.allCases)
    }
  }

  /// The work that each lane tries next, or is trying.
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

  /// Lets `first` of the same lane go before work that is being tried, and is not tried any more.
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

  /// Nothing is on the wire any more: what was there is tried anew.
  package mutating func endFlights() {
    for key in flying {
      lanes[key]?.status = .ready
      if lanes[key]?.queue.isEmpty == true { drop(key) } else { enqueue(key) }
    }
    flying = []
  }

  /// What waits for `reason` is tried at once; of one user only when `userTag` is given.
  package mutating func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    let waiting = resting[reason] ?? [:]
    let user = userTag.map { work.users.index(of: $0) }
    // Nothing is here of that user.
    if case .some(nil) = user { return }
    for (one, keys) in waiting where user == nil || user == one {
      for key in keys where lanes[key]?.status.isSleeping == true { makeReady(key) }
    }
    for key in flying where user == nil || user == lanes[key]?.user {
      lanes[key]?.arrived.insert(reason)
    }
  }

  /// Takes out everything; what is on the wire finds nothing to settle.
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

  /// As read from the journal.
  package mutating func restoreAttempts(_ id: Entry.ID, _ attempts: Int) {
    guard let key = work.lane(of: id) else { return }
    work.setAttempts(attempts, of: id)
    if status(key) == .ready { enqueue(key) }
  }
}

extension OutboxState {
  /// What that lane tries next.
  private func head(_ key: LaneID) -> Entry.ID? {
    guard let lane = lanes[key] else { return key.only.flatMap { work.contains($0) ? $0 : nil } }
    return lane.queue.first
  }

  /// Nil for a lane that does not exist.
  private func status(_ key: LaneID) -> Lane.Status? {
    lanes[key]?.status ?? (head(key) == nil ? nil : .ready)
  }

  /// A new lane keeps the number of its user.
  private mutating func noted(_ user: UserTable.Index) -> Lane {
    work.retainUser(user)
    return Lane(user: user)
  }

  /// The lane, of which something is to be noted.
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

  /// The attempt of that lane is over.
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

  /// A lane that is ready stands in the queue that fits its first work, and maybe in the other one too.
  private mutating func enqueue(_ key: LaneID) {
    guard let id = head(key), let attempts = work.attempts(of: id) else { return }
    if attempts > 0 { retries.append(key) } else { fresh.append(key) }
    // Lanes that went while nothing could be tried are still in the queues.
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

  /// The lane rests because of that work, unless other work has come before it.
  private mutating func sleep(_ key: LaneID, until time: Duration, for id: Entry.ID) {
    guard head(key) == id else {
      stopResting(key, id)
      return makeReady(key)
    }
    note(key)
    lanes[key]?.status = .sleeping(until: time)
    alarms.add(key, at: time)
    // A lane that was woken early has left its alarm behind.
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

  /// An alarm may be older than the sleep it was set for; only the time the lane itself keeps counts.
  func isOver(at now: Duration) -> Bool {
    if case .sleeping(let until) = self { until <= now } else { false }
  }
}

private func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
