import DurableLog
import EngineTestSupport
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// The work under the lock of the outbox, which every durable call of every connection waits for. Each use here takes the
/// lock once, so that the processor time of the caller is that of the hold.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HoldTimingTests {
  /// The lanes of the pending jobs.
  enum Lanes: CaseIterable {
    case one, own, ofUsers

    var kind: JobKind {
      switch self {
      case .one: SampleJobKinds.event
      case .own: SampleJobKinds.own
      case .ofUsers: SampleJobKinds.state
      }
    }
  }

  /// A use of the outbox by hosts, metrics and the delivery.
  enum Use: CaseIterable {
    case statistics, list, listFromTheMiddle, pageFromTheMiddle, outcomes, accept, changeOfToken
    case wake, flush, deselect, discardOldest, discardInTheMiddle
  }

  private struct Backlog {
    let fixture: OutboxFixture
    let lanes: Lanes
    let count: Int

    init(_ count: Int, _ lanes: Lanes) throws {
      fixture = try OutboxFixture(limits: Limits(), durability: .process)
      (self.lanes, self.count) = (lanes, count)
      for number in 0..<count { accept(number) }
      fixture.outbox.commit()
    }

    private func accept(_ number: Int) {
      fixture.accept(
        lanes.kind, "r\(number)", user: lanes == .ofUsers ? "u\(number)" : "u")
    }

    /// Lets every lane wait for its user.
    private func park() {
      for _ in 0..<4 * count {
        switch fixture.outbox.nextStep() {
        case .attempt(let job): fixture.outbox.wait(job, for: .user, .test)
        case .wait(let until?) where until <= fixture.time.environment.now(): continue
        case .wait, .expire: return
        }
      }
    }

    private func discard(_ number: Int) throws {
      _ = try fixture.outbox.perform { state, journal, effects throws(Outbox.ControlFailure) in
        try state.discardPending(
          ClientRequestID("r\(number)"), .init(state: .cleared, eventCode: 601, byAttempt: false),
          at: 0, to: &journal, &effects)
      }
    }

    /// Returns the seconds of a hold, the shortest of a few.
    func hold(_ use: Use) throws -> Double {
      var shortest = Double.infinity
      for round in 0..<3 {
        if [.wake, .flush].contains(use) { park() }
        if use == .deselect { fixture.outbox.setActive(true) }
        let start = Self.processorTime()
        try run(use, round)
        shortest = min(shortest, Self.processorTime() - start)
      }
      return shortest
    }

    private func run(_ use: Use, _ round: Int) throws {
      let outbox = fixture.outbox
      let middle = count / 2 + round
      switch use {
      case .statistics: _ = outbox.statistics
      case .list: _ = outbox.list(limit: 100, after: nil, states: [.pending, .rejected])
      case .listFromTheMiddle:
        _ = outbox.list(limit: 100, after: "r\(middle)", states: [.pending, .rejected])
      case .pageFromTheMiddle:
        _ = outbox.page(of: [.pending, .rejected], from: Job.ID(middle), through: .max)
      case .outcomes: _ = outbox.outcomes(after: 0, limit: 100, bytes: 1 << 20)
      case .accept: accept(count + round)
      case .changeOfToken: _ = outbox.pending(from: Job.ID(middle), through: .max)
      case .wake: outbox.wake(.user)
      case .flush: outbox.flush()
      case .deselect: outbox.setActive(false)
      case .discardOldest: try discard(round)
      case .discardInTheMiddle: try discard(middle)
      }
    }

    private static func processorTime() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  // At 90,000 pending jobs, the choice of jobs by a filter took 2.4 s, a new JWT 230 ms, a flush 300 ms.
  @Test(
    "no use of the outbox holds its lock longer with ten times the jobs", arguments: Lanes.allCases)
  func holds(_ lanes: Lanes) throws {
    let small = try Backlog(1000, lanes)
    let large = try Backlog(10_000, lanes)
    for use in Use.allCases {
      let before = try small.hold(use)
      let after = try large.hold(use)
      // A hold of a few microseconds varies more.
      #expect(after < 4 * max(before, 20e-6), "\(use): \(before * 1e6) µs, then \(after * 1e6) µs")
    }
  }
}
