import DurableLog
import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct DeliveryTests {
  @Test("work is delivered once, in order, with its id in every attempt")
  func order() async throws {
    let world = try EngineFixture(rToken: "token")
    for number in 1...5 { try world.accept(SampleJobKinds.state, "r\(number)", n: number) }

    await world.http.waitForRequests(5)
    try await eventually { world.state("r5") == .delivered }

    #expect(world.http.requests.map(\.toy) == (1...5).map { "toyState \($0)" })
    #expect(
      world.http.requests.map { $0.headers.first { $0.name == "Request-ID" }?.value }
        == (1...5).map { "r\($0)" })
    #expect(
      world.http.requests.allSatisfy { request in
        request.headers.contains(HTTPHeader("Authorization", "Bearer rtoken@token"))
      })
    #expect(world.told == ["200"] + (1...5).map { "230 r\($0)" })
    world.expectSums()
    #expect(world.engine.attempts == 5)
    await world.engine.stop()
  }

  @Test(
    "the status decides: 2xx is delivered, 5xx is retried, every other status is final",
    arguments: [
      (200, JobState.delivered, 237), (204, .delivered, 237), (301, .rejected, 437),
      (400, .rejected, 437), (401, .rejected, 437), (403, .rejected, 437), (408, .rejected, 437),
      (429, .rejected, 437), (500, .pending, 537), (503, .pending, 537), (599, .pending, 537),
    ])
  func classes(status: Int, state: JobState, code: Int) async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .status(status)), rToken: "token")
    try world.accept(SampleJobKinds.event, "a")

    try await eventually { world.told.count == 2 }

    #expect(world.told == ["200", "\(code) a"])
    #expect(world.state("a") == state)
    #expect(world.engine.outbox.report("a")?.attempts == 1)
    #expect(
      world.engine.outbox.report("a")?.lastError?.httpCode == (state == .delivered ? nil : status))
    #expect(world.http.requests.count == 1)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a request without an answer is retried, for any cause, and is event 500")
  func transport() async throws {
    let http = ScriptedHTTPClient([
      .fail(.transport(message: "refused")), .fail(.worker(message: "died")), .fail(.cancelled),
    ])
    let world = try EngineFixture(http, rToken: "token")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }
    try await world.pass { world.told.count == 5 }

    #expect(world.told == ["200", "500 a", "500 a", "500 a", "237 a"])
    #expect(world.allEvents[1].type == .retryError)
    #expect(world.engine.outbox.report("a")?.attempts == 4)
    await world.engine.stop()
  }

  @Test("a retryable failure blocks only its lane, and a final one blocks nothing")
  func blocking() async throws {
    let http = ScriptedHTTPClient { request in
      switch request.toy {
      case "toyState 1": .status(503)
      case "toyEvent 1": .status(400)
      default: .status(200)
      }
    }
    let world = try EngineFixture(http, rToken: "token")
    for kind in [SampleJobKinds.state, SampleJobKinds.event, SampleJobKinds.own] {
      for number in 1...2 { try world.accept(kind, "\(kind.method)-\(number)", n: number) }
    }

    try await eventually { world.engine.outbox.statistics.pending == 2 }

    #expect(world.state("toyState-1") == .pending && world.state("toyState-2") == .pending)
    #expect(world.state("toyEvent-1") == .rejected && world.state("toyEvent-2") == .delivered)
    #expect(world.state("toyOwn-1") == .delivered && world.state("toyOwn-2") == .delivered)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a day of 503 answers: delays grow to five minutes, and the work goes out after the outage")
  func dayOfFailure() async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in isDown.withLock { $0 } ? .status(503) : .status(200) }
    let world = try EngineFixture(http, rToken: "token")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }
    await world.time.clock.waitForSleepers(within: .seconds(600))
    var times: [Duration] = [.zero]
    while world.time.clock.now.sinceStart < .seconds(86_400) {
      await world.time.clock.advanceToNextDeadline()
      // The loop sleeps again until the next attempt when it has made one, or has found that none is due. While an
      // attempt is in progress, it sleeps until the job expires.
      await world.time.clock.waitForSleepers(within: .seconds(600))
      while times.count < world.http.requests.count {
        times.append(world.time.clock.now.sinceStart)
      }
    }

    let waits = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(waits.prefix(3) == [.seconds(1), .seconds(5.5), .seconds(30.25)])
    #expect(waits.dropFirst(4).allSatisfy { $0 == .seconds(300) })
    #expect(world.engine.outbox.report("a")?.attempts == times.count)
    isDown.withLock { $0 = false }
    try await world.pass(by: .seconds(60)) { world.state("a") == .delivered }
    #expect(world.told.last == "237 a")
    world.expectSums()
    await world.engine.stop()
  }

  @Test("Retry-After pauses everything, and the next initialization ends the pause")
  func retryAfter() async throws {
    let http = ScriptedHTTPClient([
      .status(503, headers: [HTTPHeader("Retry-After", "120")])
    ])
    let world = try EngineFixture(http, rToken: "token")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }
    try world.accept(SampleJobKinds.state, "b")
    try world.accept(SampleJobKinds.own, "c")

    await world.pass(.seconds(119), by: .seconds(7))
    #expect(world.http.requests.count == 1)
    await world.pass(.seconds(2))
    try await eventually { world.told.count == 5 }
    #expect(world.http.requests.count == 4)

    world.http.enqueue(.status(503, headers: [HTTPHeader("Retry-After", "7200")]))
    try world.accept(SampleJobKinds.event, "d")
    try await eventually { world.told.last == "537 d" }
    await world.pass(.seconds(600), by: .seconds(60))
    #expect(world.http.requests.count == 5)
    try world.configure(rToken: "token")
    try await eventually { world.state("d") == .delivered }
    await world.engine.stop()
  }

  @Test(
    "a backlog of 2,000 causes at most 30 attempts in an outage of one minute and then goes out")
  func outage() async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in
      isDown.withLock { $0 } ? .fail(.transport(message: "refused")) : .status(200)
    }
    let world = try EngineFixture(http)
    for number in 1...2_000 {
      let body: JSONObject = ["n": .int(number)]
      try world.engine.accept(
        SampleJobKinds.own, requestId: "r\(number)", owner: world.owner(.resourceToken),
        digest: CallDigest(of: []), body: body
      ) { if case .success(let acceptance) = $0 { acceptance.release() } }
    }
    world.engine.commit()
    try world.configure(rToken: "token")
    await world.pass(.seconds(60))

    let attempts = world.engine.attempts
    #expect(attempts >= 6 && attempts <= 30, "\(attempts)")
    isDown.withLock { $0 = false }
    await world.pass(.seconds(300), by: .seconds(20))
    try await world.drain()
    #expect(world.engine.outbox.statistics.pending == 0)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("work older than its time to live on the wall clock expires with event 600")
  func expiry() async throws {
    let world = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token",
      configuration: ["retry": ["totalSeconds": 100, "maxSeconds": 20]])
    try world.accept(SampleJobKinds.event, "a")
    let outcome = Mutex<JobOutcome?>(nil)
    _ = world.engine.outbox.whenEnded("a") { ended in outcome.withLock { $0 = ended } }

    await world.pass(.seconds(100), by: .seconds(5))
    #expect(world.state("a") == .pending)
    try await world.pass(by: .seconds(5)) { world.state("a") == .expired }

    #expect(world.state("a") == .expired)
    #expect(outcome.withLock { $0 }?.eventCode == 600)
    #expect(world.told.last == "600 a")
    #expect(
      world.allEvents.last?.value == [
        "method": "toyEvent", "createdAt": .string(Timestamp(milliseconds: WorldTime.start).text),
      ])
    world.expectSums()
    await world.engine.stop()
  }

  @Test("jumps of the wall clock neither end nor delay work", arguments: [10.0, -10])
  func clockJump(years: Double) async throws {
    let world = try EngineFixture(
      ScriptedHTTPClient([.status(503), .status(503)]), rToken: "token")
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }

    world.time.jumpWallClock(by: .seconds(years * 365 * 86_400))
    try world.accept(SampleJobKinds.event, "b")
    #expect(world.http.requests.count == 1)
    try await world.pass { world.http.requests.count == 2 }
    try await world.pass { world.state("b") == .delivered }

    #expect(world.state("a") == .delivered)
    #expect(world.time.clock.now.sinceStart < .seconds(60))
    #expect(world.told.suffix(2) == ["237 a", "237 b"])
    world.expectSums()
    await world.engine.stop()
  }

  @Test("work in flight when the process died goes out again, with the same id")
  func crashOnTheWire() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "token")
    try world.accept(SampleJobKinds.state, "a", n: 1)
    await world.http.waitForRequests(1)
    await world.engine.stop()
    #expect(world.told == ["200"])

    let again = try world.restarted()

    try await eventually { again.state("a") == .delivered }
    #expect(again.http.requests.map(\.toy) == ["toyState 1"])
    #expect(again.engine.outbox.report("a")?.attempts == 1)
    again.expectSums()
    await again.engine.stop()
  }

  // A lookup of the resource token woke the loop a third time.
  @Test("delivery of a job wakes the loop twice: when it is released and when its lane is free")
  func wakeUps() async throws {
    let world = try EngineFixture(rToken: "token")
    let loop = try #require(world.engine.group.deliveryLoop)
    await world.rest()
    let before = loop.wakeUps.load(ordering: .relaxed)

    for number in 1...10 {
      try world.accept(SampleJobKinds.state, "r\(number)", n: number)
      try await eventually { world.state("r\(number)") == .delivered }
      // Also after the end of a job of state is on disk.
      try await eventually { !world.engine.outbox.read { $0.scheduler.isInFlight } }
      await world.rest()
    }

    let wakeUps = loop.wakeUps.load(ordering: .relaxed) - before
    #expect(wakeUps >= 10 && wakeUps <= 20, "\(wakeUps)")
    await world.engine.stop()
  }

  @Test("a stop does not wait for a peer that does not answer", .timeLimit(.minutes(10)))
  func stop() async throws {
    let world = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "token")
    for number in 1...6 { try world.accept(SampleJobKinds.own, "r\(number)") }
    await world.http.waitForRequests(4)
    await world.engine.stop()
    #expect(world.http.requests.count == 4)
  }

  @Test("work with a damaged record ends as lost, with event 602, and the next job is delivered")
  func lost() async throws {
    let world = try EngineFixture()
    // Otherwise the loop may read the first job before its record is damaged.
    world.engine.outbox.setConcurrency(0)
    try world.accept(SampleJobKinds.event, "work-a")
    try world.accept(SampleJobKinds.event, "work-b")
    try world.damage("work-a")
    try world.configure(rToken: "token")
    world.engine.outbox.setConcurrency(4)

    try await eventually { world.state("work-b") == .delivered }

    #expect(world.told == ["200", "602 work-a", "237 work-b"])
    #expect(world.state("work-a") == .lost)
    world.expectSums()
    await world.engine.stop()
  }
}
