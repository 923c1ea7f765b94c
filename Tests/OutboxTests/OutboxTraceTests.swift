import DurableLog
import EngineTestSupport
import Glibc
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The steps of jobs in the trace, without an engine", .timeLimit(.minutes(10)))
struct OutboxTraceTests {
  @Test("all jobs that clear ends have an end")
  func cleared() throws {
    var limits = Limits.small
    limits.finishedRecords = 2
    let hub = TraceHub(epoch: "e", limits: limits, now: { 0 })
    let fixture = try OutboxFixture(limits: limits, tracing: hub)
    let steps = JobSteps(hub)
    for id in ["a", "b", "c"] { fixture.accept(SampleJobKinds.event, id) }

    _ = try fixture.clear()

    try blockUntil { steps.of("c").last?.hasPrefix("ended") == true }
    let code = SDKCode.workCleared.rawValue
    #expect(steps.of("a").last == "ended state=\"cleared\" eventCode=\(code) outcome=null")
    #expect(steps.of("c").last == "ended state=\"cleared\" eventCode=\(code) outcome=3")
  }

  @Test("a job that is discarded has an end")
  func discarded() async throws {
    let limits = Limits.small
    let hub = TraceHub(epoch: "e", limits: limits, now: { 0 })
    let fixture = try OutboxFixture(limits: limits, tracing: hub)
    let steps = JobSteps(hub)
    fixture.accept(SampleJobKinds.event, "a")

    _ = try await fixture.outbox.discardPending("a", .cleared(.current))

    try await eventually { steps.of("a").last?.hasPrefix("ended") == true }
    #expect(steps.of("a").last?.contains("state=\"cleared\"") == true)
  }

  @Test("a job that the disk refuses is accepted and refused, and has no end")
  func refused() throws {
    let limits = Limits.small
    let hub = TraceHub(epoch: "e", limits: limits, now: { 0 })
    let fixture = try OutboxFixture(limits: limits, tracing: hub)
    let steps = JobSteps(hub)
    fixture.directory.fail([.init(.sync, .error(EIO), lasts: true)])

    guard case .failure = fixture.accept(SampleJobKinds.event, "a") else {
      Issue.record("the disk has accepted it")
      return
    }

    try blockUntil { steps.of("a").count == 2 }
    #expect(steps.of("a") == ["accepted connection=null", "refused"])
  }
}
