import DurableLog
import EngineTestSupport
import Glibc
import HTTP
import TestSupport
import Testing

@testable import AltcraftEngine

/// A change of the rToken clears the pending jobs of the old rToken and no job that becomes pending later.
@Suite struct RetryAfterTokenChangeTests {
  enum Afterwards: CaseIterable { case initialization, restart, checkpointAndRestart }

  /// Changes the rToken, which clears a job that is newer than the rejected job.
  private func changed(_ http: ScriptedHTTPClient) async throws -> EngineFixture {
    http.enqueue(.status(400))
    let fixture = try EngineFixture(http, rToken: "one")
    try fixture.accept(SampleJobKinds.event, "rejected", n: 1)
    try await eventually { fixture.state("rejected") == .rejected }
    try fixture.accept(SampleJobKinds.event, "pending", n: 2)
    try await eventually { fixture.waitingFor("pending") == .retry }
    try fixture.configure(rToken: "two")
    try await eventually { fixture.state("pending") == .cleared }
    return fixture
  }

  @Test(
    "a rejected job that is retried after the change is kept by later changes",
    arguments: Afterwards.allCases)
  func retried(afterwards: Afterwards) async throws {
    var fixture = try await changed(ScriptedHTTPClient([], then: .status(503)))

    try await fixture.retry("rejected")
    switch afterwards {
    case .initialization: try fixture.configure(rToken: "two")
    case .restart:
      await fixture.engine.stop()
      fixture = try fixture.restarted()
    case .checkpointAndRestart:
      try fixture.engine.outbox.checkpoint()
      await fixture.engine.stop()
      fixture = try fixture.restarted()
    }

    #expect(!fixture.emitted.contains("601 rejected"))
    #expect([.pending, .delivered].contains(fixture.state("rejected")))
    #expect(fixture.state("pending") == .cleared)
    fixture.expectSums()
    await fixture.engine.stop()
  }

  @Test("a change that a crash interrupted is completed by the next start")
  func crash() async throws {
    let fixture = try await changed(ScriptedHTTPClient([], then: .status(503)))
    var settings = fixture.engine.group.current
    #expect(settings.clearedThrough == nil)
    // The state after a crash between the two.
    settings.clearedThrough = fixture.engine.outbox.lastID + 100
    await fixture.engine.stop()
    let directory = Directory(
      adopting: open(fixture.directory.path + "/g-default", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    try SettingsStore(directory: directory).save(settings)

    let again = try fixture.restarted(ScriptedHTTPClient([], then: .status(503)))
    #expect(again.engine.group.current.clearedThrough == nil)
    try await again.retry("rejected")
    try again.configure(rToken: "two")

    #expect([.pending, .delivered].contains(again.state("rejected")))
    await again.engine.stop()
  }

  @Test("a retried job ends with the next change, like all pending jobs")
  func nextChange() async throws {
    let fixture = try await changed(ScriptedHTTPClient([], then: .status(503)))
    try await fixture.retry("rejected")

    try fixture.configure(rToken: "three")

    #expect(fixture.state("rejected") == .cleared)
    fixture.expectSums()
    await fixture.engine.stop()
  }
}

extension EngineFixture {
  func retry(_ requestId: String) async throws { try await engine.retry(requestId) }
}
