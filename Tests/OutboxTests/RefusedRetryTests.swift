import DurableLog
import EngineTestSupport
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// A retry whose record the disk refuses.
@Suite(.timeLimit(.minutes(10))) struct RefusedRetryTests {
  @Test("a caller that waits for the outcome of the retried job gets the earlier one")
  func waiter() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    try fixture.deliverNext(.rejected)
    fixture.directory.fail([.init(.write, .error(EIO), lasts: true)])
    let revival = try fixture.outbox.revive("a")
    let outcomes = Mutex<[JobState]>([])
    let cancel = fixture.outbox.whenEnded("a") { outcome in
      outcomes.withLock { $0.append(outcome.state) }
    }
    #expect(cancel != nil)
    #expect(outcomes.withLock { $0 } == [])

    await #expect(throws: Outbox.ControlFailure.refused(.storage(.ioError))) {
      try await fixture.outbox.confirm(revival)
    }

    #expect(outcomes.withLock { $0 } == [.rejected])
  }
}
