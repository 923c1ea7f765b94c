import DurableLog
import Glibc
import HTTP
import TestSupport
import Testing

@testable import AltcraftEngine

/// A change of the rToken clears the pending work of the old rToken and no work that becomes pending later.
@Suite struct RetryAfterTokenChangeTests {
  enum Afterwards: CaseIterable { case initialization, restart, checkpointAndRestart }

  /// The change clears work that is newer than the rejected job.
  private func changed(_ http: ScriptedHTTPClient) async throws -> EngineFixture {
    http.enqueue(.status(400))
    let world = try EngineFixture(http, rToken: "one")
    try world.accept(SampleJobKinds.event, "rejected", n: 1)
    try await eventually { world.state("rejected") == .rejected }
    try world.accept(SampleJobKinds.event, "pending", n: 2)
    try await eventually { world.waitingFor("pending") == .retry }
    try world.configure(rToken: "two")
    try await eventually { world.state("pending") == .cleared }
    return world
  }

  @Test(
    "a rejected job that is retried after the change is kept by later changes",
    arguments: Afterwards.allCases)
  func retried(afterwards: Afterwards) async throws {
    var world = try await changed(ScriptedHTTPClient([], then: .status(503)))

    try await world.retry("rejected")
    switch afterwards {
    case .initialization: try world.configure(rToken: "two")
    case .restart:
      await world.engine.stop()
      world = try world.restarted()
    case .checkpointAndRestart:
      try world.engine.outbox.checkpoint()
      await world.engine.stop()
      world = try world.restarted()
    }

    #expect(!world.told.contains("601 rejected"))
    #expect([.pending, .delivered].contains(world.state("rejected")))
    #expect(world.state("pending") == .cleared)
    world.expectSums()
    await world.engine.stop()
  }

  @Test("a change that a crash interrupted is completed by the next start")
  func crash() async throws {
    let world = try await changed(ScriptedHTTPClient([], then: .status(503)))
    var settings = world.engine.group.current
    #expect(settings.clearedThrough == nil)
    // The state after a crash between the two.
    settings.clearedThrough = world.engine.outbox.lastID + 100
    await world.engine.stop()
    let directory = Directory(
      adopting: open(world.directory.path + "/g-default", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    try SettingsStore(directory: directory).save(settings)

    let again = try world.restarted(ScriptedHTTPClient([], then: .status(503)))
    #expect(again.engine.group.current.clearedThrough == nil)
    try await again.retry("rejected")
    try again.configure(rToken: "two")

    #expect([.pending, .delivered].contains(again.state("rejected")))
    await again.engine.stop()
  }

  @Test("retried work ends with the next change, like all pending work")
  func nextChange() async throws {
    let world = try await changed(ScriptedHTTPClient([], then: .status(503)))
    try await world.retry("rejected")

    try world.configure(rToken: "three")

    #expect(world.state("rejected") == .cleared)
    world.expectSums()
    await world.engine.stop()
  }
}

extension EngineFixture {
  func retry(_ requestId: String) async throws { try await engine.retry(requestId) }
}
