import DurableLog
import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct DeliveryTests {
  @Test("jobs are delivered once, in order, each with its id in every attempt")
  func order() async throws {
    let fixture = try EngineFixture(rToken: "token")
    for number in 1...5 { try fixture.accept(SampleJobKinds.state, "r\(number)", n: number) }

    await fixture.http.waitForRequests(5)
    try await eventually { fixture.state("r5") == .delivered }

    #expect(fixture.http.requests.map(\.job) == (1...5).map { "jobState \($0)" })
    #expect(
      fixture.http.requests.map { $0.headers.first { $0.name == "Request-ID" }?.value }
        == (1...5).map { "r\($0)" })
    #expect(
      fixture.http.requests.allSatisfy { request in
        request.headers.contains(HTTPHeader("Authorization", "Bearer rtoken@token"))
      })
    #expect(fixture.emitted == ["200"] + (1...5).map { "230 r\($0)" })
    fixture.expectSums()
    #expect(fixture.engine.attempts == 5)
    await fixture.engine.stop()
  }

  @Test(
    "the status decides: 2xx is delivered, 5xx is retried, every other status is final",
    arguments: [
      (200, JobState.delivered, 237), (204, .delivered, 237), (301, .rejected, 437),
      (400, .rejected, 437), (401, .rejected, 437), (403, .rejected, 437), (408, .rejected, 437),
      (429, .rejected, 437), (500, .pending, 537), (503, .pending, 537), (599, .pending, 537),
    ])
  func classes(status: Int, state: JobState, code: Int) async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .status(status)), rToken: "token")
    try fixture.accept(SampleJobKinds.event, "a")

    try await eventually { fixture.emitted.count == 2 }

    #expect(fixture.emitted == ["200", "\(code) a"])
    #expect(fixture.state("a") == state)
    #expect(fixture.engine.outbox.report("a")?.attempts == 1)
    #expect(
      fixture.engine.outbox.report("a")?.lastError?.httpCode == (state == .delivered ? nil : status)
    )
    #expect(fixture.http.requests.count == 1)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a request without an answer is retried, for any cause, and is event 500")
  func transport() async throws {
    let http = ScriptedHTTPClient([
      .fail(.transport(message: "refused")), .fail(.transport(message: "reset")),
      .fail(.cancelled),
    ])
    let fixture = try EngineFixture(http, rToken: "token")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }
    try await fixture.pass { fixture.emitted.count == 5 }

    #expect(fixture.emitted == ["200", "500 a", "500 a", "500 a", "237 a"])
    #expect(fixture.allEvents[1].type == .retryError)
    #expect(fixture.engine.outbox.report("a")?.attempts == 4)
    await fixture.engine.stop()
  }

  @Test("a retryable failure blocks only its lane, and a final one blocks nothing")
  func blocking() async throws {
    let http = ScriptedHTTPClient { request in
      switch request.job {
      case "jobState 1": .status(503)
      case "jobEvent 1": .status(400)
      default: .status(200)
      }
    }
    let fixture = try EngineFixture(http, rToken: "token")
    for kind in [SampleJobKinds.state, SampleJobKinds.event, SampleJobKinds.own] {
      for number in 1...2 { try fixture.accept(kind, "\(kind.method)-\(number)", n: number) }
    }

    try await eventually { fixture.engine.outbox.statistics.pending == 2 }

    #expect(fixture.state("jobState-1") == .pending && fixture.state("jobState-2") == .pending)
    #expect(fixture.state("jobEvent-1") == .rejected && fixture.state("jobEvent-2") == .delivered)
    #expect(fixture.state("jobOwn-1") == .delivered && fixture.state("jobOwn-2") == .delivered)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a job whose answers fail as no other job's do goes out alone after the second time")
  func alone() async throws {
    let lost = TransportFailure(.answer, "platform.test:443", "this is not HTTP")
    let http = ScriptedHTTPClient { request in
      request.job == "jobOwn 1" ? .fail(.transport(lost)) : .status(200)
    }
    let fixture = try EngineFixture(http, rToken: "token")
    for round in 1...4 {
      try fixture.accept(SampleJobKinds.own, "well-\(round)", n: 10 + round)
      try await eventually { fixture.state("well-\(round)") == .delivered }
      if round == 1 { try fixture.accept(SampleJobKinds.own, "lost", n: 1) }
      try await fixture.pass(by: .milliseconds(500)) {
        fixture.engine.outbox.report("lost")?.attempts == round
      }
    }

    let isAlone = http.requests.filter { $0.job == "jobOwn 1" }.map(\.isAlone)
    #expect(isAlone == [false, false, true, true])
    #expect(http.requests.allSatisfy { $0.job == "jobOwn 1" || !$0.isAlone })
    await fixture.engine.stop()
  }

  @Test("a day of 503 answers: delays grow to five minutes, and the job goes out after the outage")
  func dayOfFailure() async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in isDown.withLock { $0 } ? .status(503) : .status(200) }
    let fixture = try EngineFixture(http, rToken: "token")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }
    await fixture.time.clock.waitForSleepers(within: .seconds(600))
    var times: [Duration] = [.zero]
    while fixture.time.clock.now.sinceStart < .seconds(86_400) {
      await fixture.time.clock.advanceToNextDeadline()
      // The loop sleeps again until the next attempt when it has made one, or has found that none is due. While an
      // attempt is in progress, it sleeps until the job expires.
      await fixture.time.clock.waitForSleepers(within: .seconds(600))
      while times.count < fixture.http.requests.count {
        times.append(fixture.time.clock.now.sinceStart)
      }
    }

    let waits = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(waits.prefix(3) == [.seconds(1), .seconds(5.5), .seconds(30.25)])
    #expect(waits.dropFirst(4).allSatisfy { $0 == .seconds(300) })
    #expect(fixture.engine.outbox.report("a")?.attempts == times.count)
    isDown.withLock { $0 = false }
    try await fixture.pass(by: .seconds(60)) { fixture.state("a") == .delivered }
    #expect(fixture.emitted.last == "237 a")
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("Retry-After pauses everything, and the next initialization ends the pause")
  func retryAfter() async throws {
    let http = ScriptedHTTPClient([
      .status(503, headers: [HTTPHeader("Retry-After", "120")])
    ])
    let fixture = try EngineFixture(http, rToken: "token")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }
    try fixture.accept(SampleJobKinds.state, "b")
    try fixture.accept(SampleJobKinds.own, "c")

    await fixture.pass(.seconds(119), by: .seconds(7))
    #expect(fixture.http.requests.count == 1)
    await fixture.pass(.seconds(2))
    try await eventually { fixture.emitted.count == 5 }
    #expect(fixture.http.requests.count == 4)

    fixture.http.enqueue(.status(503, headers: [HTTPHeader("Retry-After", "7200")]))
    try fixture.accept(SampleJobKinds.event, "d")
    try await eventually { fixture.emitted.last == "537 d" }
    await fixture.pass(.seconds(600), by: .seconds(60))
    #expect(fixture.http.requests.count == 5)
    try fixture.configure(rToken: "token")
    try await eventually { fixture.state("d") == .delivered }
    await fixture.engine.stop()
  }

  @Test(
    "a backlog of 2,000 causes at most 30 attempts in an outage of one minute and then goes out")
  func outage() async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in
      isDown.withLock { $0 } ? .fail(.transport(message: "refused")) : .status(200)
    }
    let fixture = try EngineFixture(http)
    for number in 1...2_000 {
      let body: JSONObject = ["n": .int(number)]
      try fixture.engine.accept(
        SampleJobKinds.own, requestId: "r\(number)", owner: fixture.owner(.resourceToken),
        digest: CallDigest(of: []), body: body
      ) { if case .success(let acceptance) = $0 { acceptance.release() } }
    }
    fixture.engine.commit()
    try fixture.configure(rToken: "token")
    await fixture.pass(.seconds(60))

    let attempts = fixture.engine.attempts
    #expect(attempts >= 6 && attempts <= 30, "\(attempts)")
    isDown.withLock { $0 = false }
    await fixture.pass(.seconds(300), by: .seconds(20))
    try await fixture.drain()
    #expect(fixture.engine.outbox.statistics.pending == 0)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a job older than its time to live on the wall clock expires with event 600")
  func expiry() async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token",
      configuration: ["retry": ["totalSeconds": 100, "maxSeconds": 20]])
    try fixture.accept(SampleJobKinds.event, "a")
    let outcome = Mutex<JobOutcome?>(nil)
    _ = fixture.engine.outbox.whenEnded("a") { ended in outcome.withLock { $0 = ended } }

    await fixture.pass(.seconds(100), by: .seconds(5))
    #expect(fixture.state("a") == .pending)
    try await fixture.pass(by: .seconds(5)) { fixture.state("a") == .expired }

    #expect(fixture.state("a") == .expired)
    #expect(outcome.withLock { $0 }?.eventCode == 600)
    #expect(fixture.emitted.last == "600 a")
    #expect(
      fixture.allEvents.last?.value == [
        "method": "jobEvent", "createdAt": .string(Timestamp(milliseconds: FixtureTime.start).text),
      ])
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("jumps of the wall clock neither end nor delay jobs", arguments: [10.0, -10])
  func clockJump(years: Double) async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([.status(503), .status(503)]), rToken: "token")
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }

    fixture.time.jumpWallClock(by: .seconds(years * 365 * 86_400))
    try fixture.accept(SampleJobKinds.event, "b")
    #expect(fixture.http.requests.count == 1)
    try await fixture.pass { fixture.http.requests.count == 2 }
    try await fixture.pass { fixture.state("b") == .delivered }

    #expect(fixture.state("a") == .delivered)
    #expect(fixture.time.clock.now.sinceStart < .seconds(60))
    #expect(fixture.emitted.suffix(2) == ["237 a", "237 b"])
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a job in flight when the process died goes out again, with the same id")
  func crashOnTheWire() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "token")
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    await fixture.http.waitForRequests(1)
    await fixture.engine.stop()
    #expect(fixture.emitted == ["200"])

    let again = try fixture.restarted()

    try await eventually { again.state("a") == .delivered }
    #expect(again.http.requests.map(\.job) == ["jobState 1"])
    #expect(again.engine.outbox.report("a")?.attempts == 1)
    again.expectSums()
    await again.engine.stop()
  }

  // A lookup of the resource token woke the loop a third time.
  @Test("delivery of a job wakes the loop twice: when it is released and when its lane is free")
  func wakeUps() async throws {
    let fixture = try EngineFixture(rToken: "token")
    let loop = try #require(fixture.engine.group.deliveryLoop)
    await fixture.rest()
    let before = loop.wakeUps.load(ordering: .relaxed)

    for number in 1...10 {
      try fixture.accept(SampleJobKinds.state, "r\(number)", n: number)
      try await eventually { fixture.state("r\(number)") == .delivered }
      // Also after the end of a job of state is on disk.
      try await eventually { !fixture.engine.outbox.read { $0.scheduler.isInFlight } }
      await fixture.rest()
    }

    let wakeUps = loop.wakeUps.load(ordering: .relaxed) - before
    #expect(wakeUps >= 10 && wakeUps <= 20, "\(wakeUps)")
    await fixture.engine.stop()
  }

  @Test("a stop does not wait for a peer that does not answer", .timeLimit(.minutes(10)))
  func stop() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([], then: .hold), rToken: "token")
    for number in 1...6 { try fixture.accept(SampleJobKinds.own, "r\(number)") }
    await fixture.http.waitForRequests(4)
    await fixture.engine.stop()
    #expect(fixture.http.requests.count == 4)
  }

  @Test("a job with a damaged record ends as lost, with event 602, and the next job is delivered")
  func lost() async throws {
    let fixture = try EngineFixture()
    // Otherwise the loop may read the first job before its record is damaged.
    fixture.engine.outbox.setConcurrency(0)
    try fixture.accept(SampleJobKinds.event, "job-a")
    try fixture.accept(SampleJobKinds.event, "job-b")
    try fixture.damage("job-a")
    try fixture.configure(rToken: "token")
    fixture.engine.outbox.setConcurrency(4)

    try await eventually { fixture.state("job-b") == .delivered }

    #expect(fixture.emitted == ["200", "602 job-a", "237 job-b"])
    #expect(fixture.state("job-a") == .lost)
    fixture.expectSums()
    await fixture.engine.stop()
  }
}
