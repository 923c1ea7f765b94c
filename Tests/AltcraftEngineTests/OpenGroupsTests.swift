import DurableLog
import EngineTestSupport
import Foundation
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The time for which the files of an app group stay open.
@Suite struct OpenGroupsTests {
  @Test("a group is closed a minute after it was left, and opened again when it is selected")
  func closed() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([.status(503)]), rToken: "t")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.waitingFor("a") == .retry }
    try world.engine.setUserDefault("value", suite: "s", key: "k")
    let former = WeakReference(world.engine.group)

    try world.engine.selectAppGroup("other")
    await world.pass(.seconds(59), by: .seconds(30))
    #expect(!former.isGone)
    try await world.pass(by: .seconds(30)) { former.isGone }

    try world.engine.selectAppGroup("default")
    #expect(world.engine.userDefault(suite: "s", key: "k") == "value")
    try await world.pass { world.state("a") == .delivered }
    #expect(world.http.requests.count == 2)
    world.expectSums()
    await world.engine.stop()
  }

  @Test(
    "a provider that is registered while another group is selected wakes the jobs of all open groups"
  )
  func otherGroup() async throws {
    let world = try EngineFixture(configuration: ["apiUrl": "https://platform.example"])
    try world.accept(SampleJobKinds.state, "a", user: TestJWT.tag(TestJWT.ann))
    try await eventually { world.waitingFor("a") == .user }

    try world.engine.selectAppGroup("other")
    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try world.engine.selectAppGroup("default")

    try await eventually { world.state("a") == .delivered }
    await world.engine.stop()
  }

  @Test("ten thousand selections in turn leave two groups open, and one timer")
  func manySelections() async throws {
    let world = try EngineFixture()
    for _ in 0..<5000 {
      try world.engine.selectAppGroup("other")
      try world.engine.selectAppGroup("default")
    }
    await world.rest()
    #expect(world.engine.groups.outboxes.count == 2)
    #expect(world.time.clock.sleeperCount <= 1)
    await world.engine.stop()
  }

  @Test("a group stays open while one of its requests is in flight, and the outcome is recorded")
  func onTheWire() async throws {
    let http = ScriptedHTTPClient([.hold])
    let world = try EngineFixture(http, rToken: "t")
    try world.accept(SampleJobKinds.event, "a")
    await http.waitForRequests(1)
    let former = WeakReference(world.engine.group)

    try world.engine.selectAppGroup("other")
    await world.pass(.seconds(300), by: .seconds(30))
    #expect(!former.isGone)
    http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { world.told.contains("237 a") }
    try await world.pass(by: .seconds(30)) { former.isGone }

    try world.engine.selectAppGroup("default")
    #expect(world.state("a") == .delivered)
    #expect(http.requests.count == 1)
    await world.engine.stop()
  }

  @Test("a background pass ends with its group, and the next one is made")
  func backgroundPass() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([.status(503)], then: .hold), rToken: "t")
    try world.accept(SampleJobKinds.state, "a")
    try await eventually { world.waitingFor("a") == .retry }
    // Paused work is not attempted before the pass ends.
    world.engine.outbox.setConcurrency(0)
    world.engine.registerBackgroundTask(every: .seconds(10))
    try await world.pass { world.told.last == "208" }

    try world.engine.selectAppGroup("other")
    try await eventually { world.told.last == "209" }
    try await world.pass { world.told.count { $0 == "208" } == 2 && world.told.last == "209" }
    #expect(!world.told.contains("505"))
    await world.engine.stop()
  }

  @Test("selections in quick succession with requests in flight deliver each job once")
  func quickSuccession() async throws {
    let http = ScriptedHTTPClient([], then: .hold)
    let world = try EngineFixture(http, rToken: "one")
    try world.accept(SampleJobKinds.event, "a-0")
    await http.waitForRequests(1)
    try world.engine.selectAppGroup("other")
    try world.configure(rToken: "two")
    try world.accept(SampleJobKinds.event, "b-0")
    await http.waitForRequests(2)

    for number in 1...50 {
      try world.engine.selectAppGroup("default")
      try world.accept(SampleJobKinds.event, "a-\(number)", n: number)
      try world.engine.selectAppGroup("other")
      try world.accept(SampleJobKinds.event, "b-\(number)", n: number)
    }
    let answering = Task {
      while !Task.isCancelled {
        http.release(.success(HTTPResponse(status: 200, body: [])))
        try? await Task.sleep(for: .microseconds(200))
      }
    }

    try await world.drain()
    try world.engine.selectAppGroup("default")
    try await world.drain()
    answering.cancel()
    let ids = http.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
    #expect(ids.count == 102 && Set(ids).count == 102)
    await world.engine.stop()
  }

  @Test("at the limit of open groups another one is refused until one is closed")
  func limit() async throws {
    var limits = Limits()
    limits.appGroups = 2
    let world = try EngineFixture(limits: limits)
    try world.engine.selectAppGroup("two")

    do throws(EngineError) {
      try world.engine.selectAppGroup("three")
      Issue.record("it is refused")
    } catch {
      guard case .tooManyGroups(2) = error else {
        _ = Issue.record("\(error)")
        return
      }
    }
    #expect(world.engine.appGroup == "two")
    try world.engine.setUserDefault(1, suite: "s", key: "k")
    try await world.pass(by: .seconds(30)) { world.engine.groups.outboxes.count == 1 }

    try world.engine.selectAppGroup("three")
    #expect(world.engine.appGroup == "three")
    await world.engine.stop()
  }

  @Test("a group stays open while a call made in it has not taken effect")
  func call() async throws {
    let world = try EngineFixture()
    var owner: JobOwner? = world.owner(.resourceToken)
    try world.engine.selectAppGroup("other")
    await world.pass(.seconds(180), by: .seconds(30))
    #expect(world.engine.groups.outboxes.count == 2)

    let isStored = Mutex(false)
    try world.engine.accept(
      SampleJobKinds.event, requestId: "a", owner: try #require(owner), digest: CallDigest(of: []),
      body: [:]
    ) { if case .success = $0 { isStored.withLock { $0 = true } } }
    world.engine.commit()
    #expect(isStored.withLock { $0 })
    owner = nil
    try await world.pass(by: .seconds(30)) { world.engine.groups.outboxes.count == 1 }
    try world.engine.selectAppGroup("default")
    #expect(world.engine.outbox.statistics.pending == 1)
    await world.engine.stop()
  }

  @Test("a group stays open while a caller waits for an outcome in it")
  func waiter() async throws {
    let world = try EngineFixture()
    try world.accept(SampleJobKinds.event, "a")
    let takeBack = try #require(world.engine.outbox.whenEnded("a") { _ in })
    try world.engine.selectAppGroup("other")
    await world.pass(.seconds(180), by: .seconds(30))
    #expect(world.engine.groups.outboxes.count == 2)

    takeBack()
    try await world.pass(by: .seconds(30)) { world.engine.groups.outboxes.count == 1 }
    await world.engine.stop()
  }

  @Test("a group that is closed during repeated log rewrites keeps its work")
  func checkpoints() async throws {
    let world = try EngineFixture()
    for number in 1...20 { try world.accept(SampleJobKinds.event, "r\(number)", n: number) }
    let outbox = world.engine.outbox
    let former = WeakReference(world.engine.group)
    let rewriting = Task.detached {
      while !Task.isCancelled {
        _ = Result { () throws(JournalError) in try outbox.checkpoint() }
        await Task.yield()
      }
    }

    try world.engine.selectAppGroup("other")
    try await world.pass(by: .seconds(30)) { former.isGone }
    try world.engine.selectAppGroup("default")
    rewriting.cancel()
    await rewriting.value

    // The closed one writes nothing into the files of the new one.
    #expect(throws: JournalError.closed) { try outbox.checkpoint() }
    #expect(world.engine.outbox.statistics.pending == 20)
    #expect(!world.told.contains("403"))
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a clear in progress when its group is left completes, and the group is closed")
  func clear() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "t")
    for round in 1...5 {
      try world.configure(rToken: "t")
      try world.accept(SampleJobKinds.event, "a-\(round)", n: round)
      let former = WeakReference(world.engine.group)

      async let clearing = world.engine.clear()
      try await eventually { world.engine.outbox.statistics.pending == 0 }
      try world.engine.selectAppGroup("other")
      await world.pass(.seconds(180), by: .seconds(30))
      try await clearing()
      try await world.pass(by: .seconds(30)) { former.isGone }

      try world.engine.selectAppGroup("default")
      #expect(world.engine.configuration == nil)
      #expect(world.engine.outbox.statistics.counters.cleared == round)
      world.expectSums()
    }
    await world.engine.stop()
  }

  @Test(
    "groups that several connections select, leave and release lose and repeat nothing",
    .timeLimit(.minutes(10)))
  func stress() async throws {
    let http = ScriptedHTTPClient([])
    let world = try EngineFixture(http)
    let names = ["default", "one", "two", "three"]
    for name in names {
      try world.engine.selectAppGroup(name)
      try world.configure(rToken: "t")
    }
    let accepted = Mutex<Set<String>>([])

    let connection: @Sendable (Int) -> Void = { worker in
      for number in 0..<50 {
        let id = "r-\(worker)-\(number)"
        try? world.engine.selectAppGroup(names[(worker + number) % names.count])
        if (try? world.accept(SampleJobKinds.event, id, n: number)) == true {
          accepted.withLock { _ = $0.insert(id) }
        }
      }
    }

    await withDiscardingTaskGroup { group in
      for worker in 0..<4 { group.addTask { connection(worker) } }
      group.addTask { for _ in 0..<100 { await world.time.clock.advance(by: .seconds(61)) } }
    }
    for name in names {
      try world.engine.selectAppGroup(name)
      try await world.drain()
      world.expectSums()
    }

    let sent = http.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
    #expect(sent.count == Set(sent).count)
    #expect(accepted.withLock { $0 }.subtracting(sent).isEmpty)
    #expect(!world.told.contains("403"))
    await world.engine.stop()
  }

  @Test("a stop during the closing of groups leaves each of them intact")
  func stop() async throws {
    for _ in 0..<10 {
      let world = try EngineFixture()
      let names = (1...5).map { "group-\($0)" }
      for name in names {
        try world.engine.selectAppGroup(name)
        try world.accept(SampleJobKinds.event, "a")
      }
      async let closing: Void = world.time.clock.advance(by: .seconds(61))
      await world.engine.stop()
      await closing

      let again = try world.restarted()
      for name in names {
        try again.engine.selectAppGroup(name)
        #expect(again.engine.outbox.statistics.pending == 1)
      }
      #expect(!again.told.contains("403"))
      await again.engine.stop()
    }
  }
}
