import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The steps of jobs in the trace", .timeLimit(.minutes(10)))
struct JobTraceTests {
  private static let wall = FixtureTime.start * 1000

  @Test("a job goes through its steps in order: accepted, durable, attempts, waits, end")
  func life() async throws {
    let date = HTTPHeader("Date", "Fri, 21 Nov 2025 04:40:00 GMT")
    let fixture = try EngineFixture(
      ScriptedHTTPClient(
        [.status(503), .fail(.transport(message: "no route")), .status(200, headers: [date])]),
      rToken: "r")
    let steps = JobSteps(fixture.engine.trace)

    try fixture.accept(SampleJobKinds.event, "a")
    try await fixture.pass { fixture.state("a") == .delivered }
    fixture.engine.commit()

    try await eventually { steps.of("a").last?.hasPrefix("ended") == true }
    let first = Self.wall + 1_000_000
    #expect(
      steps.of("a") == [
        "accepted connection=null", "durable", "attempt attempt=1",
        "answer attempt=1 httpCode=503 failure=null durationUs=0 platformTime=null",
        "waiting waitingFor=\"retry\" until=\(first)", "attempt attempt=2",
        "answer attempt=2 httpCode=null failure=\"connect platform.test:443: no route\" durationUs=0 platformTime=null",
        "waiting waitingFor=\"retry\" until=\(first + 5_500_000)", "attempt attempt=3",
        "answer attempt=3 httpCode=200 failure=null durationUs=0 platformTime=1763700000000000",
        "ended state=\"delivered\" eventCode=237 outcome=1",
      ])
    let item = try #require(steps.all.first)
    #expect(
      item["method"] == "jobEvent" && item["user"] == .null && item["appGroup"] == "default")
    #expect(item["at"] == .int(Self.wall))
    await fixture.engine.stop()
  }

  @Test("a job behind another one of its lane waits for the lane, until that one has ended")
  func lane() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "r")
    let steps = JobSteps(fixture.engine.trace)
    try fixture.accept(SampleJobKinds.state, "a")
    await http.waitForRequests(1)
    try fixture.accept(SampleJobKinds.state, "b")

    http.release(.success(HTTPResponse(status: 200, headers: [], body: [])))
    try await eventually { steps.of("b").last?.hasPrefix("ended") == true }

    #expect(
      steps.of("b").prefix(4) == [
        "accepted connection=null", "durable", "waiting waitingFor=\"lane\" until=null",
        "attempt attempt=1",
      ])
    await fixture.engine.stop()
  }

  @Test("a job without a push token waits for it, with the time of the next check")
  func requirement() async throws {
    let fixture = try EngineFixture(rToken: "r")
    let steps = JobSteps(fixture.engine.trace)

    try fixture.accept(SampleJobKinds.token, "a")

    try await eventually { steps.of("a").count == 3 }
    #expect(
      steps.of("a").last == "waiting waitingFor=\"token\" until=\(Self.wall + 1_000_000)")
    await fixture.engine.stop()
  }

  @Test("a rejected job that is retried is put back, and ends once more")
  func retried() async throws {
    let fixture = try EngineFixture(ScriptedHTTPClient([.status(400)]), rToken: "r")
    let steps = JobSteps(fixture.engine.trace)
    try fixture.accept(SampleJobKinds.event, "a")
    try await fixture.pass { fixture.state("a") == .rejected }

    try await fixture.engine.retry("a")
    try await fixture.pass { fixture.state("a") == .delivered }

    try await eventually { steps.of("a").last?.contains("delivered") == true }
    #expect(
      steps.of("a").filter { !$0.hasPrefix("answer") } == [
        "accepted connection=null", "durable", "attempt attempt=1",
        "ended state=\"rejected\" eventCode=437 outcome=1", "retried", "attempt attempt=1",
        "ended state=\"delivered\" eventCode=237 outcome=2",
      ])
    await fixture.engine.stop()
  }

  @Test("without a subscriber the steps of a job cost no item")
  func unwatched() async throws {
    let fixture = try EngineFixture(rToken: "r")
    try fixture.accept(SampleJobKinds.event, "a")
    try await fixture.pass { fixture.state("a") == .delivered }

    let steps = JobSteps(fixture.engine.trace)
    try fixture.accept(SampleJobKinds.event, "b")
    try await eventually { steps.of("b").last?.hasPrefix("ended") == true }

    #expect(steps.all.first?["seq"] == 1 && steps.of("a").isEmpty)
    await fixture.engine.stop()
  }
}
