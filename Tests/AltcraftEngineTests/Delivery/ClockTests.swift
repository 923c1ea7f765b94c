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

  @Test("work in flight is delivered, and so is later work", arguments: jumps)
  func inFlight(jump: Duration) async throws {
    let world = try EngineFixture(ScriptedHTTPClient([.hold]), rToken: "token")
    try world.accept(SampleJobKinds.state, "a", n: 1)
    await world.http.waitForRequests(1)

    world.time.jumpWallClock(by: jump)
    try world.accept(SampleJobKinds.state, "b", n: 2)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))

    try await eventually { world.state("b") == .delivered }
    #expect(world.http.requests.map(\.toy) == ["toyState 1", "toyState 2"])
    #expect(world.told == ["200", "230 a", "230 b"])
    await world.engine.stop()
  }

  @Test(
    "work that waits for its user is not attempted more often, and goes out in order",
    arguments: jumps)
  func waitingForUser(jump: Duration) async throws {
    let world = try EngineFixture(configuration: [:])
    try world.accept(SampleJobKinds.state, "a", n: 1, user: Self.ann)
    try await eventually { world.waitingFor("a") == .user }

    world.time.jumpWallClock(by: jump)
    try world.accept(SampleJobKinds.state, "b", n: 2, user: Self.ann)
    await world.pass(.seconds(3600), by: .seconds(100))

    // Three events for each attempt: at growing intervals, and then every five minutes.
    #expect(world.told.count < 80, "\(world.told.count)")
    #expect(world.http.requests.isEmpty && world.state("a") == .pending)
    world.engine.setJWTProvider(.fixed(Secret(TestJWT.ann)))
    try await eventually { world.state("b") == .delivered }
    #expect(world.http.requests.map(\.toy) == ["toyState 1", "toyState 2"])
    await world.engine.stop()
  }

  @Test(
    "work that waits for a retry, a pause or a probe waits as long as without the jump",
    arguments: jumps)
  func waitingForTime(jump: Duration) async throws {
    let failures: [ScriptedHTTPClient.Answer] = [
      .status(503, headers: [HTTPHeader("Retry-After", "120")])
    ]
    let world = try EngineFixture(ScriptedHTTPClient(failures), rToken: "token")
    try world.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { world.told.count == 2 }

    world.time.jumpWallClock(by: jump)
    try world.accept(SampleJobKinds.state, "b", n: 2)
    await world.pass(.seconds(119), by: .seconds(7))
    #expect(world.http.requests.count == 1)
    await world.pass(.seconds(2))
    try await eventually { world.state("b") == .delivered }

    #expect(world.http.requests.map(\.toy) == ["toyState 1", "toyState 1", "toyState 2"])
    await world.engine.stop()
  }

  @Test("an open circuit breaker probes as without the jump", arguments: jumps)
  func breaker(jump: Duration) async throws {
    let isDown = Mutex(true)
    let http = ScriptedHTTPClient { _ in
      isDown.withLock { $0 } ? .fail(.transport(message: "refused")) : .status(200)
    }
    let world = try EngineFixture(http, rToken: "token")
    for number in 1...50 { try world.accept(SampleJobKinds.own, "r\(number)", n: number) }
    await world.pass(.seconds(3))
    try await eventually { http.requests.count >= 5 }
    let before = http.requests.count

    world.time.jumpWallClock(by: jump)
    await world.pass(.seconds(120), by: .seconds(2))

    #expect(before >= 5 && http.requests.count - before <= 4, "\(before), \(http.requests.count)")
    isDown.withLock { $0 = false }
    await world.pass(.seconds(400), by: .seconds(10))
    try await world.drain()
    #expect(world.engine.outbox.statistics.counters.delivered == 50)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a time to live that has passed only because of the jump expires nothing", arguments: jumps)
  func timeToLive(jump: Duration) async throws {
    let world = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token",
      configuration: ["retry": ["totalSeconds": 100_000, "maxSeconds": 20]])
    try world.accept(SampleJobKinds.event, "a")
    try await eventually { world.told.count == 2 }

    world.time.jumpWallClock(by: jump)
    await world.pass(.seconds(200), by: .seconds(10))
    #expect(world.state("a") == .pending)
    world.time.jumpWallClock(by: .zero - jump)
    await world.pass(.seconds(200), by: .seconds(10))

    #expect(world.state("a") == .pending && !world.told.contains("600 a"))
    #expect(world.http.requests.count < 40)
    await world.engine.stop()
  }

  // It stayed until the next attempt, or until the next check of what it waited for.
  @Test("work expires in time without other traffic", arguments: ["user", "pause", "shorter"])
  func expiry(obstacle: String) async throws {
    let http = ScriptedHTTPClient(
      [], then: .status(503, headers: [HTTPHeader("Retry-After", "3600")]))
    let world = try EngineFixture(
      http, rToken: obstacle == "user" ? nil : "token",
      configuration: ["retry": ["totalSeconds": obstacle == "shorter" ? 100_000 : 100]])
    try world.accept(
      SampleJobKinds.state, "a", user: obstacle == "user" ? Self.ann : .resourceToken)
    try await eventually { world.waitingFor("a") == (obstacle == "user" ? .user : .retry) }
    if obstacle == "shorter" {
      await world.pass(.seconds(99), by: .seconds(99))
      try world.configure([
        "apiUrl": "https://platform.example", "rToken": "token", "retry": ["totalSeconds": 100],
      ])
    } else {
      await world.pass(.seconds(100), by: .seconds(100))
    }
    await world.rest()
    #expect(world.state("a") == .pending)

    await world.pass(.seconds(2))

    try await eventually { world.state("a") == .expired }
    #expect(world.told.last == "600 a")
    world.expectSums()
    await world.engine.stop()
  }

  @Test("work of a process with a fast clock goes out in order at the next start")
  func start() async throws {
    let time = WorldTime()
    time.jumpWallClock(by: Self.jumps[0])
    let world = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try world.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { world.told.count == 2 }
    time.jumpWallClock(by: Self.jumps[1])
    try world.accept(SampleJobKinds.state, "b", n: 2)
    await world.engine.stop()

    let again = try world.restarted()

    await again.pass(.seconds(6))
    try await eventually { again.state("b") == .delivered }
    #expect(again.http.requests.map(\.toy) == ["toyState 1", "toyState 2"])
    again.expectSums()
    await again.engine.stop()
  }

  @Test(
    "a process that starts years ahead or behind expires nothing and sends waiting work",
    arguments: jumps)
  func startAnywhere(jump: Duration) async throws {
    let time = WorldTime()
    let world = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try world.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { world.told.count == 2 }
    await world.engine.stop()
    var last = world

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
    let time = WorldTime()
    let first = try EngineFixture(
      ScriptedHTTPClient([], then: .status(503)), rToken: "token", time: time)
    try first.accept(SampleJobKinds.state, "a", n: 1)
    try await eventually { first.told.count == 2 }
    await first.engine.stop()
    var world = first

    // 29 times a run of one day, then a longer stop, of which one day counts.
    for day in 1...29 {
      await time.clock.advance(by: .seconds(40 * 3600))
      world = try world.restarted(ScriptedHTTPClient([], then: .status(503)))
      await world.pass(.seconds(6))
      // The first step of the loop records the time.
      try await eventually { [world] in world.http.requests.count > 0 }
      #expect(world.state("a") == .pending, "day \(day)")
      await world.engine.stop()
    }
    await time.clock.advance(by: .seconds(86_400 * 2))
    let last = try world.restarted(ScriptedHTTPClient([], then: .status(503)))
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
        expiresAt: WorldTime.start / 1000 + seconds)
    }
    let host = Host(.value(jwt(600)), .value(jwt(60)), then: .value(jwt(1200)))
    let world = try EngineFixture(configuration: [:])
    world.engine.setJWTProvider(host.jwt())

    world.time.jumpWallClock(by: jump)
    try world.accept(SampleJobKinds.state, "a", user: Self.ann)
    try await eventually { world.state("a") == .delivered }
    #expect(host.asked == ["request"])
    // Back in the present, and a while later.
    world.time.jumpWallClock(by: .zero - jump)
    await world.pass(.seconds(100), by: .seconds(50))
    try world.accept(SampleJobKinds.state, "b", user: Self.ann)

    try await eventually { world.state("b") == .delivered }
    #expect(host.asked == ["request", "request", "expired"])
    await world.engine.stop()
  }
}
