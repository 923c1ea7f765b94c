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

  @Test("only a pending token update can be outdated")
  func outdated() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.token, "a")

    #expect(!fixture.outbox.isOutdated(try fixture.attempt()))
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

  @Test("only a subscription under the resource token waits for its token update")
  func waiting() throws {
    let fixture = try OutboxFixture()
    let (old, new) = ("old", "new")
    fixture.accept(SampleJobKinds.token, "first")
    fixture.outbox.settle(
      try fixture.attempt(),
      .init(
        state: .delivered, eventCode: 230,
        savedToken: PushToken(provider: .iosFirebase, token: old), byAttempt: true)
    ) {}
    fixture.outbox.commit()
    _ = try fixture.outbox.updateToken(
      to: PushToken(provider: .iosFirebase, token: new), of: .resourceToken,
      epoch: fixture.outbox.epoch)
    fixture.outbox.commit()

    let device = UserTag.resourceToken.text
    for (kind, id, user) in [
      (SampleJobKinds.token, "device", device), (SampleJobKinds.token, "user", "u"),
      (SampleJobKinds.state, "other", device),
    ] {
      fixture.accept(kind, id, user: user)
    }

    let waiting = fixture.outbox.pending(through: .max).filter { job in
      fixture.outbox.read { $0.waitsForTokenUpdate(job.id) }
    }
    #expect(waiting.map(\.requestId) == ["device"])
  }
}
