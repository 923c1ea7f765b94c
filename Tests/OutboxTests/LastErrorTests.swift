import EngineTestSupport
import Testing

@testable import AltcraftEngine

@Suite("The error of the last attempt")
struct LastErrorTests {
  @Test("survives restarts and the rewriting of the log")
  func lastError() async throws {
    let error = AttemptError(code: 530, httpCode: 503, message: "down \"for\" maintenance\n")
    var fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    let entry = try fixture.attempt()
    fixture.outbox.postpone(entry, error, retryAfter: nil) {}
    fixture.outbox.commit()

    for round in 0..<4 {
      fixture = try fixture.restarted()
      let report = fixture.outbox.report("a")
      #expect(report?.lastError == error && report?.attempts == 1, "round \(round)")
      if round > 0 { try fixture.outbox.checkpoint() }
    }
    fixture.expectSums()
  }

  @Test("survives a compaction")
  func lastErrorAfterCompaction() async throws {
    let fixture = try OutboxFixture()
    fixture.accept(SampleJobKinds.event, "a")
    fixture.outbox.postpone(try fixture.attempt(), .test, retryAfter: nil) {}
    for number in 0..<200 {
      fixture.accept(SampleJobKinds.own, "r\(number)", padding: 4000)
      try fixture.deliverNext()
    }
    await fixture.outbox.compactIfUseful()

    #expect(try fixture.restarted().outbox.report("a")?.lastError == .test)
  }
}
