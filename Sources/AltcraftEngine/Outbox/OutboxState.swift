import DurableLog

/// What is accepted and not yet ended, and what is to be tried next. A value: it decides, others act.
///
/// Time is monotonic. A lane is in one of three places: in `ready`, asleep in `alarms`, or in flight;
/// one without work does not exist.
package struct OutboxState: Sendable {
  package enum Step: Equatable {
    /// Try this piece of work. Its lane is in flight until `settle`, `postpone` or `wait`.
    case attempt(Entry.ID)
    /// Nothing to do until then, or until something changes.
    case wait(until: Duration?)
  }

  package private(set) var entries: [Entry.ID: Entry] = [:]
  package private(set) var bytes = 0
  package var policy: RetryPolicy
  private var lanes: [Lane.Key: Lane] = [:]
  private var ready = LaneQueue()
  private var alarms = Alarms()
  private var destination: DestinationState
  private let concurrency: Int
  private var inFlight = 0

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
    if var lane = lanes.removeValue(forKey: entry.lane) {
      let wasHead = lane.queue.first
      lane.queue.insert(entry.id)
      lanes[entry.lane] = lane
      if lane.queue.first != wasHead, lane.status != .inFlight { makeReady(entry.lane) }
    } else {
      var lane = Lane()
      lane.queue.append(entry.id)
      lanes[entry.lane] = lane
      ready.append(entry.lane)
    }
  }

  /// Lets work that was held go out. True when it can be tried now, and nobody is about to look.
  package mutating func release(_ id: Entry.ID) -> Bool {
    guard entries[id]?.isHeld == true, let key = entries[id]?.lane else { return false }
    entries[id]?.isHeld = false
    guard let lane = lanes[key], lane.status == .ready, lane.queue.first == id else { return false }
    ready.append(key)
    return true
  }

  /// Spreads the first attempts after a restart: work that had failed before waits a little.
  package mutating func delay(_ id: Entry.ID, until time: Duration) {
    guard let entry = entries[id], lanes[entry.lane]?.queue.first == id else { return }
    entries[id]?.waitingFor = .retry
    sleep(entry.lane, until: time)
  }

  package mutating func nextStep(at now: Duration) -> Step {
    for key in alarms.due(at: now) where lanes[key]?.status.isOver(at: now) == true {
      makeReady(key)
    }
    guard inFlight < concurrency else { return .wait(until: nil) }
    if case .closed(let until) = destination.gate(at: now, inFlight: inFlight) {
      return .wait(until: earlier(until, alarms.next))
    }
    while let key = ready.popFirst() {
      guard let lane = lanes[key], lane.status == .ready, let id = lane.queue.first,
        let entry = entries[id], !entry.isHeld
      else { continue }
      if entry.attempts > 0, let free = destination.takeRetry(at: now) {
        sleep(key, until: free)
        continue
      }
      lanes[key]?.status = .inFlight
      entries[id]?.waitingFor = nil
      inFlight += 1
      return .attempt(id)
    }
    return .wait(until: alarms.next)
  }

  /// Takes work out for good. Where it was in flight and `holdingLane` is asked for, its lane stands still
  /// until `proceed`; the answer says whether it does.
  package mutating func settle(
    _ id: Entry.ID, holdingLane: Bool = false
  ) -> (entry: Entry, isHolding: Bool)? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    bytes -= entry.bytes
    guard var lane = lanes[entry.lane] else { return (entry, false) }
    let wasInFlight = lane.status == .inFlight && lane.queue.first == id
    lane.queue.remove(id)
    if wasInFlight { lane.waits = 0 }
    if wasInFlight, holdingLane {
      lanes[entry.lane] = lane
      return (entry, true)
    }
    if wasInFlight {
      inFlight -= 1
      lane.status = .ready
    }
    lanes[entry.lane] = lane.queue.isEmpty ? nil : lane
    if lane.status == .ready { ready.append(entry.lane) }
    return (entry, false)
  }

  /// Ends the hold of `settle(_:holdingLane:)`.
  package mutating func proceed(_ key: Lane.Key) {
    guard let lane = lanes[key], lane.status == .inFlight else { return }
    inFlight -= 1
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
    entries[id] = entry
    leaveFlight(entry.lane)
    lanes[entry.lane]?.waits = 0
    sleep(entry.lane, until: now + delay)
    return delay
  }

  /// Work that could not be tried: it has no token, no credentials of its user, no permission. It is
  /// looked at again at growing intervals, and when what it waits for arrives.
  package mutating func wait(
    _ id: Entry.ID, for reason: WaitingFor, _ error: WorkError, at now: Duration, jitter: Double
  ) {
    guard let entry = entries[id] else { return }
    entries[id]?.waitingFor = reason
    entries[id]?.lastError = error
    leaveFlight(entry.lane)
    let waits = lanes[entry.lane]?.waits ?? 0
    lanes[entry.lane]?.waits = waits + 1
    sleep(entry.lane, until: now + policy.delay(afterFailure: waits, jitter: jitter))
  }

  /// The server answered, whatever it said; or it did not, or said 5xx.
  package mutating func destinationAnswered() { destination.answered() }

  package mutating func destinationFailed(at now: Duration, jitter: Double) {
    destination.failed(at: now, jitter: jitter)
  }

  package mutating func pauseDestination(until time: Duration) { destination.pause(until: time) }

  /// Ends every waiting between attempts, a pause asked for by the platform included.
  package mutating func wakeAll() {
    destination.reset()
    for key in lanes.keys where lanes[key]?.status.isSleeping == true { makeReady(key) }
  }

  /// What waits for `reason` is tried at once; of one user only when `userTag` is given.
  package mutating func wake(_ reason: WaitingFor, userTag: UserTag? = nil) {
    for (key, lane) in lanes where lane.status.isSleeping {
      guard let id = lane.queue.first, entries[id]?.waitingFor == reason else { continue }
      if let userTag, key.userTag != userTag { continue }
      makeReady(key)
    }
  }

  /// Takes out everything; what is on the wire finds nothing to settle.
  package mutating func removeAll() -> [Entry] {
    let all = ordered
    entries = [:]
    bytes = 0
    lanes = [:]
    ready = LaneQueue()
    alarms = Alarms()
    inFlight = 0
    return all
  }

  package mutating func move(_ id: Entry.ID, to location: RecordLocation) {
    entries[id]?.location = location
  }

  /// As read from the journal.
  package mutating func restoreAttempts(_ id: Entry.ID, _ attempts: Int) {
    entries[id]?.attempts = attempts
  }
}

extension OutboxState {
  private mutating func leaveFlight(_ key: Lane.Key) {
    guard lanes[key]?.status == .inFlight else { return }
    inFlight -= 1
    lanes[key]?.status = .ready
  }

  private mutating func makeReady(_ key: Lane.Key) {
    lanes[key]?.status = .ready
    ready.append(key)
  }

  private mutating func sleep(_ key: Lane.Key, until time: Duration) {
    lanes[key]?.status = .sleeping(until: time)
    alarms.add(key, at: time)
  }
}

extension Lane.Status {
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
