import TestSupport
import Testing

@testable import AltcraftEngine

/// The expiry of jobs in the scheduler, whatever keeps them from being tried.
@Suite struct TimeToLiveTests {
  @Test("a job older than its time to live expires, and the next job of its lane follows")
  func expiry() {
    var scheduler = Scheduler.test()
    scheduler.policy.timeToLive = .seconds(10)
    for id in [1, 2] as [UInt64] {
      scheduler.insert(.test(id, .state, livesSince: Int64(id - 1)))
    }

    guard case .expire(let job) = scheduler.nextStep(at: .zero, clock: 10_001) else {
      Issue.record("it is too old")
      return
    }
    #expect(job.id == 1)
    guard case .wait(until: .milliseconds(1)) = scheduler.nextStep(at: .zero, clock: 10_001) else {
      Issue.record("its lane is in flight")
      return
    }
    _ = scheduler.settle(1)
    guard case .attempt(let next) = scheduler.nextStep(at: .zero, clock: 10_001) else {
      Issue.record("a job of exactly that age is delivered")
      return
    }
    #expect(next.id == 2)
  }

  // It was only found to be too old when an attempt was possible.
  @Test(
    "jobs expire in time while no attempt is possible",
    arguments: ["pause", "breaker", "permits", "concurrency", "user", "retry"])
  func expiryWithoutAttempt(obstacle: String) {
    var scheduler = Scheduler.test(concurrency: 30)
    scheduler.policy.timeToLive = .seconds(10)
    scheduler.insert(.test(1, .state))
    switch obstacle {
    case "pause": scheduler.pauseDestination(until: .seconds(3600))
    case "breaker": for _ in 0..<9 { scheduler.destinationFailed(at: .zero, jitter: 1) }
    case "permits":
      for id in 2...22 as ClosedRange<UInt64> {
        scheduler.insert(.test(id, .own(id), attempts: 1, livesSince: 1_000_000))
      }
      scheduler.restoreAttempts(1, 1)
      #expect(scheduler.steps(at: 0).count == 20)
    case "concurrency":
      scheduler.concurrency = 1
      scheduler.insert(.test(2, .own(2), livesSince: 1_000_000))
      scheduler.insert(.test(3, .state, user: "b"))
      scheduler.attempt(2, at: .zero)
    default:
      for _ in 0..<5 {
        scheduler.wakeAll()
        scheduler.attempt(1, at: .zero)
        if obstacle == "user" {
          scheduler.wait(1, for: .user, at: 0)
        } else {
          scheduler.postpone(1, at: 0)
        }
      }
    }
    guard obstacle != "permits", obstacle != "concurrency" else {
      #expect(scheduler.expired(at: .zero, clock: 10_000) == [])
      #expect(scheduler.expired(at: .zero, clock: 10_001).count <= 2)
      return
    }

    guard case .wait(let until?) = scheduler.nextStep(at: .zero, clock: 0) else {
      Issue.record("it must come back")
      return
    }
    #expect(until <= .milliseconds(10_001))
    #expect(scheduler.expired(at: .zero, clock: 10_000) == [])
    #expect(scheduler.expired(at: .zero, clock: 10_001) == [1])
    #expect(scheduler.count == 0)
  }

  @Test("a job in flight expires after its attempt, and a held job after its release")
  func expiryBehindAttempt() {
    var scheduler = Scheduler.test()
    scheduler.policy.timeToLive = .seconds(10)
    for id in [1, 2, 3] as [UInt64] { scheduler.insert(.test(id, .state)) }
    var held = Job.test(4, .own(4))
    held.isHeld = true
    scheduler.insert(held)
    scheduler.attempt(1, at: .zero)

    #expect(scheduler.expired(at: .zero, clock: 10_001) == [2, 3])
    #expect(scheduler.expired(at: .zero, clock: 20_000) == [])
    scheduler.postpone(1, at: 0)
    #expect(scheduler.expired(at: .zero, clock: 10_001) == [1])
    scheduler.release(4)
    #expect(scheduler.expired(at: .zero, clock: 10_001) == [4])
    #expect(scheduler.count == 0)
  }

  @Test("a lane waits for the record of the last of the jobs that expire one after the other")
  func expiryHoldsLane() {
    var scheduler = Scheduler.test()
    scheduler.policy.timeToLive = .seconds(10)
    for id in [1, 2] as [UInt64] { scheduler.insert(.test(id, .state)) }
    scheduler.insert(.test(3, .state, livesSince: 5000))
    for id in [1, 2] as [UInt64] {
      guard case .expire(let job) = scheduler.nextStep(at: .zero, clock: 10_001) else {
        Issue.record("\(id) is still pending")
        return
      }
      #expect(job.id == id)
      _ = scheduler.settle(id, holdingLane: true)
    }

    scheduler.proceed(Job.test(1, .state).lane, after: 1)
    #expect(scheduler.steps(at: 0) == [])
    scheduler.proceed(Job.test(1, .state).lane, after: 2)
    #expect(scheduler.steps(at: 0) == [3])
  }

  @Test("a job that expires behind a younger first job leaves the delay of that job as it is")
  func expiryBehindHead() {
    var scheduler = Scheduler.test()
    scheduler.policy.timeToLive = .seconds(10)
    scheduler.insert(.test(1, .state, livesSince: 5000))
    scheduler.insert(.test(2, .state))
    scheduler.attempt(1, at: .zero)
    scheduler.postpone(1, at: 0)

    #expect(scheduler.expired(at: .zero, clock: 10_001) == [2])

    #expect(scheduler.nextAttempt(of: scheduler[1]!) == .seconds(1))
    #expect(scheduler.steps(at: 0.5) == [])
    #expect(scheduler.steps(at: 1) == [1])
  }

  @Test("jobs expire one after the other, oldest first, in time proportional to their number")
  func manyExpire() {
    let growth = growth(from: 1000, to: 10_000) { count in
      var scheduler = Scheduler.test()
      scheduler.policy.timeToLive = .seconds(10)
      scheduler.pauseDestination(until: .seconds(3600))
      for id in 1...UInt64(count) { scheduler.insert(.test(id, .own(id), livesSince: Int64(id))) }

      for id in 1...UInt64(count) {
        let expired = scheduler.expired(at: .zero, clock: Int64(id) + 10_001)
        if expired != [id] { Issue.record("\(id): \(expired)") }
      }
      #expect(scheduler.count == 0)
    }

    #expect(growth < maxLinearGrowth)
  }

  @Test("all jobs behind an attempt expire, and the attempted one after it")
  func manyExpireInLane() {
    var scheduler = Scheduler.test()
    scheduler.policy.timeToLive = .seconds(10)
    for id in 1...1000 as ClosedRange<UInt64> { scheduler.insert(.test(id, .state)) }
    scheduler.attempt(1, at: .zero)

    #expect(scheduler.expired(at: .zero, clock: 10_001).count == 999)
    scheduler.postpone(1, at: 0)
    #expect(scheduler.expired(at: .zero, clock: 10_001) == [1])
  }

  @Test("wall clocks at both ends of their range count for no time between two processes")
  func extremeClocks() {
    let last = OutboxClock.Reading(clock: 5, wall: .min)
    let clock = OutboxClock(after: last, wall: .max, now: .seconds(3))
    #expect(clock.reading(at: .seconds(4)) == 1005)
  }
}
