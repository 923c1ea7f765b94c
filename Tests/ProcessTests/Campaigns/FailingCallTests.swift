import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests in which a system call on the bridge's files fails, once or from then on. `Tests/campaign` plays all
/// of them.
@Suite(.enabled(if: FaultyCalls.preload != nil, "needs clang"))
struct FailingCallTests {
  struct Round: CustomStringConvertible {
    let call: Int
    let fault: Fault
    var description: String { "\(fault) at call \(call)" }
  }

  struct Fault: CustomStringConvertible {
    let name: String
    let action: FaultyCalls.Action
    let code: Int32
    /// The number of consecutive calls that fail.
    let length: Int
    let kinds: FaultyCalls.Kinds
    /// The cause that the host is notified of, if it is notified.
    let cause: String?

    var description: String { name }
  }

  private static let forEver = 1 << 40

  static let faults: [Fault] =
    [
      ("EIO", EIO, "ioError"), ("ENOSPC", ENOSPC, "noSpace"), ("EROFS", EROFS, "readOnly"),
    ].flatMap { name, code, cause in
      [("once", 1), ("from then on", forEver)].map { often, length in
        Fault(
          name: "\(name) \(often)", action: .fail, code: code, length: length, kinds: .changes,
          cause: cause)
      }
    } + [
      // Signals interrupt one or two calls; a call that is always interrupted is not a fault of the disk.
      Fault(
        name: "EINTR three times", action: .fail, code: EINTR, length: 3, kinds: [.writes, .syncs],
        cause: nil),
      Fault(
        name: "short", action: .shorten, code: 0, length: forEver, kinds: .moved, cause: nil),
      Fault(
        name: "EIO in reading", action: .fail, code: EIO, length: 1, kinds: .reads,
        cause: "ioError"),
    ]

  @Test("after any failing call no acknowledged job is lost, and the host is notified of the cause")
  func campaign() async throws {
    var rounds: [Round] = []
    var total = 0
    for kinds in [FaultyCalls.Kinds.changes, [.writes, .syncs], .moved, .reads] {
      let count = try await FixedScript.calls(kinds)
      total += count
      for fault in Self.faults where fault.kinds == kinds {
        // Few of the calls are syncs of directories, which once treated an interruption as a failure.
        let quick = fault.code == EINTR ? 16 : 5
        let some = CampaignLength.isShort ? quick / 2 : quick
        let calls = CampaignLength.isLong ? Array(1...count) : spread(some, over: 1..<count + 1)
        rounds += calls.map { Round(call: $0, fault: fault) }
      }
    }
    let simulators = try (0..<3).map { _ in try platform().simulator }
    defer { simulators.forEach { $0.stop() } }
    let campaign = Campaign(
      name: "failing calls", budget: CampaignLength.budget(short: .max, quick: 25, long: 3600))

    let tally = await campaign.play(rounds) { lane, round in
      let faults = FaultyCalls()
      let fault = round.fault
      let last = fault.length == Self.forEver ? fault.length : round.call + fault.length - 1
      faults.arm(fault.action, at: round.call...last, of: fault.kinds, code: fault.code)
      return try await FixedScript.play(simulators[lane], faults) { script, bridge in
        Self.problems(fault, script, bridge)
      }
    }

    #expect(tally.missing == 0 && tally.lost == 0)
    #expect(tally.problems == [])
    #expect(tally.faults > 5)
  }

  private static func problems(
    _ fault: Fault, _ script: FixedScript, _ bridge: ServiceProcess
  ) -> [String] {
    var problems: [String] = []
    for cause in Set(script.causes) where cause != fault.cause {
      problems.append("the host was notified of \(cause)")
    }
    switch bridge.ending {
    case .exited(0): break
    case .exited(let code) where !bridge.errorText.contains("{\"ready\""):
      let lines = bridge.errorText.split(separator: "\n")
      if lines.count != 1 || ![70, 78].contains(code) {
        problems.append("exit \(code) with \(lines.count) lines: \(bridge.errorText)")
      }
    default:
      problems.append("ended \(String(describing: bridge.ending)): \(bridge.errorText)")
    }
    if fault.cause == nil, script.ledger.acknowledged.count != 42 {
      problems.append("refused a call that only took longer")
    }
    return problems
  }

  @Test(
    "the service resumes by itself when the disk works again",
    arguments: CampaignLength.isLong
      ? [(EIO, "ioError"), (ENOSPC, "noSpace"), (EROFS, "readOnly")] : [(EIO, "ioError")])
  func resumes(code: Int32, cause: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let faults = FaultyCalls()
    let bridge = try faults.serve(FixedScript.arguments, in: TemporaryDirectory())
    let host = bridge.stdio
    try await bridge.ready()
    try await host.storeToken(url)
    try await host.call("events.subscribe")
    try await host.call("pushSubscribe", ["requestId": "before"])
    faults.armNow(.fail, code: code)
    let refused = try await host.refusal(of: "pushSubscribe", ["requestId": "refused"])
    #expect(refused.code == -32011 && refused.data["cause"] == .string(cause))
    try await host.event("403 with the cause") {
      $0["code"] == 403 && $0["value"]?["cause"] == .string(cause)
    }
    #expect(try await host.call("bridge.ping") == "pong")

    faults.lift()
    let lifted = ContinuousClock.now
    // The pauses between two attempts are 1, 2, 4, … 30 s.
    try await host.event("403 that it works again") {
      $0["code"] == 403 && $0["value"]?["cause"] == "recovered"
    }
    report("campaign: resumed after \(cause): \(ContinuousClock.now - lifted)")
    try await host.call("pushSubscribe", ["requestId": "after", "wait": "outcome"])
    let sent = simulator.requests().compactMap(\.requestID)
    #expect(sent.filter { $0 != "before" } == ["after"])
    #expect(bridge.log.problems == [])
    try await bridge.crash()
  }
}
