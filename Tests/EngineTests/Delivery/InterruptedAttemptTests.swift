import EngineTestSupport
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The attempts that end with the service.
@Suite struct InterruptedAttemptTests {
  private final class Questions: Sendable {
    let count = Atomic(0)
  }

  @Test("an attempt that the stop interrupts while it asks the host leaves its job unchanged")
  func duringQuestion() async throws {
    let asked = Questions()
    let fixture = try EngineFixture(configuration: [:])
    fixture.engine.setJWTProvider(
      .callback(connection: ConnectionID(1)) { _ in
        asked.count.add(1, ordering: .relaxed)
        // The host answers only a question that is cancelled.
        try? await Task.sleep(for: .seconds(86_400))
        return .timedOut
      })
    try fixture.accept(SampleJobKinds.state, "a", user: TestJWT.tag(TestJWT.ann))
    try await eventually { asked.count.load(ordering: .relaxed) == 1 }
    let emitted = fixture.emitted

    await fixture.engine.stop()

    let report = try #require(fixture.engine.outbox.report("a"))
    #expect(report.state == .pending && report.lastError == nil && report.waitingFor == nil)
    #expect(fixture.emitted == emitted)
  }
}
