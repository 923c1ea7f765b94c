// The ends of waits. A host may end those of 100,000 lanes at once: what it asks for is noted, and done a few lanes at a
// time with each step.
extension Scheduler {
  /// The lanes whose delays between attempts end.
  enum LaneChoice: Sendable {
    case all, ofState, others

    func includes(_ key: LaneID) -> Bool {
      switch self {
      case .all: true
      case .ofState: key.name == .state
      case .others: key.name != .state
      }
    }
  }

  /// A kind of lanes whose waits have to end.
  enum Waking: Sendable {
    /// The lanes that wait for a requirement, from that user or that number on.
    case parked(ParkedLanes, from: UInt64, for: WaitingFor)
    case parkedOfUser(NumberSet, from: UInt64, for: WaitingFor)
    /// The lanes that sleep: their timers from that one on, taken out of `alarms`.
    case sleeping([TimerHeap<Duration, LaneID>.Timer], from: Int, LaneChoice)
  }

  /// The number of lanes whose waits end in one step.
  private static let wokenAtOnce = 256

  /// Ends the delays between attempts in those lanes, but not a pause that the platform asked for.
  mutating func wakeLanes(_ choice: LaneChoice) {
    for id in inFlightLanes where choice.includes(id) {
      lanes[id]?.wakeups = Set(WaitingFor.allCases)
    }
    // Every lane that sleeps, or whose jobs stand aside, has an alarm.
    if alarms.count > 0 { waking.append(.sleeping(alarms.takeAll(), from: 0, choice)) }
    wakeSome()
  }

  /// Makes jobs that wait for `reason` ready; those of one user only if `userTag` is given. Returns true if a
  /// lane became ready. A lane in flight only notes the reason: it cannot be tried before its attempt is over.
  @discardableResult
  package mutating func wake(_ reason: WaitingFor, userTag: UserTag? = nil) -> Bool {
    let user = userTag.map { jobs.users.index(of: $0) }
    // There is no job of that user.
    if case .some(nil) = user { return false }
    for key in inFlightLanes where user == nil || user == lanes[key]?.user {
      lanes[key]?.wakeups.insert(reason)
    }
    if case .some(let one?) = user {
      if let lanes = parked[reason]?.take(of: one) {
        waking.append(.parkedOfUser(lanes, from: 0, for: reason))
      }
    } else if let all = parked.removeValue(forKey: reason) {
      waking.append(.parked(all, from: 0, for: reason))
    }
    return wakeSome()
  }

  /// Ends the waits of some lanes. Returns true if one became ready, or more are left.
  @discardableResult
  mutating func wakeSome() -> Bool {
    var (rest, hasWoken) = (Self.wokenAtOnce, false)
    while rest > 0, let next = waking.popLast() {
      switch next {
      case .parked(let all, let first, let reason):
        rest -= 1
        guard let user = all.users.first(1, from: first).first else { break }
        waking.append(.parked(all, from: user + 1, for: reason))
        if let lanes = all.lanes[user] {
          waking.append(.parkedOfUser(lanes, from: 0, for: reason))
        }
      case .parkedOfUser(let all, let first, let reason):
        let some = all.first(rest, from: first)
        for lane in some { hasWoken = wake(LaneID(value: lane), from: reason) || hasWoken }
        rest -= some.count
        if rest <= 0, let last = some.last {
          waking.append(.parkedOfUser(all, from: last + 1, for: reason))
        }
      case .sleeping(let timers, var place, let choice):
        while rest > 0, place < timers.count {
          hasWoken = wake(timers[place], choice) || hasWoken
          place += 1
          rest -= 1
        }
        if place < timers.count { waking.append(.sleeping(timers, from: place, choice)) }
      }
    }
    return hasWoken || !waking.isEmpty
  }

  private mutating func wake(_ key: LaneID, from reason: WaitingFor) -> Bool {
    endWaits(key) { $0 == reason }
    if case .sleeping(_, let id)? = lanes.glance(key)?.status, jobs.waitingFor(id) == reason {
      makeReady(key)
    }
    return lanes.glance(key)?.status == .ready
  }

  private mutating func wake(
    _ timer: TimerHeap<Duration, LaneID>.Timer, _ choice: LaneChoice
  ) -> Bool {
    // The lane may have been tried since, and wait again.
    guard !lanes.isStale(timer), let status = lanes.glance(timer.key)?.status else { return false }
    guard choice.includes(timer.key) else {
      alarms.add(timer.key, at: timer.time)
      return false
    }
    endWaits(timer.key) { _ in true }
    if status.isSleeping { makeReady(timer.key) }
    return lanes.glance(timer.key)?.status == .ready
  }
}

/// The lanes that sleep until a requirement is met.
struct ParkedLanes: Sendable {
  private(set) var users = NumberSet()
  private(set) var lanes = NumberMap<NumberSet>()

  mutating func insert(_ key: LaneID, of user: UserTagInterner.Index) {
    let user = UInt64(user)
    if users.insert(user) { lanes[user] = NumberSet() }
    lanes[user]?.insert(key.value)
  }

  mutating func remove(_ key: LaneID, of user: UserTagInterner.Index) {
    let number = UInt64(user)
    lanes[number]?.remove(key.value)
    if lanes[number]?.isEmpty == true { _ = take(of: user) }
  }

  /// Removes and returns the lanes of a user.
  mutating func take(of user: UserTagInterner.Index) -> NumberSet? {
    let user = UInt64(user)
    guard users.remove(user) else { return nil }
    defer { lanes[user] = nil }
    return lanes[user]
  }
}
