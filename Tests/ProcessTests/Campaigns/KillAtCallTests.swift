import Glibc
import PlatformSimulator
import TestSupport
import Testing

/// Tests that kill the process at each call that changes its files. `Tests/campaign` plays all calls.
@Suite(.enabled(if: FaultyCalls.preload != nil, "needs clang"))
struct KillAtCallTests {
  struct Round: CustomStringConvertible {
    let call: Int
    let action: FaultyCalls.Action
    var description: String { "\(action) call \(call)" }
  }

  @Test("a kill before or after any call that changes its files loses no record")
  func campaign() async throws {
    let count = try await FixedScript.calls(.changes)
    let some = CampaignLength.isShort ? 15 : 40
    let calls = CampaignLength.isLong ? Array(1...count) : spread(some, over: 1..<count + 1)
    let rounds = calls.flatMap { call -> [Round] in
      // A kill after a call differs from one before the next call only in the time between the two.
      let actions: [FaultyCalls.Action] =
        CampaignLength.isLong
        ? [.killBefore, .killAfter] : [call % 3 == 0 ? .killAfter : .killBefore]
      return actions.map { Round(call: call, action: $0) }
    }
    let simulators = try (0..<3).map { _ in try platform().simulator }
    defer { simulators.forEach { $0.stop() } }
    let campaign = Campaign(
      name: "kill at every call (\(count) calls)",
      budget: CampaignLength.budget(short: .max, quick: 25, long: 1800))

    let tally = await campaign.play(rounds) { lane, round in
      let faults = FaultyCalls()
      faults.arm(round.action, at: round.call...round.call)
      return try await FixedScript.play(simulators[lane], faults) { _, bridge in
        let wasKilled = bridge.ending == .killed(SIGKILL)
        return wasKilled == (faults.hits > 0) ? [] : ["ended \(String(describing: bridge.ending))"]
      }
    }

    #expect(tally.missing == 0 && tally.lost == 0)
    #expect(tally.problems == [])
    #expect(count > 200 && tally.faults > 3)
  }
}
