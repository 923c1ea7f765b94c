import Testing

@testable import AltcraftEngine
@testable import DurableLog

/// A state machine with values as input and steps as output. Time is in seconds since the start.
@Suite struct OutboxStateTests {
  @Test("work of one lane goes out one at a time, in order of acceptance")
  func order() {
    var state = OutboxState.test()
    for id in [1, 2, 3] as [UInt64] { state.insert(.test(id, .state)) }

    #expect(state.nextStep(at: .zero) == .attempt(1))
    #expect(state.nextStep(at: .zero) == .wait(until: nil))
    _ = state.settle(1)
    #expect(state.nextStep(at: .zero) == .attempt(2))
    _ = state.settle(2)
    #expect(state.nextStep(at: .zero) == .attempt(3))
  }

  @Test("users, kinds of order, and unordered work do not wait for each other")
  func lanes() {
    var state = OutboxState.test()
    state.insert(.test(1, .state, user: "a"))
    state.insert(.test(2, .state, user: "b"))
    state.insert(.test(3, .mobileEvent, user: "a"))
    state.insert(.test(4, .own(4), user: "a"))

    #expect(state.steps(at: 0) == [1, 2, 3, 4])
  }

  @Test("the number of requests in flight is limited, and each end admits one more")
  func concurrency() {
    var state = OutboxState.test(concurrency: 2)
    for id in 1...5 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }

    #expect(state.steps(at: 0) == [1, 2])
    _ = state.settle(2)
    #expect(state.steps(at: 0) == [3])
    state.postpone(1, at: 0)
    #expect(state.steps(at: 0) == [4])
    state.wait(3, for: .token, at: 0)
    #expect(state.steps(at: 0) == [5])
    #expect(state.steps(at: 0) == [])
  }

  @Test("held work waits for its release and keeps its place")
  func held() {
    var state = OutboxState.test()
    var first = Job.test(1, .state)
    first.isHeld = true
    state.insert(first)
    state.insert(.test(2, .state))

    #expect(state.steps(at: 0) == [])
    state.release(1)
    #expect(state.steps(at: 0) == [1])
    state.release(1)
    #expect(state.steps(at: 0) == [])
  }

  @Test("a release while the lane sleeps or waits for its turn is not lost")
  func releaseWhileAsleep() {
    var state = OutboxState.test()
    state.insert(.test(1, .state))
    #expect(state.steps(at: 0) == [1])
    var second = Job.test(2, .state)
    second.isHeld = true
    state.insert(second)
    state.postpone(1, at: 0)
    #expect(state.steps(at: 1) == [1])
    _ = state.settle(1)
    #expect(state.steps(at: 1) == [])
    state.release(2)
    #expect(state.steps(at: 1) == [2])
  }

  @Test(
    "delays after failures grow to the cap, and only their lane waits",
    arguments: [
      (failures: 1, delay: 1.0), (2, 5.5), (3, 30.25), (4, 166.375), (5, 300), (6, 300), (60, 300),
    ])
  func delays(failures: Int, delay: Double) {
    var state = OutboxState.test()
    state.insert(.test(1, .state))
    state.insert(.test(2, .mobileEvent))
    var now = Duration.zero
    for _ in 1..<failures {
      state.attempt(1, at: now)
      now += state.postpone(1, .test, at: now, jitter: 1) ?? .zero
    }

    state.attempt(1, at: now)
    let waited = state.postpone(1, .test, at: now, jitter: 1)

    #expect(waited == .milliseconds(Int64(delay * 1000)))
    #expect(state[1]?.attempts == failures)
    #expect(state[1]?.waitingFor == .retry)
    #expect(state.nextAttempt(of: state[1]!) == now + .seconds(delay))
    #expect(state.steps(at: now + .seconds(delay) - .milliseconds(1)).contains(1) == false)
    #expect(state.steps(at: now + .seconds(delay)).contains(1))
  }

  @Test(
    "work that cannot be attempted is checked at growing intervals, without counting an attempt"
  )
  func waiting() {
    var state = OutboxState.test()
    state.insert(.test(1, .state))
    var now = Duration.zero
    for delay in [1, 5.5, 30.25, 166.375, 300, 300] {
      state.attempt(1, at: now)
      state.wait(1, for: .user, .test, at: now, jitter: 1)
      #expect(state[1]?.waitingFor == .user && state[1]?.attempts == 0)
      #expect(state.nextStep(at: now) == .wait(until: now + .seconds(delay)))
      now += .seconds(delay)
    }
    state.attempt(1, at: now)
    #expect(state[1]?.waitingFor == nil)
  }

  @Test("a new resource wakes only the lanes of that user that wait for it")
  func wake() {
    var state = OutboxState.test(concurrency: 10)
    state.insert(.test(1, .state, user: "a"))
    state.insert(.test(2, .state, user: "b"))
    state.insert(.test(3, .mobileEvent, user: "a"))
    state.insert(.test(4, .own(4), user: "a"))
    #expect(state.steps(at: 0) == [1, 2, 3, 4])
    state.wait(1, for: .user, at: 0)
    state.wait(2, for: .user, at: 0)
    state.wait(3, for: .token, at: 0)
    state.postpone(4, at: 0)

    state.wake(.user, userTag: UserTag("a"))
    #expect(state.steps(at: 0) == [1])
    state.wake(.user)
    #expect(state.steps(at: 0) == [2])
    state.wake(.permission)
    #expect(state.steps(at: 0) == [])
    state.wake(.token)
    #expect(state.steps(at: 0) == [3])
    state.wakeAll()
    #expect(state.steps(at: 0) == [4])
  }

  // An attempt may wait for a JWT for ten seconds. A provider registered meanwhile woke only the lanes that already
  // slept, and the attempt then slept for up to five minutes.
  @Test("a resource provided while an attempt finds it missing is not overlooked")
  func arrivalInFlight() {
    var state = OutboxState.test()
    state.insert(.test(1, .state, user: "a"))
    state.attempt(1, at: .zero)
    state.wake(.user, userTag: UserTag("a"))

    state.wait(1, for: .user, at: 0)

    #expect(state.steps(at: 0) == [1])
    // Only once, to avoid an endless loop.
    state.wait(1, for: .user, at: 0)
    #expect(state.steps(at: 0) == [])
  }

  @Test("a resource of another user or another kind ends no wait in flight")
  func foreignArrivalInFlight() {
    var state = OutboxState.test()
    state.insert(.test(1, .state, user: "a"))
    state.attempt(1, at: .zero)
    state.wake(.user, userTag: UserTag("b"))
    state.wake(.token)

    state.wait(1, for: .user, at: 0)

    #expect(state.steps(at: 0) == [])
  }

  @Test("work ended externally while in flight blocks its lane until the attempt is over")
  func removedInFlight() {
    var state = OutboxState.test(concurrency: 1)
    for id in [1, 2, 3] as [UInt64] { state.insert(.test(id, .state)) }
    state.attempt(1, at: .zero)

    #expect(state.remove(1)?.id == 1)
    #expect(state.remove(2)?.id == 2)
    #expect(state.steps(at: 0) == [])
    #expect(state.settle(1) == nil)
    state.proceed(Job.test(1, .state).lane, after: 1)

    #expect(state.steps(at: 0) == [3])
    state.proceed(Job.test(9, .mobileEvent).lane, after: 9)
    #expect(state.steps(at: 0) == [])
  }

  @Test("a held lane continues once when released")
  func holding() {
    var state = OutboxState.test(concurrency: 1)
    for id in [1, 2] as [UInt64] { state.insert(.test(id, .state)) }
    state.attempt(1, at: .zero)

    let settled = state.settle(1, holdingLane: true)

    #expect(settled?.isHolding == true)
    #expect(state.steps(at: 0) == [])
    state.proceed(Job.test(1, .state).lane, after: 1)
    #expect(state.steps(at: 0) == [2])
  }

  @Test("work put back before the head is the first to go out, at once")
  func insertedBefore() {
    var state = OutboxState.test()
    state.insert(.test(5, .state))
    state.attempt(5, at: .zero)
    state.postpone(5, at: 0)

    state.insert(.test(3, .state))
    state.insert(.test(4, .state))

    #expect(state.steps(at: 0) == [3])
    _ = state.settle(3)
    #expect(state.steps(at: 0) == [4])
  }

  @Test("bytes and entries match the content")
  func sums() {
    var state = OutboxState.test()
    for id in 1...4 as ClosedRange<UInt64> { state.insert(.test(id, .state, bytes: 10)) }
    #expect(state.bytes == 40 && state.oldestCreatedAt == 1)
    _ = state.remove(1)
    state.attempt(2, at: .zero)
    _ = state.settle(2)
    #expect(state.bytes == 20 && state.count == 2 && state.oldestCreatedAt == 3)
    #expect(state.jobs.orderedIDs == [3, 4])
    state.removeAll()
    #expect(state.bytes == 0 && state.count == 0 && state.steps(at: 0) == [])
  }
}

@Suite struct OutboxStateDestinationTests {
  @Test("a pause requested by the platform stops everything; the longest requested one counts")
  func pause() {
    var state = OutboxState.test()
    for id in 1...3 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }
    state.pauseDestination(until: .seconds(60))
    state.pauseDestination(until: .seconds(30))

    #expect(state.nextStep(at: .zero) == .wait(until: .seconds(60)))
    #expect(state.nextStep(at: .milliseconds(59_999)) == .wait(until: .seconds(60)))
    #expect(state.steps(at: 60) == [1, 2, 3])
  }

  @Test("waking all lanes ends a pause and closes the circuit breaker")
  func wakeAllEndsPause() {
    var state = OutboxState.test()
    state.insert(.test(1, .state))
    state.pauseDestination(until: .seconds(3600))
    for _ in 0..<10 { state.destinationFailed(at: .zero, jitter: 1) }

    state.wakeAll()

    #expect(state.steps(at: 0) == [1])
  }

  @Test("after five failures in a row one probe goes out at a time, at growing intervals")
  func breaker() {
    var state = OutboxState.test(concurrency: 4)
    for id in 1...20 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }
    for id in state.steps(at: 0) {
      state.destinationFailed(at: .zero, jitter: 1)
      state.postpone(id, at: 0)
    }
    #expect(state.nextStep(at: .zero) == .attempt(5))
    state.destinationFailed(at: .zero, jitter: 1)
    state.postpone(5, at: 0)

    #expect(state.steps(at: 0.9) == [])
    #expect(state.steps(at: 1).count == 1)
    state.destinationFailed(at: .seconds(1), jitter: 1)
    #expect(state.steps(at: 1) == [])
  }

  @Test("an answer closes the circuit breaker")
  func answer() {
    var state = OutboxState.test(concurrency: 4)
    for id in 1...20 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }
    for _ in 0..<7 { state.destinationFailed(at: .zero, jitter: 1) }
    #expect(state.steps(at: 1000).count == 1)

    state.destinationAnswered()

    #expect(state.steps(at: 1000).count == 3)
  }

  @Test("a backlog of 10,000 makes at most 30 attempts in an outage of one minute")
  func outage() {
    var state = OutboxState.test(concurrency: 4)
    for id in 1...10_000 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }
    var attempts = 0
    var now = Duration.zero
    while now < .seconds(60) {
      switch state.nextStep(at: now) {
      case .attempt(let id):
        attempts += 1
        state.destinationFailed(at: now, jitter: 0)
        _ = state.postpone(id, .test, at: now, jitter: 0)
      case .wait(let until):
        guard let until else {
          Issue.record("it must come back to the backlog")
          return
        }
        now = max(until, now + .nanoseconds(1))
      }
    }
    #expect(attempts >= 6 && attempts <= 30, "\(attempts)")
  }

  @Test(
    "retries after an outage are spread: a burst of 20, then 10 a second; new work overtakes them")
  func retryBucket() {
    var state = OutboxState.test(concurrency: 1000)
    for id in 1...500 as ClosedRange<UInt64> { state.insert(.test(id, .own(id), attempts: 1)) }

    #expect(state.steps(at: 0).count == 20)
    state.insert(.test(1000, .own(1000)))
    #expect(state.steps(at: 0) == [1000])
    #expect(state.nextStep(at: .zero) == .wait(until: .milliseconds(100)))
    #expect(state.steps(at: 1).count == 10)
    #expect(state.steps(at: 60).count == 20)
  }

  // Every lane without a permit slept until the next permit, and all of them woke for it: with 50,000 of them this took
  // minutes.
  @Test("100,000 retries do not wake up for each permit", .timeLimit(.minutes(10)))
  func manyRetries() {
    var state = OutboxState.test(concurrency: 100_000)
    for id in 1...50_000 as ClosedRange<UInt64> { state.insert(.test(id, .own(id), attempts: 1)) }

    var done = 0
    for tick in 0..<1000 { done += state.steps(at: Double(tick) / 10).count }

    #expect(done == 20 + 999)
  }

  // Each attempt under a JWT reports the user of the token. That report visited every lane.
  @Test("waking a user costs nothing when no lane of that user waits", .timeLimit(.minutes(10)))
  func wakeIsCheap() {
    var state = OutboxState.test()
    for id in 1...100_000 as ClosedRange<UInt64> { state.insert(.test(id, .own(id))) }

    for _ in 0..<100_000 { state.wake(.user, userTag: UserTag("a")) }

    #expect(state.steps(at: 0).count == 4)
  }

  @Test("a long lane is worked off without moving the remaining jobs", .timeLimit(.minutes(10)))
  func longLane() {
    var state = OutboxState.test(concurrency: 1)
    for id in 1...100_000 as ClosedRange<UInt64> { state.insert(.test(id, .mobileEvent)) }
    for id in 1...100_000 as ClosedRange<UInt64> {
      #expect(state.nextStep(at: .zero) == .attempt(id))
      _ = state.settle(id)
    }
    #expect(state.count == 0)
  }
}

@Suite struct AlarmTests {
  @Test("timers fire in the order of their times, independent of the order in which they were set")
  func heap() {
    var alarms = TimerHeap()
    let keys = (0..<50).map { LaneID(.own($0), of: 0) }
    for index in keys.indices { alarms.add(keys[index], at: .seconds(index * 37 % 50)) }

    #expect(alarms.next == .zero)
    #expect(alarms.due(at: .seconds(24)).count == 25)
    #expect(alarms.next == .seconds(25))
    var last = 25
    while let next = alarms.next {
      #expect(next == .seconds(last))
      let due = alarms.due(at: next)
      #expect(due == [keys.first { key in keys.firstIndex(of: key)! * 37 % 50 == last }!])
      last += 1
    }
    #expect(last == 50)
  }

  @Test("a queue keeps its order over many turns")
  func queue() {
    var queue = LaneQueue()
    let keys = (0..<300).map { LaneID(.own($0), of: 0) }
    var taken: [LaneID] = []
    for key in keys {
      queue.append(key)
      if taken.count < 100, let key = queue.popFirst() { taken.append(key) }
    }
    while let key = queue.popFirst() { taken.append(key) }
    #expect(taken == keys)
  }
}

extension AttemptError {
  static let test = AttemptError(code: 530, httpCode: 503, message: "test")
}

extension Job {
  static func test(
    _ id: UInt64, _ name: Lane.Name, user: String = "u", bytes: Int = 1, attempts: Int = 0
  ) -> Job {
    var entry = Job(
      id: id, requestID: ClientRequestID("r\(id)"), kind: 0,
      lane: Lane.Key(userTag: UserTag(user), name: name),
      createdAt: Int64(id), livesSince: 0, bytes: bytes,
      digest: CallDigest(hex: String(repeating: "0", count: 32))!,
      location: RecordLocation(segment: 1, offset: 0, length: 0))
    entry.attempts = attempts
    return entry
  }
}

extension OutboxState {
  static func test(concurrency: Int = 4) -> OutboxState {
    OutboxState(policy: .standard, concurrency: concurrency)
  }

  /// All jobs that may be attempted now.
  mutating func steps(at seconds: Double) -> [UInt64] { steps(at: .seconds(seconds)) }

  mutating func steps(at now: Duration) -> [UInt64] {
    var ids: [UInt64] = []
    while case .attempt(let id) = nextStep(at: now) { ids.append(id) }
    return ids
  }

  /// Attempts that job, which may be behind other lanes.
  mutating func attempt(_ id: UInt64, at now: Duration) {
    while case .attempt(let next) = nextStep(at: now), next != id { _ = settle(next) }
  }

  mutating func postpone(_ id: UInt64, at seconds: Double) {
    _ = postpone(id, .test, at: .seconds(seconds), jitter: 1)
  }

  mutating func wait(_ id: UInt64, for reason: WaitingFor, at seconds: Double) {
    wait(id, for: reason, .test, at: .seconds(seconds), jitter: 1)
  }
}
