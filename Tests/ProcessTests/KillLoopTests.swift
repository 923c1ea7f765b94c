import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// The promise of the whole: what was acknowledged arrives, whenever the process is killed. A few rounds
/// here; `Tests/kill-loop` plays as many as it is told to.
@Suite(.serialized) struct KillLoopTests {
  @Test("nothing acknowledged is lost, however often the process is killed")
  func campaign() async throws {
    let count = ProcessInfo.processInfo.environment["KILL_COUNT"].flatMap { Int($0) } ?? 6
    let campaign = try KillCampaign()
    for round in 1...count {
      try await campaign.play(round)
      if count > 20, round % 10 == 0 { print("kill-loop: so far \(campaign.tally.progress)") }
    }
    try await campaign.drain()

    let tally = campaign.tally
    print("kill-loop: \(tally)")
    #expect(tally.missing == 0 && tally.changed == 0 && tally.problems == 0)
    #expect(tally.acknowledged >= count && tally.delivered >= tally.acknowledged)
  }
}

struct KillTally: CustomStringConvertible {
  var rounds = 0
  var acknowledged = 0
  /// Pieces of work that the platform carried out.
  var delivered = 0
  /// Requests that it carried out beyond the first of their work.
  var duplicates = 0
  var attempts = 0
  /// Acknowledged and not delivered.
  var missing = 0
  /// Work whose attempts differed.
  var changed = 0
  /// Messages that the document of the interface does not allow.
  var problems = 0

  var progress: String {
    "iterations \(rounds), acknowledged \(acknowledged), delivered \(delivered)"
  }

  var description: String {
    """
    \(progress), \
    duplicates \(duplicates), attempts \(attempts), changed \(changed), missing \(missing)
    """
  }
}

/// One platform, one data directory, and a bridge that is killed again and again under load.
private final class KillCampaign {
  private struct Attempts {
    var delivered = 0
    var count = 0
    var body: String?
    var hasChanged = false
  }

  private let simulator: Simulator
  private let directory = TemporaryDirectory()
  private var acknowledged: Set<String> = []
  private var work: [String: Attempts] = [:]
  private var lastRequest = 0
  private var rounds = 0
  private var problems = 0

  private static let arguments =
    quickRetries + ["--limit", "segmentBytes=262144", "--limit", "recordBytes=65536"]

  init() throws { simulator = try platform().simulator }

  deinit { simulator.stop() }

  var tally: KillTally {
    var tally = KillTally()
    tally.rounds = rounds
    tally.acknowledged = acknowledged.count
    tally.delivered = work.values.count { $0.delivered > 0 }
    tally.duplicates = work.values.reduce(0) { $0 + max(0, $1.delivered - 1) }
    tally.attempts = work.values.reduce(0) { $0 + $1.count }
    tally.missing = acknowledged.count { work[$0]?.delivered ?? 0 == 0 }
    tally.changed = work.values.count(where: \.hasChanged)
    tally.problems = problems
    return tally
  }

  /// Starts the bridge, calls from three connections at once, kills it at some moment, and writes down what
  /// it had acknowledged by then.
  func play(_ round: Int) async throws {
    try misbehave()
    let socket = directory.path + "/run/s"
    let bridge = try ServiceProcess(
      serving: ["--stdio", "--socket", socket] + Self.arguments, in: directory)
    try await bridge.ready()
    // As every host does at its start; it also ends the waiting of what failed before.
    try await bridge.stdio.storeToken(try simulator.start().url)
    let hosts = [
      bridge.stdio, try await bridge.connectUnix(), try await bridge.connectUnix(.headers),
    ]
    let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...300_000))
    for call in 0..<Int.random(in: 2...20) {
      for (index, host) in hosts.enumerated() {
        let id = "k-\(round)-\(index)-\(call)"
        // Once in a while a call of the round before, as a host that heard no answer repeats it.
        let again = "k-\(round - 1)-\(index)-\(call)"
        host.offer(round > 1 && call % 7 == 3 ? again : id)
      }
      if ContinuousClock.now >= moment { break }
      if call % 4 == 3 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...20))) }
    }
    try await Task.sleep(until: moment, clock: .continuous)
    bridge.send(signal: SIGKILL)
    try await bridge.waitForExit()
    for host in hosts {
      try await host.waitForEnd()
      acknowledged.formUnion(
        host.messages.compactMap { $0["result"]?["requestId"]?.stringValue })
    }
    note(bridge)
    rounds += 1
    readRequests()
  }

  /// Lets the bridge deliver all that is left, from a platform that behaves.
  func drain() async throws {
    simulator.clearScript()
    let bridge = try ServiceProcess(serving: Self.arguments, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(try simulator.start().url)
    try await eventually("everything is delivered", within: .seconds(180)) {
      readRequests()
      let stats = try await bridge.stdio.call("bridge.stats")
      return stats["outbox"]?["pending"] == 0
    }
    let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
    if counts?["delivered"] != counts?["accepted"] { problems += 1 }
    note(bridge)
    try await bridge.crash()
    readRequests()
  }

  private func note(_ bridge: ServiceProcess) {
    // A message cut by the kill is no fault.
    let faults = bridge.log.problems.filter { !$0.hasPrefix("ended within") }
    for fault in faults { print("kill-loop: \(fault)") }
    problems += faults.count
  }

  private func misbehave() throws {
    simulator.clearScript()
    var rules: [ScriptRule] = []
    for _ in 0..<Int.random(in: 0...4) {
      let faults: [Fault] = [
        .status(503), .drop(.after), .drop(.before), .delay(milliseconds: 30), .truncateBody(1),
      ]
      if let fault = faults.randomElement() {
        rules.append(
          ScriptRule(.init(nth: Int.random(in: 1...30)), times: 1, fault: fault))
      }
    }
    try simulator.script(rules)
  }

  /// The simulator keeps the last 10,000 only.
  private func readRequests() {
    for request in simulator.requests(.init(since: lastRequest)) {
      lastRequest = request.index
      guard let id = request.requestID else { continue }
      var attempts = work[id] ?? Attempts()
      attempts.count += 1
      if request.wasCarriedOut { attempts.delivered += 1 }
      let body = request.json?.text
      if let first = attempts.body, first != body { attempts.hasChanged = true }
      attempts.body = attempts.body ?? body
      work[id] = attempts
    }
  }
}

extension WireConnection {
  /// Calls with that id. The bridge may be dead by now, which the answers will show.
  fileprivate func offer(_ id: String) {
    // The same id makes the same call.
    let number = id.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    do {
      try begin(
        number % 3 == 0 ? "pushSuspend" : "pushSubscribe",
        ["requestId": .string(id), "customFields": ["n": .int(number)]])
    } catch {}
  }
}
