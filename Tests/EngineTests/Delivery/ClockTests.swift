import EngineTestSupport
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The wall clock jumps by ten years in either direction during any activity.
@Suite struct ClockTests {
  private static let jumps = [10, -10].map { Duration.seconds($0 * 365 * 86_400) }
  private static let ann = TestJWT.tag(TestJWT.ann)

  @Test("a job in flight is delivered, and so is a later one", arguments: jumps)
  func inFlight(jump: Duration) async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([.hold]), rToken: "token")
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    await fixture.http.waitForRequests(1)

    fixture.time.jumpWallClock(by: jump)
    try fixture.accept(SampleJobKinds.state, "b", n: 2)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))

    try await eventually { fixture.state("b") == .delivered }
    #expect(fixture.http.requests.map(\.job) == ["jobState 1", "jobState 2"])
    #expect(fixture.emitted == ["200", "230 a", "230 b"])
    await fixture.engine.stop()
  }

  @Test(
    "jobs that wait for their user are not attempted more often, and go out in order",
    arguments: jumps)
  func waitingForUser(jump: Duration) async throws {
    let fixture = try EngineFixture(configuration: [:])
    try fixture.accept(SampleJobKinds.state, "a", n: 1, user: Self.ann)
    try await eventually { fixture.waitingFor("a") == .user }

    fixture.time.jumpWallClock(by: jump)
    try fixture.accept(SampleJobKinds.state, "b", n: 2, user: Self.ann)
    await fixture.pass(.seconds(3600), by: .seconds(100))

    // Three events for each attempt: at growing intervals, and then every five minutes.
    #expect(fixture.emitted.count < 80, "\(fixture.emitted.count)")
    #expect(fixture.http.requests.isEmpty && fixture.state("a") == .pending)
    fixture.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try await eventually { fixture.state("b") == .delivered }
    #expect(fixture.http.requests.map(\.job) == ["jobState 1", "jobState 2"])
    await fixture.engine.stop()
  }

  @Test(
    "a job that waits for a retry, a pause or a probe waits as long as without the jump",
    arguments: jumps)
  func waitingForTime(jump: Duration) async throws {
    let failures: [ScriptedHTTPClient.Answer] = [
      .status(503, headers: [HTTPHeader("Retry-After", "120")])
    ]
    let fixture = try EngineFixture(ScriptedHTTPClient(failures), rToken: "token")
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { fixture.emitted.count == 2 }

    fixture.time.jumpWallClock(by: jump)
    try fixture.accept(SampleJobKinds.state, "b", n: 2)
    await fixture.pass(.seconds(119), by: .seconds(7))
    #expect(fixture.http.requests.count == 1)
    await fixture.pass(.seconds(2))
    try await eventually { fixture.state("b") == .delivered }

    #expect(fixture.http.requests.map(\.job) == ["jobState 1", "jobState 1", "jobState 2"])
    await fixture.engine.stop()
  }

  @Test("an open circuit breaker probes as without the jump", arguments: jumps)
  func breaker(jump: Duration) async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in
      isDown.withLock { $0 } ? .fail(.transport(message: "refused")) : .status(200)
    }
    let fixture = try EngineFixture(http, rToken: "token")
    for number in 1...50 { try fixture.accept(SampleJobKinds.own, "r\(number)", n: number) }
    await fixture.pass(.seconds(3))
    try await eventually { http.requests.count >= 5 }
    let before = http.requests.count

    fixture.time.jumpWallClock(by: jump)
    await fixture.pass(.seconds(120), by: .seconds(2))

    #expect(before >= 5 && http.requests.count - before <= 4, "\(before), \(http.requests.count)")
    isDown.withLock { $0 = false }
    await fixture.pass(.seconds(400), by: .seconds(10))
    try await fixture.drain()
    #expect(fixture.engine.outbox.statistics.counters.delivered == 50)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a time to live that has passed only because of the jump expires nothing", arguments: jumps)
  func timeToLive(jump: Duration) async throws {
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token",
      configuration: ["retry": ["totalSeconds": 100_000, "maxSeconds": 20]])
    try fixture.accept(SampleJobKinds.event, "a")
    try await eventually { fixture.emitted.count == 2 }

    fixture.time.jumpWallClock(by: jump)
    await fixture.pass(.seconds(200), by: .seconds(10))
    #expect(fixture.state("a") == .pending)
    fixture.time.jumpWallClock(by: .zero - jump)
    await fixture.pass(.seconds(200), by: .seconds(10))

    #expect(fixture.state("a") == .pending && !fixture.emitted.contains("600 a"))
    #expect(fixture.http.requests.count < 40)
    await fixture.engine.stop()
  }

  // It stayed until the next attempt, or until the next check of what it waited for.
  @Test("jobs expire in time without other traffic", arguments: ["user", "pause", "shorter"])
  func expiry(obstacle: String) async throws {
    let http = ScriptedHTTPClient(
      [], then: .status(503, headers: [HTTPHeader("Retry-After", "3600")]))
    let fixture = try EngineFixture(
      http, rToken: obstacle == "user" ? nil : "token",
      configuration: ["retry": ["totalSeconds": obstacle == "shorter" ? 100_000 : 100]])
    try fixture.accept(
      SampleJobKinds.state, "a", user: obstacle == "user" ? Self.ann : .resourceToken)
    try await eventually { fixture.waitingFor("a") == (obstacle == "user" ? .user : .retry) }
    if obstacle == "shorter" {
      await fixture.pass(.seconds(99), by: .seconds(99))
      try fixture.configure([
        "apiUrl": "https://platform.example", "rToken": "token", "retry": ["totalSeconds": 100],
      ])
    } else {
      await fixture.pass(.seconds(100), by: .seconds(100))
    }
    await fixture.rest()
    #expect(fixture.state("a") == .pending)

    await fixture.pass(.seconds(2))

    try await eventually { fixture.state("a") == .expired }
    #expect(fixture.emitted.last == "600 a")
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("jobs of a process with a fast clock go out in order at the next start")
  func start() async throws {
    let time = FixtureTime()
    time.jumpWallClock(by: Self.jumps[0])
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { fixture.emitted.count == 2 }
    time.jumpWallClock(by: Self.jumps[1])
    try fixture.accept(SampleJobKinds.state, "b", n: 2)
    await fixture.engine.stop()

    let again = try fixture.restarted()

    await again.pass(.seconds(6))
    try await eventually { again.state("b") == .delivered }
    #expect(again.http.requests.map(\.job) == ["jobState 1", "jobState 2"])
    again.expectSums()
    await again.engine.stop()
  }

  @Test(
    "a process that starts years ahead or behind expires nothing and sends waiting jobs",
    arguments: jumps)
  func startAnywhere(jump: Duration) async throws {
    let time = FixtureTime()
    let fixture = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try fixture.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { fixture.emitted.count == 2 }
    await fixture.engine.stop()
    var last = fixture

    for _ in 0..<3 {
      time.jumpWallClock(by: jump)
      let again = try last.restarted(ScriptedHTTPClient([], then: .status(503)))
      await again.pass(.seconds(6))
      try await eventually { again.http.requests.count > 0 }
      #expect(again.state("a") == .pending)
      await again.engine.stop()
      last = again
    }
    // The clock is correct again.
    for _ in 0..<3 { time.jumpWallClock(by: .zero - jump) }
    let again = try last.restarted()
    await again.pass(.seconds(6))
    try await eventually { again.state("a") == .delivered }
    again.expectSums()
    await again.engine.stop()
  }

  @Test("a time to live continues across restarts, with at most one day counted for each stop")
  func timeToLiveOverRestarts() async throws {
    let time = FixtureTime()
    let first = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try first.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { first.emitted.count == 2 }
    await first.engine.stop()
    var fixture = first

    // 29 times a run of one day, then a longer stop, of which one day counts.
    for day in 1...29 {
      await time.clock.advance(by: .seconds(40 * 3600))
      fixture = try fixture.restarted(ScriptedHTTPClient([], then: .status(503)))
      await fixture.pass(.seconds(6))
      // The first step of the loop records the time.
      try await eventually { [fixture] in fixture.http.requests.count > 0 }
      #expect(fixture.state("a") == .pending, "day \(day)")
      await fixture.engine.stop()
    }
    await time.clock.advance(by: .seconds(86_400 * 2))
    let last = try fixture.restarted(ScriptedHTTPClient([], then: .status(503)))
    try await eventually {
      await last.pass(.seconds(10), by: .seconds(10))
      return last.state("a") == .expired
    }
    await last.engine.stop()
  }

  @Test(
    "a valid JWT stays in use, and an expired one is requested again", arguments: jumps)
  func jwt(jump: Duration) async throws {
    func jwt(_ seconds: Int64) -> String {
      TestJWT.make(
        #"{"db_id":1,"matching":"email","email":"a@b.c"}"#,
        expiresAt: FixtureTime.start / 1000 + seconds)
    }
    let host = Host(.value(jwt(600)), .value(jwt(60)), then: .value(jwt(1200)))
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(host.jwt())

    fixture.time.jumpWallClock(by: jump)
    try fixture.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { fixture.state("a") == .delivered }
    #expect(host.asked == ["request"])
    // Back in the present, and a while later.
    fixture.time.jumpWallClock(by: .zero - jump)
    await fixture.pass(.seconds(100), by: .seconds(50))
    try fixture.accept(SampleJobKinds.state, "b", user: Self.ann)

    try await eventually { fixture.state("b") == .delivered }
    #expect(host.asked == ["request", "request", "expired"])
    await fixture.engine.stop()
  }
}
