import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct EngineTests {
  @Test("pending jobs go out at start, with the stored configuration")
  func restart() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "t")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }
    await fixture.engine.stop()

    let again = try fixture.restarted()
    await again.pass(.seconds(6))

    try await eventually { again.state("a") == .delivered }
    #expect(again.engine.outbox.report("a")?.attempts == 2)
    again.expectSums()
    await again.engine.stop()
  }

  @Test("the retry settings of a configuration apply at once and after a restart")
  func retrySettings() async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "t",
      configuration: ["retry": ["firstSeconds": 7]])
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }
    #expect(fixture.engine.outbox.report("a")?.nextAttemptAt == FixtureTime.start + 7000)
    await fixture.engine.stop()
    let again = try fixture.restarted(ScriptedHTTPClient([], then: .status(503)))
    try again.accept(SampleJobKinds.state, "b")
    try await eventually { again.emitted.contains("530 b") }
    #expect(again.engine.outbox.report("b")?.nextAttemptAt == FixtureTime.start + 7000)
    await again.engine.stop()
  }

  @Test("a job of an unselected group waits and goes out when the group is selected again")
  func groups() async throws {
    let fixture = try EngineFixture(rToken: "one")
    try fixture.engine.selectAppGroup("other")
    #expect(fixture.engine.configuration == nil)
    #expect(fixture.engine.appGroup == "other")
    try fixture.configure(rToken: "two")
    try fixture.accept(SampleJobKinds.event, "of-other", n: 2)
    try await eventually { fixture.state("of-other") == .delivered }
    #expect(fixture.engine.outbox.statistics.accepted == 1)

    fixture.http.enqueue(.hold)
    try fixture.accept(SampleJobKinds.event, "on-the-wire", n: 3)
    try fixture.accept(SampleJobKinds.event, "behind", n: 4)
    await fixture.http.waitForRequests(2)
    try fixture.engine.selectAppGroup("default")
    #expect(fixture.engine.configuration?.rToken?.reveal() == "one")
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    #expect(fixture.state("of-other") == nil)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { fixture.emitted.last == "237 on-the-wire" }
    await fixture.rest()
    #expect(fixture.http.requests.count == 2)

    try fixture.engine.selectAppGroup("other")
    try await eventually { fixture.state("behind") == .delivered }
    #expect(fixture.state("on-the-wire") == .delivered)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test(
    "a group with an empty name is rejected with 405, one with a long name as an invalid parameter"
  )
  func groupNames() throws {
    let fixture = try EngineFixture()
    do throws(EngineError) {
      try fixture.engine.selectAppGroup("")
      Issue.record("405")
    } catch {
      guard case .refused(let refusal) = error else {
        _ = Issue.record("405")
        return
      }
      #expect(refusal.event.code == .appGroupMissing)
    }
    #expect(throws: EngineError.self) {
      try fixture.engine.selectAppGroup(String(repeating: "x", count: 1025))
    }
    #expect(fixture.engine.appGroup == "default")
  }

  // Both found it closed, opened its files, and wrote two logs into one directory.
  @Test("connections that select a new group concurrently open it once", .timeLimit(.minutes(10)))
  func concurrentSelection() async throws {
    for round in 0..<10 {
      let fixture = try EngineFixture()
      let outboxes = await withTaskGroup(of: ObjectIdentifier?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try? fixture.engine.selectAppGroup("group-\(round)")
            return ObjectIdentifier(fixture.engine.outbox)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outboxes.count == 1)
      try fixture.accept(SampleJobKinds.event, "a")
      #expect(fixture.engine.outbox.statistics.pending == 1)
      await fixture.engine.stop()
    }
  }

  // A call was accepted in a group that another connection then left, and the call was never committed.
  @Test("an accepted call is answered, even if another group is selected at its commit")
  func commitOfAnotherGroup() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let isStored = Mutex(false)
    let former = fixture.engine.outbox
    let job = NewJob(
      kind: 1, requestId: "a", userTag: .resourceToken, digest: CallDigest(of: []), body: [:])
    try fixture.engine.selectAppGroup("other")
    try former.accept(job) { _ in isStored.withLock { $0 = true } }

    fixture.engine.commit()

    #expect(isStored.withLock { $0 })
    await fixture.engine.stop()
  }

  @Test("a rejected configuration changes nothing")
  func refusedConfiguration() throws {
    let fixture = try EngineFixture(rToken: "t")
    for (configuration, code) in [
      (nil, SDKCode.configurationNotSet), (["apiUrl": "ftp://x"], .apiUrlInvalid),
      (["apiUrl": "https://x", "rToken": "a b"], .rTokenInvalid),
      (["apiUrl": "https://x", "providerPriorityList": ["pigeon"]], .providerInvalid),
    ] as [(JSONObject?, SDKCode)] {
      do throws(EngineError) {
        _ = try fixture.engine.install(configuration)
        Issue.record("it is refused")
      } catch {
        guard case .refused(let refusal) = error else {
          Issue.record("\(code)")
          continue
        }
        #expect(refusal.event.code == code)
      }
    }
    #expect(fixture.engine.configuration?.rToken?.reveal() == "t")
    #expect(fixture.emitted == ["200"])
  }

  @Test(
    "a failing disk emits event 403; the repair is retried after 1 s to 30 s, and success is reported"
  )
  func storage() async throws {
    let fixture = try EngineFixture(rToken: "t")
    let health = StorageHealth(fixture.engine.context, numbering: .current)
    let disk = MemoryLogDirectory()
    let (outbox, _) = try Outbox.open(
      disk, kinds: SampleJobKinds.all, environment: fixture.time.environment, limits: .small,
      durability: .power, storageChanged: health.changed)
    disk.fail([.init(.sync, .error(ENOSPC), lasts: true)])
    let job = NewJob(
      kind: 1, requestId: "a", userTag: .resourceToken, digest: CallDigest(of: []), body: [:])
    let isRefused = Mutex(false)
    try outbox.accept(job) { result in
      if case .failure(.storage(.noSpace)) = result {
        // The caller gets the error before the event is emitted.
        isRefused.withLock { $0 = fixture.emitted == ["200"] }
      }
    }
    outbox.commit()
    let failed = fixture.time.clock.now.sinceStart

    #expect(isRefused.withLock { $0 })
    #expect(fixture.emitted == ["200", "403"])
    #expect(fixture.allEvents.last?.value == ["cause": "noSpace"])
    // Retried after 1, 3, 7, 15, 31, 61 and 91 s.
    let syncs = disk.faultsTriggered
    for (second, tries) in [(0, 0), (1, 1), (2, 1), (3, 2), (7, 3), (15, 4), (31, 5), (61, 6)] {
      await fixture.pass(.seconds(second) - fixture.time.clock.now.sinceStart + failed)
      try await eventually("\(tries) tries after \(second) s") {
        // The next try is due after a pause that has begun.
        disk.faultsTriggered - syncs == tries && fixture.time.clock.sleeperCount == 1
      }
    }
    #expect(fixture.emitted == ["200", "403"] && outbox.failure == .noSpace)
    disk.fail([])
    try await fixture.pass(by: .seconds(5)) { outbox.failure == nil }
    try await eventually { fixture.emitted == ["200", "403", "403"] }
    #expect(fixture.allEvents.last?.value == ["cause": "recovered"])

    // The second failure is handled like the first.
    disk.fail([.init(.sync, .error(EIO))])
    try outbox.accept(job) { _ in }
    outbox.commit()
    try await fixture.pass { outbox.failure == nil && fixture.emitted.count == 5 }
    await fixture.engine.stop()
  }

  @Test("damage found at the start emits event 403 with the amount of lost data")
  func damage() async throws {
    let fixture = try EngineFixture()
    for id in ["job-a", "job-b", "job-c"] { try fixture.accept(SampleJobKinds.event, id) }
    await fixture.engine.stop()
    try fixture.damage("job-b")

    let again = try fixture.restarted()

    let event = try #require(again.allEvents.first { $0.code == 403 })
    #expect(event.value?["lost"] == 1 && event.value?["cause"] == "corrupt")
    #expect(again.engine.outbox.statistics.pending == 2)
    again.expectSums()
    await again.engine.stop()
    let third = try again.restarted()
    #expect(!third.emitted.contains("403"))
    third.expectSums()
    await third.engine.stop()
  }

  @Test(
    "the next process takes over a backlog of 2,000 and delivers each job once",
    .timeLimit(.minutes(10)))
  func backlog() async throws {
    let fixture = try EngineFixture()
    let count = 2_000
    for number in 1...count {
      try fixture.engine.accept(
        SampleJobKinds.own, requestId: "r\(number)", owner: fixture.owner(.resourceToken),
        digest: CallDigest(of: []),
        body: ["n": .int(number)]
      ) { if case .success(let acceptance) = $0 { acceptance.release() } }
      if number % 250 == 0 { fixture.engine.commit() }
    }
    fixture.engine.commit()
    #expect(fixture.engine.outbox.statistics.pending == count)
    await fixture.engine.stop()

    let again = try fixture.restarted()

    #expect(again.engine.outbox.statistics.pending == count)
    try again.configure(rToken: "t")
    try await again.drain()
    #expect(again.http.requests.count == count)
    #expect(Set(again.http.requests.map(\.url)).count == count)
    again.expectSums()
    await again.engine.stop()
  }
}
