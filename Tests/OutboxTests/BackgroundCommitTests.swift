import DurableLog
import EngineTestSupport
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// Commits that no caller waits for, and the signal for the delivery loop.
@Suite(.timeLimit(.minutes(10))) struct BackgroundCommitTests {
  @Test("an accepted job becomes durable without a caller that waits for the disk")
  func commitSoon() async throws {
    let fixture = try OutboxFixture()
    let isStored = Atomic(false)
    let body: JSONObject = ["n": 1]
    try fixture.outbox.accept(
      NewJob(
        kind: JobKind.Index(0), requestId: "a", userTag: UserTag("u"),
        digest: CallDigest(of: JSON.object(body).bytes), body: body)
    ) { _ in isStored.store(true, ordering: .releasing) }

    fixture.outbox.journal.commitSoon()

    try await eventually { isStored.load(ordering: .acquiring) }
    #expect(try fixture.restarted { $0.afterPowerCut() }.pending == ["a"])
  }

  @Test("jobs whose delay ends are tried at once by a delivery loop that waits")
  func wokenLanes() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.state, "a")
    fixture.outbox.postpone(try fixture.attempt(), .test, retryAfter: nil) {}
    // The signal of the changes up to now.
    await fixture.outbox.changed.wait()

    fixture.outbox.wakeState()

    let isWoken = Atomic(false)
    let loop = Task {
      await fixture.outbox.changed.wait()
      isWoken.store(true, ordering: .releasing)
    }
    try await eventually { isWoken.load(ordering: .acquiring) }
    await loop.value
    try fixture.deliverNext()
  }
}
