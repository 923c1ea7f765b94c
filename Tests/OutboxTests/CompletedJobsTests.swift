import Testing

@testable import AltcraftEngine
@testable import DurableLog

/// The order of the kept ends.
@Suite struct CompletedJobsTests {
  private static func item(
    _ id: Job.ID, order: Sequence?, outcome: UInt64?, state: JobState = .delivered,
    bytes: Int = 0
  ) -> CompletedJobs.Item {
    CompletedJobs.Item(
      id: id, digest: .none, state: state, eventCode: 237, details: .inMemory([]),
      body: bytes == 0
        ? nil : (location: RecordLocation(segment: 1, offset: 0, length: 0), bytes: bytes),
      order: order, outcome: outcome)
  }

  @Test("an outcome that the log had refused is ordered behind the last one that the log has")
  func numbered() {
    var jobs = CompletedJobs(capacity: 10)
    jobs.add(ClientRequestID("a"), Self.item(1, order: Sequence(5), outcome: 1))
    jobs.add(ClientRequestID("b"), Self.item(2, order: Sequence(.max), outcome: nil))

    let last = jobs.number(after: 1)

    #expect(last == 2)
    #expect(jobs[ClientRequestID("b")]?.outcome == 2)
    #expect(jobs[ClientRequestID("b")]?.order == Sequence(5))
  }

  @Test("the bytes of kept bodies are those of the jobs that are kept")
  func bodyBytes() {
    var jobs = CompletedJobs(capacity: 2)
    for id in 1...3 as ClosedRange<UInt64> {
      jobs.add(
        ClientRequestID("r\(id)"),
        Self.item(id, order: Sequence(id), outcome: id, state: .rejected, bytes: 100))
    }
    #expect(jobs.count == 2 && jobs.bodyBytes == 200)

    jobs.remove(ClientRequestID("r3"))

    #expect(jobs.bodyBytes == 100)
  }
}
