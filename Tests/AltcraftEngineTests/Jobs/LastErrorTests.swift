import Testing

@testable import AltcraftEngine

@Suite("The error of the last attempt")
struct LastErrorTests {
  @Test("survives restarts and the rewriting of the log")
  func lastError() async throws {
    let error = AttemptError(code: 530, httpCode: 503, message: "down \"for\" maintenance\n")
    var world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    let entry = try world.attempt()
    world.outbox.postpone(entry, error, retryAfter: nil) {}
    world.outbox.commit()

    for round in 0..<4 {
      world = try world.restarted()
      let report = world.outbox.report("a")
      #expect(report?.lastError == error && report?.attempts == 1, "round \(round)")
      if round > 0 { try world.outbox.checkpoint() }
    }
    world.expectSums()
  }

  @Test("survives a compaction")
  func lastErrorAfterCompaction() async throws {
    let world = try OutboxFixture()
    world.accept(SampleJobKinds.event, "a")
    world.outbox.postpone(try world.attempt(), .test, retryAfter: nil) {}
    for number in 0..<200 {
      world.accept(SampleJobKinds.own, "r\(number)", padding: 4000)
      try world.deliverNext()
    }
    await world.outbox.compactIfUseful()

    #expect(try world.restarted().outbox.report("a")?.lastError == .test)
  }
}
