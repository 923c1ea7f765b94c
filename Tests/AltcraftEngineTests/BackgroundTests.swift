import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Background passes.
@Suite struct BackgroundTests {
  private static let interval = Duration.seconds(10_800)

  @Test(
    "each pass begins with event 208 and ends with event 209 after every job in it has been attempted"
  )
  func pass() async throws {
    let http = ScriptedHTTPClient([.status(500), .status(500), .hold])
    let world = try EngineFixture(http, rToken: "t")
    try world.accept(SampleJobKinds.state, "a")
    try await eventually { world.waitingFor("a") == .retry }
    await world.pass(.seconds(1))
    try await eventually { world.engine.outbox.report("a")?.attempts == 2 }

    world.engine.registerBackgroundTask(every: .seconds(2))
    // The sleepers of the retry and of the interval.
    await world.time.clock.waitForSleepers(2)
    await world.pass(.seconds(2))
    await http.waitForRequests(3)

    #expect(world.told.last == "208")
    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { world.told.last == "209" }
    #expect(world.told.suffix(3).contains("230 a"))
    await world.engine.stop()
  }

  @Test("with no jobs a pass ends at once, and the next one starts on time")
  func idle() async throws {
    let world = try EngineFixture(rToken: "t")
    world.engine.registerBackgroundTask(every: Self.interval)

    await world.time.clock.advanceToNextDeadline()
    try await eventually { world.told == ["200", "208", "209"] }
    await world.time.clock.advanceToNextDeadline()

    #expect(world.time.clock.now.sinceStart == Self.interval * 2)
    try await eventually { world.told == ["200", "208", "209", "208", "209"] }
    await world.engine.stop()
  }

  @Test("an unfinished pass is cut off by the next one with event 505")
  func overrun() async throws {
    let http = ScriptedHTTPClient([.status(500)], then: .hold)
    let world = try EngineFixture(http, rToken: "t")
    try world.accept(SampleJobKinds.state, "a")
    try await eventually { world.waitingFor("a") == .retry }
    world.engine.registerBackgroundTask(every: .milliseconds(500))

    // The sleepers of the retry and of the interval; the first pass ends the wait for the retry.
    await world.time.clock.waitForSleepers(2)
    for expected in [["208"], ["208", "505"], ["208", "505", "505"]] {
      await world.time.clock.waitForSleepers()
      await world.time.clock.advance(by: .milliseconds(500))
      try await eventually { world.told.suffix(expected.count) == expected }
      await http.waitForRequests(2)
    }

    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { world.told.last == "209" }
    await world.time.clock.waitForSleepers()
    await world.time.clock.advance(by: .milliseconds(500))
    try await eventually { world.told.last == "209" && world.told.count { $0 == "208" } == 2 }
    await world.engine.stop()
  }

  @Test("registering again replaces the interval")
  func again() async throws {
    let world = try EngineFixture(rToken: "t")
    world.engine.registerBackgroundTask(every: .seconds(10))
    world.engine.registerBackgroundTask(every: .seconds(60))
    try await eventually { world.time.clock.sleeperCount == 1 }

    await world.pass(.seconds(59))
    #expect(world.told == ["200"])
    await world.pass(.seconds(1))
    try await eventually { world.told == ["200", "208", "209"] }
    await world.engine.stop()
  }

  @Test("a pass reports a changed push token to the platform")
  func token() async throws {
    let world = try EngineFixture(rToken: "t")
    try world.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try world.accept(SampleJobKinds.token, "a")
    try await eventually { world.state("a") == .delivered }
    try world.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)
    world.engine.registerBackgroundTask(every: Self.interval)

    // The delivery loop also sleeps, until the job would have expired.
    await world.time.clock.waitForSleepers(within: Self.interval)
    await world.time.clock.advanceToNextDeadline()

    try await eventually { world.told.last == "209" }
    #expect(world.told.contains { $0.hasPrefix("233 ") })
    #expect(world.engine.outbox.savedToken?.token.reveal() == "new")
    await world.engine.stop()
  }
}
