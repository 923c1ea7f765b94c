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
  @Test("pending work goes out at start, with the stored configuration")
  func restart() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(503)), rToken: "t")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }
    await world.engine.stop()

    let again = try world.restarted()
    await again.pass(.seconds(6))

    try await eventually { again.state("a") == .delivered }
    #expect(again.engine.outbox.report("a")?.attempts == 2)
    again.expectSums()
    await again.engine.stop()
  }

  @Test("the retry settings of a configuration apply at once and after a restart")
  func retrySettings() async throws {
    let world = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "t",
      configuration: ["retry": ["firstSeconds": 7]])
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }
    #expect(world.engine.outbox.report("a")?.nextAttemptAt == WorldTime.start + 7000)
    await world.engine.stop()
    let again = try world.restarted(ScriptedHTTPClient([], then: .status(503)))
    try again.accept(SampleJobKinds.state, "b")
    try await eventually { again.told.contains("530 b") }
    #expect(again.engine.outbox.report("b")?.nextAttemptAt == WorldTime.start + 7000)
    await again.engine.stop()
  }

  @Test("work of an unselected group waits and goes out when the group is selected again")
  func groups() async throws {
    let world = try EngineFixture(rToken: "one")
    try world.engine.selectAppGroup("other")
    #expect(world.engine.configuration == nil)
    #expect(world.engine.appGroup == "other")
    try world.configure(rToken: "two")
    try world.accept(SampleJobKinds.event, "of-other", n: 2)
    try await eventually { world.state("of-other") == .delivered }
    #expect(world.engine.outbox.statistics.accepted == 1)

    world.http.enqueue(.hold)
    try world.accept(SampleJobKinds.event, "on-the-wire", n: 3)
    try world.accept(SampleJobKinds.event, "behind", n: 4)
    await world.http.waitForRequests(2)
    try world.engine.selectAppGroup("default")
    #expect(world.engine.configuration?.rToken?.reveal() == "one")
    #expect(world.engine.outbox.statistics.accepted == 0)
    #expect(world.state("of-other") == nil)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { world.told.last == "237 on-the-wire" }
    await world.rest()
    #expect(world.http.requests.count == 2)

    try world.engine.selectAppGroup("other")
    try await eventually { world.state("behind") == .delivered }
    #expect(world.state("on-the-wire") == .delivered)
    world.expectSums()
    await world.engine.stop()
  }

  @Test(
    "a group with an empty name is rejected with 405, one with a long name as an invalid parameter"
  )
  func groupNames() throws {
    let world = try EngineFixture()
    do throws(EngineError) {
      try world.engine.selectAppGroup("")
      Issue.record("405")
    } catch {
      guard case .refused(let refusal) = error else {
        _ = Issue.record("405")
        return
      }
      #expect(refusal.event.code == .appGroupMissing)
    }
    #expect(throws: EngineError.self) {
      try world.engine.selectAppGroup(String(repeating: "x", count: 1025))
    }
    #expect(world.engine.appGroup == "default")
  }

  // Both found it closed, opened its files, and wrote two logs into one directory.
  @Test("connections that select a new group concurrently open it once", .timeLimit(.minutes(10)))
  func concurrentSelection() async throws {
    for round in 0..<10 {
      let world = try EngineFixture()
      let outboxes = await withTaskGroup(of: ObjectIdentifier?.self) { group in
        for _ in 0..<4 {
          group.addTask {
            try? world.engine.selectAppGroup("group-\(round)")
            return ObjectIdentifier(world.engine.outbox)
          }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outboxes.count == 1)
      try world.accept(SampleJobKinds.event, "a")
      #expect(world.engine.outbox.statistics.pending == 1)
      await world.engine.stop()
    }
  }

  // A call was accepted in a group that another connection then left, and the call was never committed.
  @Test("an accepted call is answered, even if another group is selected at its commit")
  func commitOfAnotherGroup() async throws {
    let world = try EngineFixture(rToken: "t")
    let isStored = Mutex(false)
    let former = world.engine.outbox
    let work = NewJob(
      kind: 1, requestId: "a", userTag: .resourceToken, digest: CallDigest(of: []), body: [:])
    try world.engine.selectAppGroup("other")
    try former.accept(work) { _ in isStored.withLock { $0 = true } }

    world.engine.commit()

    #expect(isStored.withLock { $0 })
    await world.engine.stop()
  }

  @Test("a rejected configuration changes nothing")
  func refusedConfiguration() throws {
    let world = try EngineFixture(rToken: "t")
    for (configuration, code) in [
      (nil, SDKCode.configurationNotSet), (["apiUrl": "ftp://x"], .apiUrlInvalid),
      (["apiUrl": "https://x", "rToken": "a b"], .rTokenInvalid),
      (["apiUrl": "https://x", "providerPriorityList": ["pigeon"]], .providerInvalid),
    ] as [(JSONObject?, SDKCode)] {
      do throws(EngineError) {
        _ = try world.engine.install(configuration)
        Issue.record("it is refused")
      } catch {
        guard case .refused(let refusal) = error else {
          Issue.record("\(code)")
          continue
        }
        #expect(refusal.event.code == code)
      }
    }
    #expect(world.engine.configuration?.rToken?.reveal() == "t")
    #expect(world.told == ["200"])
  }

  @Test(
    "a failing disk emits event 403; the repair is retried after 1 s to 30 s, and success is reported"
  )
  func storage() async throws {
    let world = try EngineFixture(rToken: "t")
    let health = StorageHealth(world.engine.context, numbering: .current)
    let disk = MemoryLogDirectory()
    let (outbox, _) = try Outbox.open(
      disk, kinds: SampleJobKinds.all, environment: world.time.environment, limits: .small,
      durability: .power, storageChanged: health.changed)
    disk.fail([.init(.sync, .error(ENOSPC), lasts: true)])
    let work = NewJob(
      kind: 1, requestId: "a", userTag: .resourceToken, digest: CallDigest(of: []), body: [:])
    let isRefused = Mutex(false)
    try outbox.accept(work) { result in
      if case .failure(.storage(.noSpace)) = result {
        // The caller gets the error before the event is emitted.
        isRefused.withLock { $0 = world.told == ["200"] }
      }
    }
    outbox.commit()
    let failed = world.time.clock.now.sinceStart

    #expect(isRefused.withLock { $0 })
    #expect(world.told == ["200", "403"])
    #expect(world.allEvents.last?.value == ["cause": "noSpace"])
    // Retried after 1, 3, 7, 15, 31, 61 and 91 s.
    let syncs = disk.faultsTriggered
    for (second, tries) in [(0, 0), (1, 1), (2, 1), (3, 2), (7, 3), (15, 4), (31, 5), (61, 6)] {
      await world.pass(.seconds(second) - world.time.clock.now.sinceStart + failed)
      try await eventually("\(tries) tries after \(second) s") {
        // The next try is due after a pause that has begun.
        disk.faultsTriggered - syncs == tries && world.time.clock.sleeperCount == 1
      }
    }
    #expect(world.told == ["200", "403"] && outbox.failure == .noSpace)
    disk.fail([])
    try await world.pass(by: .seconds(5)) { outbox.failure == nil }
    try await eventually { world.told == ["200", "403", "403"] }
    #expect(world.allEvents.last?.value == ["cause": "recovered"])

    // The second failure is handled like the first.
    disk.fail([.init(.sync, .error(EIO))])
    try outbox.accept(work) { _ in }
    outbox.commit()
    try await world.pass { outbox.failure == nil && world.told.count == 5 }
    await world.engine.stop()
  }

  @Test("damage found at the start emits event 403 with the amount of lost data")
  func damage() async throws {
    let world = try EngineFixture()
    for id in ["work-a", "work-b", "work-c"] { try world.accept(SampleJobKinds.event, id) }
    await world.engine.stop()
    try world.damage("work-b")

    let again = try world.restarted()

    let event = try #require(again.allEvents.first { $0.code == 403 })
    #expect(event.value?["lost"] == 1 && event.value?["cause"] == "corrupt")
    #expect(again.engine.outbox.statistics.pending == 2)
    again.expectSums()
    await again.engine.stop()
    let third = try again.restarted()
    #expect(!third.told.contains("403"))
    third.expectSums()
    await third.engine.stop()
  }

  @Test(
    "the next process takes over a backlog of 2,000 and delivers each job once",
    .timeLimit(.minutes(10)))
  func backlog() async throws {
    let world = try EngineFixture()
    let count = 2_000
    for number in 1...count {
      try world.engine.accept(
        SampleJobKinds.own, requestId: "r\(number)", owner: world.owner(.resourceToken),
        digest: CallDigest(of: []),
        body: ["n": .int(number)]
      ) { if case .success(let acceptance) = $0 { acceptance.release() } }
      if number % 250 == 0 { world.engine.commit() }
    }
    world.engine.commit()
    #expect(world.engine.outbox.statistics.pending == count)
    await world.engine.stop()

    let again = try world.restarted()

    #expect(again.engine.outbox.statistics.pending == count)
    try again.configure(rToken: "t")
    try await again.drain()
    #expect(again.http.requests.count == count)
    #expect(Set(again.http.requests.map(\.url)).count == count)
    again.expectSums()
    await again.engine.stop()
  }
}
