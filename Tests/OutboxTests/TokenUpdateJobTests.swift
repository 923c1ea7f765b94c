import EngineTestSupport
import TestSupport
import Testing

@testable import AltcraftEngine

/// The jobs that a token update concerns.
@Suite struct TokenUpdateJobTests {
  @Test("only a pending token update can be outdated")
  func outdated() throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.token, "a")

    #expect(!fixture.outbox.isOutdated(try fixture.attempt()))
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
