import EngineTestSupport
import JSONCodec
import Testing

@testable import AltcraftEngine

/// The records of the state that belongs to a group and not to a job.
@Suite struct StateRecordTests {
  @Test("the sums contain the number of all accepted jobs")
  func sums() {
    var counters = OutboxCounters()
    for state in [JobState.delivered, .rejected, .expired, .cleared, .lost, .pending] {
      counters.count(state, 2)
    }

    let sums = counters.json(pending: 5)

    #expect(sums["accepted"] == 15)
    #expect(OutboxCounters(sums) == counters)
  }

  @Test("the record of an earlier version, without a number of the last end, begins with none")
  func earlierVersion() {
    #expect(JobRecord.State(["counters": [:]])?.lastOutcome == 0)
    #expect(JobRecord.State(["counters": [:], "outcome": 7])?.lastOutcome == 7)
  }
}
