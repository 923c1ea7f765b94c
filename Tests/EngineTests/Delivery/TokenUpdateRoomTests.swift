import EngineTestSupport
import HTTP
import TestSupport
import Testing

@testable import AltcraftEngine

/// A token update that the outbox cannot store.
@Suite(.timeLimit(.minutes(10))) struct TokenUpdateRoomTests {
  @Test("a job is sent at once if the token update before it has no room")
  func full() async throws {
    var limits = Limits()
    limits.outboxRecords = 1
    let fixture = try EngineFixture(rToken: "t", limits: limits)
    try fixture.engine.setTokenSource(.fixed(Secret("old")), for: .iosFirebase)
    try fixture.accept(SampleJobKinds.token, "first")
    try await eventually { fixture.state("first") == .delivered }
    try fixture.engine.setTokenSource(.fixed(Secret("new")), for: .iosFirebase)

    try fixture.accept(SampleJobKinds.token, "second")

    try await eventually { fixture.state("second") == .delivered }
    #expect(fixture.http.requests.count == 2)
    #expect(fixture.http.requests.last?.url.contains("token=new") == true)
    await fixture.engine.stop()
  }

  @Test("a job that is ended without a request has no further attempt")
  func endedWithoutRequest() async throws {
    let fixture = try EngineFixture(rToken: "t")
    try fixture.accept(SampleJobKinds.token, "a")
    try await eventually { fixture.waitingFor("a") == .token }

    try fixture.configure(rToken: "u")

    try await eventually { fixture.state("a") == .cleared }
    #expect(fixture.engine.outbox.report("a")?.attempts == 0)
    await fixture.engine.stop()
  }
}
