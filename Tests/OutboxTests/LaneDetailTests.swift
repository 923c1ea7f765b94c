import Testing

@testable import AltcraftEngine

/// The order of one lane when its jobs are parked, released or removed.
@Suite struct LaneDetailTests {
  @Test("removing a job behind parked jobs leaves no entry")
  func removedBehindAside() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, needs: .permission))
    scheduler.insert(.test(2, .state))
    scheduler.insert(.test(3, .state))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    #expect(scheduler.steps(at: 0) == [2])

    _ = scheduler.remove(3)
    _ = scheduler.settle(2)
    _ = scheduler.remove(1)

    #expect(scheduler.lanes.count == 0)
  }

  @Test("the release of a job behind another does not wake the delivery loop")
  func releasedBehindHeld() {
    var scheduler = Scheduler.test()
    for id in [1, 2] as [UInt64] {
      var job = Job.test(id, .state)
      job.isHeld = true
      scheduler.insert(job)
    }

    let isReadyBehind = scheduler.release(2)
    let isReady = scheduler.release(1)

    #expect(!isReadyBehind)
    #expect(isReady)
  }

  @Test("a job goes past the check of the push token for one attempt")
  func skippedTokenUpdate() {
    var scheduler = Scheduler.test()
    for id in [1, 2] as [UInt64] { scheduler.insert(.test(id, .state)) }
    #expect(scheduler.steps(at: 0) == [1])

    scheduler.yield(1, behind: 2)
    #expect(scheduler.jobs[1]?.skipsTokenUpdate == true)
    #expect(scheduler.steps(at: 0) == [2])
    _ = scheduler.settle(2)
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.postpone(1, at: 0)

    #expect(scheduler.jobs[1]?.skipsTokenUpdate == false)
  }

  @Test(
    "after a failed attempt, the checks for a missing requirement begin with the shortest delay")
  func delaysAfterAttempt() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .user, at: 0)
    #expect(scheduler.steps(at: 1) == [1])
    scheduler.wait(1, for: .user, at: 1)
    #expect(scheduler.nextStep(at: .seconds(1)) == .wait(until: .seconds(6.5)))
    #expect(scheduler.steps(at: 6.5) == [1])
    scheduler.postpone(1, at: 10)
    #expect(scheduler.steps(at: 20) == [1])

    scheduler.wait(1, for: .user, at: 20)

    #expect(scheduler.nextStep(at: .seconds(20)) == .wait(until: .seconds(21)))
  }

  @Test("the lane of a job that was removed during its attempt ends with the attempt")
  func abandoned() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    #expect(scheduler.steps(at: 0) == [1])
    _ = scheduler.remove(1)

    scheduler.abandonAttempts()

    #expect(scheduler.lanes.count == 0)
  }

  @Test(
    "a job that waits behind another one for the same becomes next in its lane, and its pause ends")
  func waitsBehind() throws {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state, needs: .pushToken))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .token, at: 0)
    var first = Job.test(2, .state, needs: .pushToken)
    first.hasPriority = true
    scheduler.insert(first)
    scheduler.wake(.token)
    #expect(scheduler.steps(at: 0) == [2])

    scheduler.wait(2, for: .token, at: 0)

    #expect(scheduler.waitingFor(try #require(scheduler[2])) == .lane)
    #expect(scheduler.steps(at: 0) == [1])
  }

  @Test("a flush of the jobs of state leaves the attempts at others as they are")
  func flushOfState() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    scheduler.insert(.test(2, .own(2)))
    #expect(Set(scheduler.steps(at: 0)) == [1, 2])

    scheduler.wakeLanes(.ofState)

    #expect(scheduler.isFlushedInFlight(1) && !scheduler.isFlushedInFlight(2))
  }

  @Test("nothing waits for a requirement when the job that did is removed")
  func removedWhileWaiting() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(1, .state))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .user, at: 0)
    #expect(scheduler.parked.count == 1)

    _ = scheduler.remove(1)

    #expect(scheduler.parked.values.allSatisfy { $0.users.isEmpty })
  }

  @Test(
    "a job whose token has come waits on, while an earlier one waits for a permission it needs too")
  func stillBlocked() {
    var scheduler = Scheduler.test()
    scheduler.insert(.test(2, .state, needs: [.pushToken, .permission]))
    #expect(scheduler.steps(at: 0) == [2])
    scheduler.wait(2, for: .token, at: 0)
    // A rejected job that is retried.
    scheduler.insert(.test(1, .state, needs: .permission))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)

    let isReady = scheduler.wake(.token)

    #expect(!isReady)
    #expect(scheduler.steps(at: 0) == [])
  }
}
