import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// What callers leave in an outbox while they wait, and that nothing of it stays when they are gone.
@Suite struct RegistrationTests {
  private static let uses = 10_000

  @Test("a flush leaves one alarm for each lane that waits, however often it comes")
  func alarms() {
    var state = OutboxState.test()
    let work: [UInt64] = Array(1...20)
    for id in work { state.insert(.test(id, .own(id))) }

    for _ in 0..<Self.uses / work.count {
      for id in state.steps(at: 0) { state.wait(id, for: .token, at: 0) }
      for id in state.steps(at: 0) { state.wait(id, for: .token, at: 0) }
      state.wakeAll()
    }

    #expect(state.alarms.count <= 2 * work.count + 64)
  }

  @Test("lanes that come and go while the platform is paused do not pile up in the queues")
  func queues() {
    var state = OutboxState.test()
    state.pauseDestination(until: .seconds(3600))

    for id in 1...UInt64(Self.uses) {
      state.insert(.test(id, .state, user: "u\(id)"))
      _ = state.nextStep(at: .zero)
      _ = state.remove(id)
    }

    #expect(state.fresh.count + state.retries.count <= 2 * 64)
  }

  @Test("a wait for an outcome that is taken back leaves nothing, for pending work and for ended")
  func outcomes() throws {
    let world = try OutboxWorld()
    world.accept(Toys.event, "ended")
    try world.deliverNext()
    world.accept(Toys.event, "pending")

    for _ in 0..<Self.uses {
      for id in ["ended", "pending"] {
        let takeBack = try #require(world.outbox.whenEnded(id) { _ in })
        takeBack()
      }
    }

    world.outbox.guarded.withLock { #expect($0.waiters.isEmpty) }
  }

  @Test("a flush that is waited for leaves nothing when its caller is gone")
  func flushes() async throws {
    let world = try OutboxWorld()
    world.accept(Toys.event, "a")

    await withDiscardingTaskGroup { group in
      for _ in 0..<Self.uses { group.addTask { await world.outbox.flushAndWait() } }
      group.cancelAll()
      // One that is not over by then is released by this end.
      await eventually { world.outbox.guarded.withLock { $0.observers.isEmpty } }
      world.outbox.dismissObservers()
    }

    #expect(world.outbox.statistics.pending == 1)
  }

  @Test("event subscriptions that were replaced or cancelled hold nothing")
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

  @Test("a background task that is registered again and again has one timer")
  func backgroundTasks() async throws {
    let world = try EngineWorld()
    for _ in 0..<Self.uses { world.engine.registerBackgroundTask(every: .seconds(60)) }
    await eventually { world.time.clock.sleeperCount == 1 }
    await world.engine.stop()
    await eventually { world.time.clock.sleeperCount == 0 }
  }
}
