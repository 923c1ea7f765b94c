import Testing

@testable import AltcraftEngine

/// The order of one lane: 1, 2, … are a user's jobs in order of acceptance.
@Suite struct LaneOrderTests {
  private static let both: JobKind.Needs = [.pushToken, .permission]

  private static func subscribe(_ id: UInt64) -> Job {
    .test(id, .state, needs: both, role: .subscribes)
  }

  private static func suspend(_ id: UInt64) -> Job {
    .test(id, .state, needs: .pushToken, role: .endsSubscription)
  }

  private static func profile(_ id: UInt64) -> Job { .test(id, .state) }

  private static func scheduler(_ jobs: Job...) -> Scheduler {
    var scheduler = Scheduler.test()
    for job in jobs { scheduler.insert(job) }
    return scheduler
  }

  @Test("other jobs pass a subscription that waits for the permission, in order")
  func permission() {
    var scheduler = Self.scheduler(
      Self.subscribe(1), Self.profile(2), Self.subscribe(3), Self.suspend(4), Self.profile(5))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    for id in [2, 4, 5] as [UInt64] {
      #expect(scheduler.steps(at: 0) == [id])
      _ = scheduler.settle(id)
    }
    #expect(scheduler.steps(at: 0) == [])
    scheduler.wake(.permission)
    #expect(scheduler.steps(at: 0) == [1])
    _ = scheduler.settle(1)
    #expect(scheduler.steps(at: 0) == [3])
  }

  @Test("without a token only jobs that need none pass")
  func token() {
    var scheduler = Self.scheduler(
      Self.suspend(1), Self.subscribe(2), Self.profile(3), Self.suspend(4))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .token, at: 0)
    #expect(scheduler.steps(at: 0) == [3])
    _ = scheduler.settle(3)
    #expect(scheduler.steps(at: 0) == [])
    scheduler.wake(.token)
    for id in [1, 2, 4] as [UInt64] {
      #expect(scheduler.steps(at: 0) == [id])
      _ = scheduler.settle(id)
    }
  }

  @Test("without a JWT of its user nothing passes", arguments: [WaitingFor.user, .configuration])
  func user(reason: WaitingFor) {
    var scheduler = Self.scheduler(Self.subscribe(1), Self.profile(2), Self.suspend(3))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: reason, at: 0)
    #expect(scheduler.steps(at: 0) == [])
    #expect([1, 2, 3].map { scheduler.waitingFor(scheduler[$0]!) } == [reason, .lane, .lane])
  }

  @Test("a job that has failed is passed by none, until it has ended")
  func retry() {
    var scheduler = Self.scheduler(Self.subscribe(1), Self.suspend(2), Self.profile(3))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    #expect(scheduler.steps(at: 0) == [2])
    // The suspend may have reached the platform: the subscription must not follow it.
    scheduler.postpone(2, at: 0)
    scheduler.wake(.permission)
    #expect(scheduler.steps(at: 0) == [])
    #expect(scheduler.steps(at: 4000) == [2])
    #expect(scheduler.subscriptions(passedBy: 2) == [1])
    scheduler.proceed(Self.suspend(2).lane, after: 2)
    _ = scheduler.remove(2)
    #expect(scheduler.steps(at: 4000) == [1])
  }

  @Test("the permission that comes while a suspend is sent does not undo it")
  func grantInFlight() {
    var scheduler = Self.scheduler(Self.subscribe(1), Self.suspend(2), Self.subscribe(3))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    #expect(scheduler.steps(at: 0) == [2])
    scheduler.wake(.permission)
    #expect(scheduler.subscriptions(passedBy: 2) == [1])
    for id in scheduler.subscriptions(passedBy: 2) { _ = scheduler.remove(id) }
    _ = scheduler.settle(2)
    #expect(scheduler.steps(at: 0) == [3])
  }

  @Test("the reason of each job is reported; only what is next has none")
  func reasons() {
    var scheduler = Self.scheduler(
      Self.subscribe(1), Self.subscribe(2), Self.suspend(3), Self.suspend(4), Self.profile(5))
    func reasons() -> [WaitingFor?] { (1...5).map { scheduler.waitingFor(scheduler[$0]!) } }
    #expect(reasons() == [nil, .lane, .lane, .lane, .lane])
    #expect(scheduler.steps(at: 0) == [1])
    #expect(reasons() == [nil, .lane, .lane, .lane, .lane])
    scheduler.wait(1, for: .permission, at: 0)
    #expect(reasons() == [.permission, .lane, nil, .lane, .lane])
    #expect(scheduler.steps(at: 0) == [3])
    scheduler.wait(3, for: .token, at: 0)
    #expect(reasons() == [.permission, .lane, .token, .lane, nil])
    #expect(scheduler.steps(at: 0) == [5])
    scheduler.postpone(5, at: 0)
    #expect(reasons() == [.permission, .lane, .token, .lane, .retry])
  }

  @Test("waiting jobs are checked again by themselves, each on its own time")
  func checks() {
    var scheduler = Self.scheduler(Self.subscribe(1), Self.suspend(2))
    #expect(scheduler.steps(at: 0) == [1])
    scheduler.wait(1, for: .permission, at: 0)
    #expect(scheduler.steps(at: 0) == [2])
    scheduler.wait(2, for: .token, at: 0)
    #expect(scheduler.nextAttempt(of: scheduler[1]!) != nil)
    #expect(scheduler.steps(at: 4000) == [1])
    scheduler.wait(1, for: .permission, at: 4000)
    #expect(scheduler.steps(at: 4000) == [2])
  }

  @Test("a retried older job is the first of those that need the same")
  func retriedOlder() {
    var scheduler = Self.scheduler(Self.suspend(5), Self.suspend(6))
    #expect(scheduler.steps(at: 0) == [5])
    scheduler.wait(5, for: .token, at: 0)
    scheduler.insert(Self.suspend(3))
    #expect(scheduler.steps(at: 0) == [3])
    scheduler.wait(3, for: .token, at: 0)
    #expect(scheduler.steps(at: 0) == [])
    scheduler.wake(.token)
    for id in [3, 5, 6] as [UInt64] {
      #expect(scheduler.steps(at: 0) == [id])
      _ = scheduler.settle(id)
    }
  }

  @Test("ten thousand waiting subscriptions delay no profile update")
  func many() {
    var scheduler = Scheduler.test()
    for id in 1...10_000 as ClosedRange<UInt64> { scheduler.insert(Self.subscribe(id)) }
    scheduler.attempt(1, at: .zero)
    scheduler.wait(1, for: .permission, at: 0)
    for id in 10_001...20_000 as ClosedRange<UInt64> {
      scheduler.insert(Self.profile(id))
      #expect(scheduler.steps(at: 0) == [id])
      _ = scheduler.settle(id)
    }
    scheduler.insert(Self.suspend(20_001))
    #expect(scheduler.steps(at: 0) == [20_001])
    #expect(scheduler.subscriptions(passedBy: 20_001).count == 10_000)
    for id in scheduler.subscriptions(passedBy: 20_001) { _ = scheduler.remove(id) }
    _ = scheduler.settle(20_001)
    #expect(scheduler.count == 0 && scheduler.steps(at: 0) == [])
  }
}
