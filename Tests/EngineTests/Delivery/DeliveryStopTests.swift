import EngineTestSupport
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The end of delivery before a stop.
@Suite struct DeliveryStopTests {
  private static let ok = ScriptedHTTPClient.Outcome.success(HTTPResponse(status: 200, body: []))

  // Attempts began after the signal, were cancelled, and repeated by the next process.
  @Test("after the end of delivery no attempt begins, and the outcome of those under way is stored")
  func underWay() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "r")
    try fixture.accept(SampleJobKinds.event, "a")
    await http.waitForRequests(1)

    fixture.engine.closeDelivery()
    try fixture.accept(SampleJobKinds.own, "b")
    try fixture.accept(SampleJobKinds.event, "c")
    async let isFinished: Void = fixture.engine.finishAttempts(within: .seconds(2))
    http.release(Self.ok)
    await isFinished
    await fixture.engine.stop()

    #expect(http.requests.count == 1)
    let next = ScriptedHTTPClient([])
    let again = try fixture.restarted(next)
    try await again.drain()
    #expect(again.engine.outbox.report("a")?.state == .delivered)
    let ids = next.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
    #expect(Set(ids) == ["b", "c"])
    #expect(next.requests.count == 2)
    await again.engine.stop()
  }

  @Test("without an attempt under way there is nothing to wait for")
  func idle() async throws {
    let fixture = try EngineFixture(rToken: "r")

    fixture.engine.closeDelivery()
    await fixture.engine.finishAttempts(within: .seconds(2))
    await fixture.engine.stop()
  }

  @Test("an attempt that takes longer ends with the stop, and its job stays pending")
  func tooLong() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "r")
    try fixture.accept(SampleJobKinds.event, "a")
    await http.waitForRequests(1)

    fixture.engine.closeDelivery()
    async let isFinished: Void = fixture.engine.finishAttempts(within: .seconds(2))
    await fixture.time.clock.waitForSleepers(within: .seconds(2))
    await fixture.time.clock.advance(by: .seconds(2))
    await isFinished
    await fixture.engine.stop()

    let report = try #require(fixture.engine.outbox.report("a"))
    #expect(report.state == .pending && report.lastError == nil)
  }

  @Test("a request that the client did not send any more leaves its job unchanged")
  func unsent() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, rToken: "r")
    try fixture.accept(SampleJobKinds.event, "a")
    await http.waitForRequests(1)
    let emitted = fixture.emitted

    fixture.engine.closeDelivery()
    http.release(.failure(.cancelled))
    await fixture.engine.finishAttempts(within: .seconds(2))
    await fixture.engine.stop()

    let report = try #require(fixture.engine.outbox.report("a"))
    #expect(report.state == .pending && report.lastError == nil && report.attempts == 0)
    #expect(fixture.emitted == emitted)
  }

  @Test("a JWT that is refused during a stop rejects no job: the next process asks the host")
  func refusedJWT() async throws {
    let http = ScriptedHTTPClient([.hold])
    let fixture = try EngineFixture(http, configuration: [:])
    let host = Host(.value(TestJWT.ann), then: .none)
    fixture.engine.setJWTProvider(host.jwt())
    try fixture.accept(SampleJobKinds.state, "a", user: TestJWT.tag(TestJWT.ann))
    await http.waitForRequests(1)

    fixture.engine.closeDelivery()
    http.release(.success(HTTPResponse(status: 401, body: [])))
    await fixture.engine.finishAttempts(within: .seconds(2))
    await fixture.engine.stop()

    #expect(fixture.engine.outbox.report("a")?.state == .pending)
    #expect(http.requests.count == 1)
  }
}
