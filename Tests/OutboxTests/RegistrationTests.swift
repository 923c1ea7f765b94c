import EngineTestSupport
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The registrations of waiting callers in an outbox, all of which are removed with their callers.
@Suite struct RegistrationTests {
  private static let uses = 10_000

  @Test("repeated flushes leave one timer for each waiting lane")
  func alarms() {
    var scheduler = Scheduler.test()
    let jobs: [UInt64] = Array(1...20)
    for id in jobs { scheduler.insert(.test(id, .own(id))) }

    for _ in 0..<Self.uses / jobs.count {
      for id in scheduler.steps(at: 0) { scheduler.wait(id, for: .token, at: 0) }
      for id in scheduler.steps(at: 0) { scheduler.wait(id, for: .token, at: 0) }
      scheduler.wakeAll()
    }

    #expect(scheduler.alarms.count <= 5 * jobs.count + 64)
  }

  @Test("lanes created and removed during a pause do not accumulate in the queues")
  func queues() {
    var scheduler = Scheduler.test()
    scheduler.pauseDestination(until: .seconds(3600))

    for id in 1...UInt64(Self.uses) {
      scheduler.insert(.test(id, .state, user: "u\(id)"))
      _ = scheduler.nextStep(at: .zero)
      _ = scheduler.remove(id)
    }

    #expect(scheduler.fresh.count + scheduler.retries.count <= 2 * 64)
  }

  @Test("a cancelled wait for an outcome leaves nothing, for pending and for ended jobs")
  func outcomes() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "ended")
    try fixture.deliverNext()
    fixture.accept(SampleJobKinds.event, "pending")

    for _ in 0..<Self.uses {
      for id in ["ended", "pending"] {
        let takeBack = try #require(fixture.outbox.whenEnded(id) { _ in })
        takeBack()
      }
    }

    fixture.outbox.read { #expect($0.waiters.isEmpty) }
  }

  @Test("a flush leaves nothing after its caller has gone")
  func flushes() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")

    try await withThrowingDiscardingTaskGroup { group in
      for _ in 0..<Self.uses { group.addTask { await fixture.outbox.flushAndWait() } }
      group.cancelAll()
      // A flush that is not complete by then is released by this end.
      try await eventually { fixture.outbox.read { $0.observers.isEmpty } }
      fixture.outbox.dismissObservers()
    }

    #expect(fixture.outbox.statistics.pending == 1)
  }

  @Test("replaced and cancelled event subscriptions retain nothing")
  func subscriptions() {
    let hub = EventHub(epoch: "e", capacity: 10, bytes: 1 << 20) { Timestamp(milliseconds: 0) }
    final class Session: Sendable {}
    var sessions: [WeakReference] = []
    var latest: EventSubscription?
    for number in 0..<Self.uses {
      let session = Session()
      sessions.append(WeakReference(session))
      let subscription = hub.subscribe(since: nil, epoch: nil, codes: nil, replacing: latest) { _ in
        withExtendedLifetime(session) { true }
      }
      subscription.start()
      if number.isMultiple(of: 10) { subscription.cancel() }
      latest = subscription
    }

    #expect(sessions.dropLast().allSatisfy { $0.isGone })
    latest?.cancel()
    #expect(sessions.allSatisfy { $0.isGone })
  }
}
