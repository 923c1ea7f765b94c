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
    let fixture = try EngineFixture(ScriptedHTTPClient([.status(503)]), rToken: "t")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.waitingFor("a") == .retry }
    try fixture.engine.setUserDefault("value", suite: "s", key: "k")
    let former = WeakReference(fixture.engine.group)

    try fixture.engine.selectAppGroup("other")
    await fixture.pass(.seconds(59), by: .seconds(30))
    #expect(!former.isGone)
    try await fixture.pass(by: .seconds(30)) { former.isGone }

    try fixture.engine.selectAppGroup("default")
    #expect(fixture.engine.userDefault(suite: "s", key: "k") == "value")
    try await fixture.pass { fixture.state("a") == .delivered }
    #expect(fixture.http.requests.count == 2)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test(
    "a provider that is registered while another group is selected wakes the jobs of all open groups"
  )
  func otherGroup() async throws {
    let fixture = try EngineFixture(configuration: ["apiUrl": "https://platform.example"])
    try fixture.accept(SampleJobKinds.state, "a", user: TestJWT.tag(TestJWT.ann))
    try await eventually { fixture.waitingFor("a") == .user }

    try fixture.engine.selectAppGroup("other")
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try fixture.engine.selectAppGroup("default")

    try await eventually { fixture.state("a") == .delivered }
    await fixture.engine.stop()
  }

  @Test("ten thousand selections in turn leave two groups open, and one timer")
  func manySelections() async throws {
    let fixture = try EngineFixture()
    for _ in 0..<5000 {
      try fixture.engine.selectAppGroup("other")
      try fixture.engine.selectAppGroup("default")
    }
    await fixture.rest()
    #expect(fixture.engine.groups.outboxes.count == 2)
    #expect(fixture.time.clock.sleeperCount <= 1)
    await fixture.engine.stop()
  }

  @Test("a group stays open while a connection collects calls for it")
  func collecting() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let calls = JobGroup(connection: nil)
    #expect(calls.begin(SampleJobKinds.event, in: fixture.engine))
    let former = WeakReference(fixture.engine.group)

    try fixture.engine.selectAppGroup("other")
    await fixture.pass(.seconds(300), by: .seconds(30))
    #expect(!former.isGone)
    calls.reset()
    try await fixture.pass(by: .seconds(30)) { former.isGone }
    await fixture.engine.stop()
  }

  @Test("a group stays open while one of its requests is in flight, and the outcome is recorded")
  func onTheWire() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "t")
    try fixture.accept(SampleJobKinds.event, "a")
    await http.waitForRequests(1)
    let former = WeakReference(fixture.engine.group)

    try fixture.engine.selectAppGroup("other")
    await fixture.pass(.seconds(300), by: .seconds(30))
    #expect(!former.isGone)
    http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { fixture.emitted.contains("237 a") }
    try await fixture.pass(by: .seconds(30)) { former.isGone }

    try fixture.engine.selectAppGroup("default")
    #expect(fixture.state("a") == .delivered)
    #expect(http.requests.count == 1)
    await fixture.engine.stop()
  }

  @Test("a background pass ends with its group, and the next one is made")
  func backgroundPass() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([.status(503)], then: .hold), rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    try await eventually { fixture.waitingFor("a") == .retry }
    // Paused jobs are not attempted before the pass ends.
    fixture.engine.outbox.setConcurrency(0)
    fixture.engine.registerBackgroundTask(every: .seconds(10))
    try await fixture.pass { fixture.emitted.last == "208" }

    try fixture.engine.selectAppGroup("other")
    try await eventually { fixture.emitted.last == "209" }
    try await fixture.pass {
      fixture.emitted.count { $0 == "208" } == 2 && fixture.emitted.last == "209"
    }
    #expect(!fixture.emitted.contains("505"))
    await fixture.engine.stop()
  }

  @Test("selections in quick succession with requests in flight deliver each job once")
  func quickSuccession() async throws {
    let http = ScriptedHTTPClient([], then: .hold)
    let fixture = try EngineFixture(http, rToken: "one")
    try fixture.accept(SampleJobKinds.event, "a-0")
    await http.waitForRequests(1)
    try fixture.engine.selectAppGroup("other")
    try fixture.configure(rToken: "two")
    try fixture.accept(SampleJobKinds.event, "b-0")
    await http.waitForRequests(2)

    for number in 1...50 {
      try fixture.engine.selectAppGroup("default")
      try fixture.accept(SampleJobKinds.event, "a-\(number)", n: number)
      try fixture.engine.selectAppGroup("other")
      try fixture.accept(SampleJobKinds.event, "b-\(number)", n: number)
    }
    let answering = Task {
      while !Task.isCancelled {
        http.release(.success(HTTPResponse(status: 200, body: [])))
        try? await Task.sleep(for: .microseconds(200))
      }
    }

    try await fixture.drain()
    try fixture.engine.selectAppGroup("default")
    try await fixture.drain()
    answering.cancel()
    let ids = http.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
    #expect(ids.count == 102 && Set(ids).count == 102)
    await fixture.engine.stop()
  }

  @Test("at the limit of open groups another one is refused until one is closed")
  func limit() async throws {
    var limits = Limits()
    limits.appGroups = 2
    let fixture = try EngineFixture(limits: limits)
    try fixture.engine.selectAppGroup("two")

    do throws(EngineError) {
      try fixture.engine.selectAppGroup("three")
      Issue.record("it is refused")
    } catch {
      guard case .tooManyGroups(2) = error else {
        _ = Issue.record("\(error)")
        return
      }
    }
    #expect(fixture.engine.appGroup == "two")
    try fixture.engine.setUserDefault(1, suite: "s", key: "k")
    try await fixture.pass(by: .seconds(30)) { fixture.engine.groups.outboxes.count == 1 }

    try fixture.engine.selectAppGroup("three")
    #expect(fixture.engine.appGroup == "three")
    await fixture.engine.stop()
  }

  @Test("a group stays open while a call made in it has not taken effect")
  func call() async throws {
    let fixture = try EngineFixture()
    var owner: JobOwner? = fixture.owner(.resourceToken)
    try fixture.engine.selectAppGroup("other")
    await fixture.pass(.seconds(180), by: .seconds(30))
    #expect(fixture.engine.groups.outboxes.count == 2)

    let isStored = Mutex(false)
    try fixture.engine.accept(
      SampleJobKinds.event, requestId: "a", owner: try #require(owner), digest: CallDigest(of: []),
      body: [:]
    ) { if case .success = $0 { isStored.withLock { $0 = true } } }
    fixture.engine.commit()
    #expect(isStored.withLock { $0 })
    owner = nil
    try await fixture.pass(by: .seconds(30)) { fixture.engine.groups.outboxes.count == 1 }
    try fixture.engine.selectAppGroup("default")
    #expect(fixture.engine.outbox.statistics.pending == 1)
    await fixture.engine.stop()
  }

  @Test("a group stays open while a caller waits for an outcome in it")
  func waiter() async throws {
    let fixture = try EngineFixture()
    try fixture.accept(SampleJobKinds.event, "a")
    let takeBack = try #require(fixture.engine.outbox.whenEnded("a") { _ in })
    try fixture.engine.selectAppGroup("other")
    await fixture.pass(.seconds(180), by: .seconds(30))
    #expect(fixture.engine.groups.outboxes.count == 2)

    takeBack()
    try await fixture.pass(by: .seconds(30)) { fixture.engine.groups.outboxes.count == 1 }
    await fixture.engine.stop()
  }

  @Test("a group that is closed during repeated log rewrites keeps its jobs")
  func checkpoints() async throws {
    let fixture = try EngineFixture()
    for number in 1...20 { try fixture.accept(SampleJobKinds.event, "r\(number)", n: number) }
    let outbox = fixture.engine.outbox
    let former = WeakReference(fixture.engine.group)
    let rewriting = Task.detached {
      while !Task.isCancelled {
        _ = Result { () throws(JournalError) in try outbox.checkpoint() }
        await Task.yield()
      }
    }

    try fixture.engine.selectAppGroup("other")
    try await fixture.pass(by: .seconds(30)) { former.isGone }
    try fixture.engine.selectAppGroup("default")
    rewriting.cancel()
    await rewriting.value

    // The closed one writes nothing into the files of the new one.
    #expect(throws: JournalError.closed) { try outbox.checkpoint() }
    #expect(fixture.engine.outbox.statistics.pending == 20)
    #expect(!fixture.emitted.contains("403"))
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a clear in progress when its group is left completes, and the group is closed")
  func clear() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "t")
    for round in 1...5 {
      try fixture.configure(rToken: "t")
      try fixture.accept(SampleJobKinds.event, "a-\(round)", n: round)
      let former = WeakReference(fixture.engine.group)

      async let clearing = fixture.engine.clear()
      try await eventually { fixture.engine.outbox.statistics.pending == 0 }
      try fixture.engine.selectAppGroup("other")
      await fixture.pass(.seconds(180), by: .seconds(30))
      try await clearing()
      try await fixture.pass(by: .seconds(30)) { former.isGone }

      try fixture.engine.selectAppGroup("default")
      #expect(fixture.engine.configuration == nil)
      #expect(fixture.engine.outbox.statistics.counters.cleared == round)
      fixture.expectSums()
    }
    await fixture.engine.stop()
  }

  @Test(
    "groups that several connections select, leave and release lose and repeat nothing",
    .timeLimit(.minutes(10)))
  func stress() async throws {
    let http = ScriptedHTTPClient([])
    let fixture = try EngineFixture(http)
    let names = ["default", "one", "two", "three"]
    for name in names {
      try fixture.engine.selectAppGroup(name)
      try fixture.configure(rToken: "t")
    }
    let accepted = Mutex<Set<String>>([])

    let connection: @Sendable (Int) -> Void = { worker in
      for number in 0..<50 {
        let id = "r-\(worker)-\(number)"
        try? fixture.engine.selectAppGroup(names[(worker + number) % names.count])
        if (try? fixture.accept(SampleJobKinds.event, id, n: number)) == true {
          accepted.withLock { _ = $0.insert(id) }
        }
      }
    }

    await withDiscardingTaskGroup { group in
      for worker in 0..<4 { group.addTask { connection(worker) } }
      group.addTask { for _ in 0..<100 { await fixture.time.clock.advance(by: .seconds(61)) } }
    }
    for name in names {
      try fixture.engine.selectAppGroup(name)
      try await fixture.drain()
      fixture.expectSums()
    }

    let sent = http.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
    #expect(sent.count == Set(sent).count)
    #expect(accepted.withLock { $0 }.subtracting(sent).isEmpty)
    #expect(!fixture.emitted.contains("403"))
    await fixture.engine.stop()
  }

  @Test("a stop during the closing of groups leaves each of them intact")
  func stop() async throws {
    for _ in 0..<10 {
      let fixture = try EngineFixture()
      let names = (1...5).map { "group-\($0)" }
      for name in names {
        try fixture.engine.selectAppGroup(name)
        try fixture.accept(SampleJobKinds.event, "a")
      }
      async let closing: Void = fixture.time.clock.advance(by: .seconds(61))
      await fixture.engine.stop()
      await closing

      let again = try fixture.restarted()
      for name in names {
        try again.engine.selectAppGroup(name)
        #expect(again.engine.outbox.statistics.pending == 1)
      }
      #expect(!again.emitted.contains("403"))
      await again.engine.stop()
    }
  }
}
