import EngineTestSupport
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The end of a flush that waits for attempts.
@Suite(.timeLimit(.minutes(10))) struct FlushWaitTests {
  @Test("a flush ends with an attempt that lacks a requirement, not while the host is asked")
  func requirement() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.state, "a")
    let asking = try fixture.attempt()
    async let all: Void = fixture.outbox.flushAndWait()
    try await eventually { fixture.outbox.read { !$0.observers.isEmpty } }

    fixture.outbox.standAside(asking, until: .seconds(60))
    #expect(fixture.outbox.read { !$0.observers.isEmpty })
    fixture.outbox.wake(.token, userTag: asking.lane.userTag)
    fixture.outbox.wait(try fixture.attempt(), for: .user, .test)

    #expect(fixture.outbox.read { $0.observers.isEmpty })
    await all
  }
}
