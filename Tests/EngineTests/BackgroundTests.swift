import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Tests of background passes.
@Suite struct BackgroundTests {
  private static let interval = Duration.seconds(10_800)

  @Test(
    "each pass begins with event 208 and ends with event 209 after every job in it has been attempted"
  )
  func pass() async throws {
    let http = ScriptedHTTPClient([.status(500), .status(500), .hold])
    let fixture = try EngineFixture(http, rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    try await eventually { fixture.waitingFor("a") == .retry }
    await fixture.pass(.seconds(1))
    try await eventually { fixture.engine.outbox.report("a")?.attempts == 2 }

    fixture.engine.registerBackgroundTask(every: .seconds(2))
    // The sleepers of the retry and of the interval.
    await fixture.time.clock.waitForSleepers(2)
    await fixture.pass(.seconds(2))
    await http.waitForRequests(3)

    #expect(fixture.emitted.last == "208")
    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { fixture.emitted.last == "209" }
    #expect(fixture.emitted.suffix(3).contains("230 a"))
    await fixture.engine.stop()
  }

  @Test("with no jobs a pass ends at once, and the next one starts on time")
  func idle() async throws {
    let fixture = try EngineFixture(rToken: "t")
    fixture.engine.registerBackgroundTask(every: Self.interval)

    await fixture.time.clock.advanceToNextDeadline()
    try await eventually { fixture.emitted == ["200", "208", "209"] }
    await fixture.time.clock.advanceToNextDeadline()

    #expect(fixture.time.clock.now.sinceStart == Self.interval * 2)
    try await eventually { fixture.emitted == ["200", "208", "209", "208", "209"] }
    await fixture.engine.stop()
  }

  @Test("an unfinished pass is cut off by the next one with event 505")
  func overrun() async throws {
    let http = ScriptedHTTPClient([.status(500)], then: .hold)
    let fixture = try EngineFixture(http, rToken: "t")
    try fixture.accept(SampleJobKinds.state, "a")
    try await eventually { fixture.waitingFor("a") == .retry }
    fixture.engine.registerBackgroundTask(every: .milliseconds(500))

    // The sleepers of the retry and of the interval; the first pass ends the wait for the retry.
    await fixture.time.clock.waitForSleepers(2)
    for expected in [["208"], ["208", "505"], ["208", "505", "505"]] {
      await fixture.time.clock.waitForSleepers()
      await fixture.time.clock.advance(by: .milliseconds(500))
      try await eventually { fixture.emitted.suffix(expected.count) == expected }
      await http.waitForRequests(2)
    }

    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { fixture.emitted.last == "209" }
    await fixture.time.clock.waitForSleepers()
    await fixture.time.clock.advance(by: .milliseconds(500))
    try await eventually {
      fixture.emitted.last == "209" && fixture.emitted.count { $0 == "208" } == 2
    }
    await fixture.engine.stop()
  }

  @Test("registering again replaces the interval")
  func again() async throws {
    let fixture = try EngineFixture(rToken: "t")
    fixture.engine.registerBackgroundTask(every: .seconds(10))
    fixture.engine.registerBackgroundTask(every: .seconds(60))
    try await eventually { fixture.time.clock.sleeperCount == 1 }

    await fixture.pass(.seconds(59))
    #expect(fixture.emitted == ["200"])
    await fixture.pass(.seconds(1))
    try await eventually { fixture.emitted == ["200", "208", "209"] }
    await fixture.engine.stop()
  }

  @Test("a pass reports a changed push token to the platform")
  func token() async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.state("a") == .delivered }
    try fixture.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)
    fixture.engine.registerBackgroundTask(every: Self.interval)

    // The delivery loop also sleeps, until the job would have expired.
    await fixture.time.clock.waitForSleepers(within: Self.interval)
    await fixture.time.clock.advanceToNextDeadline()

    try await eventually { fixture.emitted.last == "209" }
    #expect(fixture.emitted.contains { $0.hasPrefix("233 ") })
    #expect(fixture.engine.outbox.savedToken?.token.reveal() == "new")
    await fixture.engine.stop()
  }

  @Test("a background task that is registered repeatedly has one timer")
  func backgroundTasks() async throws {
    let fixture = try EngineFixture()
    for _ in 0..<10_000 { fixture.engine.registerBackgroundTask(every: .seconds(60)) }
    try await eventually { fixture.time.clock.sleeperCount == 1 }
    await fixture.engine.stop()
    try await eventually { fixture.time.clock.sleeperCount == 0 }
  }
}
