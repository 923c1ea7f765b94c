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

  package private(set) var entries: [Entry.ID: Entry] = [:]
  package private(set) var bytes = 0
  /// What the records of the entries take of the log.
  package private(set) var logBytes = 0
  package var policy: RetryPolicy
  private var lanes: [Lane.Key: Lane] = [:]
  /// Lanes whose first work has not been tried, and those whose first work has failed before: these
  /// wait for a permit each.
  private var fresh = LaneQueue()
  private var retries = LaneQueue()
  /// Lanes that sleep until something arrives, by what that is and for whom.
  private var resting: [WaitingFor: [UserTag: Set<Lane.Key>]] = [:]
  private var flying: Set<Lane.Key> = []
  private var alarms = Alarms()
  private var destination: DestinationState
  private let concurrency: Int
  private var inFlight: Int { flying.count }

  package init(policy: RetryPolicy, concurrency: Int) {
    self.policy = policy
    self.concurrency = concurrency
    destination = DestinationState(policy: policy)
  }

  package var oldestCreatedAt: Int64? { entries.min { $0.key < $1.key }?.value.createdAt }

  package subscript(id: Entry.ID) -> Entry? { entries[id] }

  /// In order of acceptance.
  package var ordered: [Entry] { entries.keys.sorted().compactMap { entries[$0] } }

  /// When the lane of that work is looked at next; nil for work that is ready, in flight or behind
  /// other work.
  package func nextAttempt(of entry: Entry) -> Duration? {
    guard let lane = lanes[entry.lane], lane.queue.first == entry.id else { return nil }
    if case .sleeping(let until) = lane.status { return until }
    return nil
  }
}

extension OutboxState {
  package mutating func insert(_ entry: Entry) {
    entries[entry.id] = entry
    bytes += entry.bytes
    logBytes += entry.location.recordBytes
    if var lane = lanes.removeValue(forKey: entry.lane) {
      let head = lane.queue.first
      if entry.goesFirst {
        lane.queue.insert(entry.id, behind: lane.status.flying == nil ? 0 : 1)
      } else {
        lane.queue.insert(entry.id)
      }
      lanes[entry.lane] = lane
      guard let head, lane.queue.first != head, lane.status.flying == nil else { return }
      stopResting(entry.lane, head)
      makeReady(entry.lane)
    } else {
      var lane = Lane()
      lane.queue.append(entry.id)
      lanes[entry.lane] = lane
      enqueue(entry.lane)
    }
  }

  /// Lets work that was held go out. True when it can be tried now, and nobody is about to look.
  @discardableResult
  package mutating func release(_ id: Entry.ID) -> Bool {
    guard entries[id]?.isHeld == true, let key = entries[id]?.lane else { return false }
    entries[id]?.isHeld = false
    guard let lane = lanes[key], lane.status == .ready, lane.queue.first == id else { return false }
    enqueue(key)
    return true
  }

  /// Spreads the first attempts after a restart: work that had failed before waits a little.
  package mutating func delay(_ id: Entry.ID, until time: Duration) {
    guard let entry = entries[id], lanes[entry.lane]?.queue.first == id else { return }
    entries[id]?.waitingFor = .retry
    sleep(entry.lane, until: time, for: id)
  }

  package mutating func nextStep(at now: Duration) -> Step {
    for key in alarms.due(at: now) where lanes[key]?.status.isOver(at: now) == true {
      makeReady(key)
    }
    guard inFlight < concurrency else { return .wait(until: nil) }
    if case .closed(let until) = destination.gate(at: now, inFlight: inFlight) {
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
    guard let key = entries[id]?.lane else { return nil }
    let wasInFlight = lanes[key]?.status == .inFlight(id)
    guard let entry = remove(id) else { return nil }
    guard wasInFlight else { return (entry, false) }
    lanes[key]?.waits = 0
    if !holdingLane { proceed(key, after: id) }
    return (entry, holdingLane)
  }

  /// Takes work out for good, whatever is being done with it. The lane of work that is on the wire
  /// stands still until `proceed`.
  package mutating func remove(_ id: Entry.ID) -> Entry? {
    guard let entry = entries[id] else { return nil }
    stopResting(entry.lane, id)
    entries[id] = nil
    bytes -= entry.bytes
    logBytes -= entry.location.recordBytes
    guard var lane = lanes.removeValue(forKey: entry.lane) else { return entry }
    lane.queue.remove(id)
    guard !lane.queue.isEmpty || lane.status.flying != nil else { return entry }
    lanes[entry.lane] = lane
    if lane.status == .ready { enqueue(entry.lane) }
    return entry
  }

  /// The attempt at that work of the lane is over, and so is the hold of `settle(_:holdingLane:)`.
  package mutating func proceed(_ key: Lane.Key, after id: Entry.ID) {
    guard let lane = lanes[key], lane.status == .inFlight(id) else { return }
    flying.remove(key)
    if lane.queue.isEmpty {
      lanes[key] = nil
    } else {
      makeReady(key)
    }
  }

  /// An attempt that failed and may succeed later. Returns how long it waits.
  package mutating func postpone(
    _ id: Entry.ID, _ error: WorkError, at now: Duration, jitter: Double
  ) -> Duration? {
    guard var entry = entries[id] else { return nil }
    let delay = policy.delay(afterFailure: entry.attempts, jitter: jitter)
    entry.attempts += 1
    entry.lastError = error
    entry.waitingFor = .retry
    entry.isPastTokenUpdate = false
    entries[id] = entry
    leaveFlight(entry.lane)
    lanes[entry.lane]?.waits = 0
    sleep(entry.lane, until: now + delay, for: id)
    return delay
  }

  /// Work that could not be tried: it has no token, no credentials of its user, no permission. It is
  /// looked at again at growing intervals, and when what it waits for arrives.
  package mutating func wait(
    _ id: Entry.ID, for reason: WaitingFor, _ error: WorkError, at now: Duration, jitter: Double
  ) {
    guard let key = entries[id]?.lane, let lane = lanes[key] else { return }
    entries[id]?.lastError = error
    leaveFlight(key)
    // What it lacks may have come while it found out.
    guard !lane.arrived.contains(reason) else { return makeReady(key) }
    entries[id]?.waitingFor = reason
    lanes[key]?.waits = lane.waits + 1
    resting[reason, default: [:]][key.userTag, default: []].insert(key)
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
    for key in lanes.keys where lanes[key]?.status.isSleeping == true && isMeant(key) {
      makeReady(key)
    }
    for key in flying where isMeant(key) { lanes[key]?.arrived = Set(WaitingFor.allCases) }
  }

  /// The work that each lane tries next, or is trying.
  package var heads: Set<Entry.ID> {
    lanes.values.reduce(into: []) { heads, lane in
      if let id = lane.status.flying ?? lane.queue.first, entries[id]?.isHeld == false {
        heads.insert(id)
      }
    }
  }

  /// Lets `first` of the same lane go before work that is being tried, and is not tried any more.
  package mutating func stepBack(_ id: Entry.ID, behind first: Entry.ID) {
    guard let key = entries[id]?.lane, lanes[key]?.status == .inFlight(id) else { return }
    leaveFlight(key)
    entries[id]?.isPastTokenUpdate = true
    if entries[first]?.lane == key {
      lanes[key]?.queue.remove(first)
      lanes[key]?.queue.insert(first, behind: 0)
    }
    enqueue(key)
  }

  /// Nothing is on the wire any more: what was there is tried anew.
  package mutating func endFlights() {
    for key in flying {
      lanes[key]?.status = .ready
      if lanes[key]?.queue.isEmpty == true { lanes[key] = nil } else { enqueue(key) }
    }
    flying = []
  }

  /// What waits for `reason` is tried at once; of one user only when `userTag` is given.
  package mutating func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    let waiting = resting[reason] ?? [:]
    let keys =
      userTag.map { waiting[$0] ?? [] } ?? waiting.values.reduce(into: []) { $0.formUnion($1) }
    for key in keys where lanes[key]?.status.isSleeping == true { makeReady(key) }
    for key in flying where userTag == nil || key.userTag == userTag {
      lanes[key]?.arrived.insert(reason)
    }
  }

  /// Takes out everything; what is on the wire finds nothing to settle.
  package mutating func removeAll() -> [Entry] {
    let all = ordered
    entries = [:]
    bytes = 0
    logBytes = 0
    lanes = [:]
    fresh = LaneQueue()
    retries = LaneQueue()
    resting = [:]
    flying = []
    alarms = Alarms()
    return all
  }

  package mutating func move(_ id: Entry.ID, to location: RecordLocation) {
    guard let old = entries[id]?.location else { return }
    logBytes += location.recordBytes - old.recordBytes
    entries[id]?.location = location
  }

  /// As read from the journal.
  package mutating func restoreAttempts(_ id: Entry.ID, _ attempts: Int) {
    guard let key = entries[id]?.lane else { return }
    entries[id]?.attempts = attempts
    if lanes[key]?.status == .ready { enqueue(key) }
  }
}

extension OutboxState {
  private mutating func leaveFlight(_ key: Lane.Key) {
    guard lanes[key]?.status.flying != nil else { return }
    flying.remove(key)
    lanes[key]?.status = .ready
  }

  private mutating func makeReady(_ key: Lane.Key) {
    if let head = lanes[key]?.queue.first { stopResting(key, head) }
    lanes[key]?.status = .ready
    enqueue(key)
  }

  /// A lane that is ready stands in the queue that fits its first work, and maybe in the other one too.
  private mutating func enqueue(_ key: Lane.Key) {
    guard let id = lanes[key]?.queue.first, let entry = entries[id] else { return }
    if entry.attempts > 0 { retries.append(key) } else { fresh.append(key) }
  }

  private func triable(_ key: Lane.Key, hasFailed: Bool) -> Entry.ID? {
    guard let lane = lanes[key], lane.status == .ready, let id = lane.queue.first,
      let entry = entries[id], !entry.isHeld, (entry.attempts > 0) == hasFailed
    else { return nil }
    return id
  }

  private mutating func begin(_ id: Entry.ID, _ key: Lane.Key) -> Step {
    lanes[key]?.status = .inFlight(id)
    lanes[key]?.arrived = []
    entries[id]?.waitingFor = nil
    flying.insert(key)
    return .attempt(id)
  }

  private mutating func stopResting(_ key: Lane.Key, _ id: Entry.ID) {
    guard let reason = entries[id]?.waitingFor else { return }
    resting[reason]?[key.userTag]?.remove(key)
    entries[id]?.waitingFor = nil
  }

  /// The lane rests because of that work, unless other work has come before it.
  private mutating func sleep(_ key: Lane.Key, until time: Duration, for id: Entry.ID) {
    guard lanes[key]?.queue.first == id else {
      stopResting(key, id)
      return makeReady(key)
    }
    lanes[key]?.status = .sleeping(until: time)
    alarms.add(key, at: time)
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
