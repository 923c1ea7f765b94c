import TestSupport
import Testing

@testable import AltcraftEngine
@testable import DurableLog

/// A state machine with values as input and steps as output. Time is in seconds since the start.
@Suite struct SchedulerTests {
  @Test("jobs of one lane go out one at a time, in order of acceptance")
  func order() {
    var scheduler = Scheduler.test()
    for id in [1, 2, 3] as [UInt64] { scheduler.insert(.test(id, .state)) }

    #expect(scheduler.nextStep(at: .zero) == .attempt(1))
    #expect(scheduler.nextStep(at: .zero) == .wait(until: nil))
    _ = scheduler.settle(1)
    #expect(scheduler.nextStep(at: .zero) == .attempt(2))
    _ = scheduler.settle(2)
    #expect(scheduler.nextStep(at: .zero) == .attempt(3))
  }

  @Test("a met requirement wakes only if a lane waits for it, and is not lost during an attempt")
  func metRequirement() {
    var scheduler = Scheduler.test()
    func wakes(_ reason: WaitingFor, _ user: String? = nil) -> Bool {
      scheduler.wake(reason, userTag: user.map { UserTag($0) })
    }
    for id in [1, 2] as [UInt64] { scheduler.insert(.test(id, .state, user: "u\(id)")) }
    #expect(!wakes(.user))
    #expect(scheduler.steps(at: 0) == [1, 2])
    scheduler.wait(1, for: .user, at: 0)

    #expect(!wakes(.token))
    #expect(!wakes(.user, "u2"))
    #expect(!wakes(.user, "unknown"))
    #expect(scheduler.steps(at: 0) == [])
    #expect(wakes(.user, "u1"))
    #expect(!wakes(.user, "u1"))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(2, for: .user, at: 0)
    #expect(scheduler.steps(at: 0) == [2])
  }

  @Test("a lane exists no longer than its jobs")
  func emptyLanes() {
    var scheduler = Scheduler.test()
    for id in [1, 2] as [UInt64] { scheduler.insert(.test(id, .state)) }
    scheduler.insert(.test(3, .own(3)))
    for id in [1, 3, 2] as [UInt64] {
      scheduler.attempt(id, at: .zero)
      _ = scheduler.settle(id)
    }
    #expect(scheduler.lanes.count == 0)
  }

  @Test("a job with attempts of an earlier process is tried without a delay too")
  func restoredAttempts() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .own(1)))
    scheduler.restoreAttempts(1, 2, .test)

    #expect(scheduler.steps(at: 0) == [1])
  }

  @Test("a job that yields follows the other one, which was behind others")
  func yields() {
    var scheduler = Scheduler.test()
    for id in [1, 2, 3] as [UInt64] { scheduler.insert(.test(id, .state)) }
    #expect(scheduler.steps(at: 0) == [1])

    scheduler.yield(1, behind: 3)

    for id in [3, 1, 2] as [UInt64] {
      #expect(scheduler.steps(at: 0) == [id])
      _ = scheduler.settle(id)
    }
    #expect(scheduler.count == 0)
  }

  @Test("a held job is released for an attempt although the first of its lane stands aside")
  func releasedBehindAside() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, needs: .permission))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    for id in [2, 3] as [UInt64] {
      var job = Job.test(id, .state)
      job.isHeld = true
      scheduler.insert(job)
    }
    #expect(scheduler.steps(at: 0) == [])

    let isReady = scheduler.release(2)

    #expect(isReady)
    #expect(scheduler.steps(at: 0) == [2])
  }

  @Test("users, kinds of order, and unordered jobs do not wait for each other")
  func lanes() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, user: "a"))
    scheduler.insert(.test(2, .state, user: "b"))
    scheduler.insert(.test(3, .mobileEvent, user: "a"))
    scheduler.insert(.test(4, .own(4), user: "a"))

    #expect(scheduler.steps(at: 0) == [1, 2, 3, 4])
  }

  @Test("the number of requests in flight is limited, and each end admits one more")
  func concurrency() {
    var scheduler = Scheduler.test(concurrency: 2)
    for id in 1...5 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id))) }

    #expect(scheduler.steps(at: 0) == [1, 2])
    _ = scheduler.settle(2)
    #expect(scheduler.steps(at: 0) == [3])
    scheduler.postpone(1, at: 0)
    #expect(scheduler.steps(at: 0) == [4])
    scheduler.wait(3, for: .token, at: 0)
    #expect(scheduler.steps(at: 0) == [5])
    #expect(scheduler.steps(at: 0) == [])
  }

  @Test("a held job waits for its release and keeps its place")
  func held() {
    var scheduler = Scheduler.test()
    var first = Job.test(1, .state)
    first.isHeld = true
    scheduler.insert(first)
    scheduler.insert(.test(2, .state))

    #expect(scheduler.steps(at: 0) == [])
    scheduler.release(1)
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.release(1)
    #expect(scheduler.steps(at: 0) == [])
  }

  @Test("a release while the lane sleeps or waits for its turn is not lost")
  func releaseWhileAsleep() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    #expect(scheduler.steps(at: 0) == [1])
    var second = Job.test(2, .state)
    second.isHeld = true
    scheduler.insert(second)
    scheduler.postpone(1, at: 0)
    #expect(scheduler.steps(at: 1) == [1])
    _ = scheduler.settle(1)
    #expect(scheduler.steps(at: 1) == [])
    scheduler.release(2)
    #expect(scheduler.steps(at: 1) == [2])
  }

  @Test(
    "delays after failures grow to the cap, and only their lane waits",
    arguments: [
      (failures: 1, delay: 1.0), (2, 5.5), (3, 30.25), (4, 166.375), (5, 300), (6, 300), (60, 300),
    ])
  func delays(failures: Int, delay: Double) {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    scheduler.insert(.test(2, .mobileEvent))
    var now = Duration.zero
    for _ in 1..<failures {
      scheduler.attempt(1, at: now)
      now += scheduler.postpone(1, .test, at: now, jitter: 1) ?? .zero
    }

    scheduler.attempt(1, at: now)
    let waited = scheduler.postpone(1, .test, at: now, jitter: 1)

    #expect(waited == .milliseconds(Int64(delay * 1000)))
    #expect(scheduler[1]?.attempts == failures)
    #expect(scheduler[1]?.waitingFor == .retry)
    #expect(scheduler.nextAttempt(of: scheduler[1]!) == now + .seconds(delay))
    #expect(scheduler.steps(at: now + .seconds(delay) - .milliseconds(1)).contains(1) == false)
    #expect(scheduler.steps(at: now + .seconds(delay)).contains(1))
  }

  @Test(
    "a job that cannot be attempted is checked at growing intervals, without counting an attempt"
  )
  func waiting() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    var now = Duration.zero
    for delay in [1, 5.5, 30.25, 166.375, 300, 300] {
      scheduler.attempt(1, at: now)
      scheduler.wait(1, for: .user, .test, at: now, jitter: 1)
      #expect(scheduler[1]?.waitingFor == .user && scheduler[1]?.attempts == 0)
      #expect(scheduler.nextStep(at: now) == .wait(until: now + .seconds(delay)))
      now += .seconds(delay)
    }
    scheduler.attempt(1, at: now)
    #expect(scheduler[1]?.waitingFor == nil)
  }

  @Test("a new resource wakes only the lanes of that user that wait for it")
  func wake() {
    var scheduler = Scheduler.test(concurrency: 10)
    scheduler.insert(.test(1, .state, user: "a"))
    scheduler.insert(.test(2, .state, user: "b"))
    scheduler.insert(.test(3, .mobileEvent, user: "a"))
    scheduler.insert(.test(4, .own(4), user: "a"))
    #expect(scheduler.steps(at: 0) == [1, 2, 3, 4])
    scheduler.wait(1, for: .user, at: 0)
    scheduler.wait(2, for: .user, at: 0)
    scheduler.wait(3, for: .token, at: 0)
    scheduler.postpone(4, at: 0)

    scheduler.wake(.user, userTag: UserTag("a"))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wake(.user)
    #expect(scheduler.steps(at: 0) == [2])
    scheduler.wake(.permission)
    #expect(scheduler.steps(at: 0) == [])
    scheduler.wake(.token)
    #expect(scheduler.steps(at: 0) == [3])
    scheduler.wakeAll()
    #expect(scheduler.steps(at: 0) == [4])
  }

  // An attempt may wait for a JWT for ten seconds. A provider registered meanwhile woke only the lanes that already
  // slept, and the attempt then slept for up to five minutes.
  @Test("a resource provided while an attempt finds it missing is not overlooked")
  func arrivalInFlight() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, user: "a"))
    scheduler.attempt(1, at: .zero)
    scheduler.wake(.user, userTag: UserTag("a"))

    scheduler.wait(1, for: .user, at: 0)

    #expect(scheduler.steps(at: 0) == [1])
    // Only once, to avoid an endless loop.
    scheduler.wait(1, for: .user, at: 0)
    #expect(scheduler.steps(at: 0) == [])
  }

  @Test("a resource of another user or another kind ends no wait in flight")
  func foreignArrivalInFlight() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, user: "a"))
    scheduler.attempt(1, at: .zero)
    scheduler.wake(.user, userTag: UserTag("b"))
    scheduler.wake(.token)

    scheduler.wait(1, for: .user, at: 0)

    #expect(scheduler.steps(at: 0) == [])
  }

  @Test("a job ended externally while in flight blocks its lane until the attempt is over")
  func removedInFlight() {
    var scheduler = Scheduler.test(concurrency: 1)
    for id in [1, 2, 3] as [UInt64] { scheduler.insert(.test(id, .state)) }
    scheduler.attempt(1, at: .zero)

    #expect(scheduler.remove(1)?.id == 1)
    #expect(scheduler.remove(2)?.id == 2)
    #expect(scheduler.steps(at: 0) == [])
    #expect(scheduler.settle(1) == nil)
    scheduler.proceed(Job.test(1, .state).lane, after: 1)

    #expect(scheduler.steps(at: 0) == [3])
    scheduler.proceed(Job.test(9, .mobileEvent).lane, after: 9)
    #expect(scheduler.steps(at: 0) == [])
  }

  @Test("a held lane continues once when released")
  func holding() {
    var scheduler = Scheduler.test(concurrency: 1)
    for id in [1, 2] as [UInt64] { scheduler.insert(.test(id, .state)) }
    scheduler.attempt(1, at: .zero)

    let settled = scheduler.settle(1, holdingLane: true)

    #expect(settled?.isHolding == true)
    #expect(scheduler.steps(at: 0) == [])
    scheduler.proceed(Job.test(1, .state).lane, after: 1)
    #expect(scheduler.steps(at: 0) == [2])
  }

  @Test("a job put back before the head is the first to go out, at once")
  func insertedBefore() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(5, .state))
    scheduler.attempt(5, at: .zero)
    scheduler.postpone(5, at: 0)

    scheduler.insert(.test(3, .state))
    scheduler.insert(.test(4, .state))

    #expect(scheduler.steps(at: 0) == [3])
    _ = scheduler.settle(3)
    #expect(scheduler.steps(at: 0) == [4])
  }

  @Test("bytes and entries match the content")
  func sums() {
    var scheduler = Scheduler.test()
    for id in 1...4 as ClosedRange<UInt64> { scheduler.insert(.test(id, .state, bytes: 10)) }
    #expect(scheduler.bytes == 40 && scheduler.oldestCreatedAt == 1)
    _ = scheduler.remove(1)
    scheduler.attempt(2, at: .zero)
    _ = scheduler.settle(2)
    #expect(scheduler.bytes == 20 && scheduler.count == 2 && scheduler.oldestCreatedAt == 3)
    #expect(scheduler.jobs.orderedIDs == [3, 4])
    scheduler.removeAll()
    #expect(scheduler.bytes == 0 && scheduler.count == 0 && scheduler.steps(at: 0) == [])
  }
}

@Suite struct SchedulerDestinationTests {
  @Test("a pause requested by the platform stops everything; the longest requested one counts")
  func pause() {
    var scheduler = Scheduler.test()
    for id in 1...3 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id))) }
    scheduler.pauseDestination(until: .seconds(60))
    scheduler.pauseDestination(until: .seconds(30))

    #expect(scheduler.nextStep(at: .zero) == .wait(until: .seconds(60)))
    #expect(scheduler.nextStep(at: .milliseconds(59_999)) == .wait(until: .seconds(60)))
    #expect(scheduler.steps(at: 60) == [1, 2, 3])
  }

  @Test("waking all lanes ends a pause and closes the circuit breaker")
  func wakeAllEndsPause() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    scheduler.pauseDestination(until: .seconds(3600))
    for _ in 0..<10 { scheduler.destinationFailed(at: .zero, jitter: 1) }

    scheduler.wakeAll()

    #expect(scheduler.steps(at: 0) == [1])
  }

  @Test("after five failures in a row one probe goes out at a time, at growing intervals")
  func breaker() {
    var scheduler = Scheduler.test(concurrency: 4)
    for id in 1...20 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id))) }
    for id in scheduler.steps(at: 0) {
      scheduler.destinationFailed(at: .zero, jitter: 1)
      scheduler.postpone(id, at: 0)
    }
    #expect(scheduler.nextStep(at: .zero) == .attempt(5))
    scheduler.destinationFailed(at: .zero, jitter: 1)
    scheduler.postpone(5, at: 0)

    #expect(scheduler.steps(at: 0.9) == [])
    #expect(scheduler.steps(at: 1).count == 1)
    scheduler.destinationFailed(at: .seconds(1), jitter: 1)
    #expect(scheduler.steps(at: 1) == [])
  }

  // It kept the delays of the start.
  @Test("the circuit breaker follows a new policy")
  func newPolicy() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .own(1)))
    scheduler.policy.first = .seconds(60)
    for _ in 0..<5 { scheduler.destinationFailed(at: .zero, jitter: 1) }

    #expect(scheduler.nextStep(at: .zero) == .wait(until: .seconds(60)))
    #expect(scheduler.steps(at: 60) == [1])
  }

  @Test("an answer closes the circuit breaker")
  func answer() {
    var scheduler = Scheduler.test(concurrency: 4)
    for id in 1...20 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id))) }
    for _ in 0..<7 { scheduler.destinationFailed(at: .zero, jitter: 1) }
    #expect(scheduler.steps(at: 1000).count == 1)

    scheduler.destinationAnswered()

    #expect(scheduler.steps(at: 1000).count == 3)
  }

  @Test("a backlog of 10,000 makes at most 30 attempts in an outage of one minute")
  func outage() {
    var scheduler = Scheduler.test(concurrency: 4)
    for id in 1...10_000 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id))) }
    var attempts = 0
    var now = Duration.zero
    while now < .seconds(60) {
      switch scheduler.nextStep(at: now) {
      case .attempt(let id):
        attempts += 1
        scheduler.destinationFailed(at: now, jitter: 0)
        _ = scheduler.postpone(id, .test, at: now, jitter: 0)
      case .expire: Issue.record("it is young")
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
    "retries after an outage are spread: a burst of 20, then 10 a second; new jobs overtake them")
  func retryBucket() {
    var scheduler = Scheduler.test(concurrency: 1000)
    for id in 1...500 as ClosedRange<UInt64> { scheduler.insert(.test(id, .own(id), attempts: 1)) }

    #expect(scheduler.steps(at: 0).count == 20)
    scheduler.insert(.test(1000, .own(1000)))
    #expect(scheduler.steps(at: 0) == [1000])
    #expect(scheduler.nextStep(at: .zero) == .wait(until: .milliseconds(100)))
    #expect(scheduler.steps(at: 1).count == 10)
    #expect(scheduler.steps(at: 60).count == 20)
  }

  // Every lane without a permit slept until the next permit, and all of them woke for it.
  @Test("retries do not wake up for each permit")
  func manyRetries() {
    let growth = growth(from: 1000, to: 10_000) { count in
      var scheduler = Scheduler.test(concurrency: 100_000)
      for id in 1...UInt64(count) { scheduler.insert(.test(id, .own(id), attempts: 1)) }

      var done = 0
      for tick in 0..<count / 10 { done += scheduler.steps(at: Double(tick) / 10).count }

      #expect(done == 20 + count / 10 - 1)
    }

    #expect(growth < maxLinearGrowth)
  }

  // Each attempt under a JWT reports the user of the token. That report visited every lane.
  @Test("waking a user costs nothing for the waiting lanes of another one")
  func wakeIsCheap() {
    let growth = growth(from: 1000, to: 10_000) { count in
      var scheduler = Scheduler.test()
      for id in 1...UInt64(count) {
        scheduler.insert(.test(id, .own(id)))
        for id in scheduler.steps(at: 0) { scheduler.wait(id, for: .user, at: 0) }
      }
      scheduler.insert(.test(UInt64(count) + 1, .own(UInt64(count) + 1), user: "a"))

      for _ in 0..<count { scheduler.wake(.user, userTag: UserTag("a")) }

      #expect(scheduler.steps(at: 0) == [UInt64(count) + 1])
    }

    #expect(growth < maxLinearGrowth)
  }

  @Test("a long lane is worked off in order")
  func longLane() {
    var scheduler = Scheduler.test(concurrency: 1)
    for id in 1...1000 as ClosedRange<UInt64> { scheduler.insert(.test(id, .mobileEvent)) }
    for id in 1...1000 as ClosedRange<UInt64> {
      guard scheduler.nextStep(at: .zero) == .attempt(id) else {
        Issue.record("\(id) is not next")
        return
      }
      _ = scheduler.settle(id)
    }
    #expect(scheduler.count == 0)
  }

  // Moving the remaining jobs takes microseconds, but a lane with tens of thousands of jobs would do it for each.
  @Test("the first job of a lane is removed without moving the remaining ones")
  func longQueue() {
    let growth = growth(from: 50_000, to: 500_000) { count in
      var queue = JobQueue()
      for id in 1...UInt64(count) { queue.insert(id) }
      for id in 1...UInt64(count) where !queue.remove(id) { Issue.record("\(id) is missing") }
    }

    #expect(growth < maxLinearGrowth)
  }
}
