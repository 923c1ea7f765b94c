import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the central guarantee: every acknowledged job is delivered, at any moment at which the process is
/// killed. A few rounds here; `Tests/kill-loop` and `Tests/campaign` play as many as requested, against a
/// simulated platform in a separate process.
@Suite struct KillLoopTests {
  @Test("no acknowledged job is lost over repeated kills of the process")
  func campaign() async throws {
    let given = ProcessInfo.processInfo.environment["KILL_COUNT"].flatMap { Int($0) }
    let count = given ?? (CampaignLength.isLong ? 500 : 6)
    let end =
      ContinuousClock.now
      + (given == nil
        ? CampaignLength.budget(short: .max, quick: 60, long: 3600).time : .seconds(86_400))
    if given != nil || CampaignLength.isLong {
      try await play(count, until: end, on: try await PlatformProcess())
    } else {
      let simulator = try platform().simulator
      defer { simulator.stop() }
      try await play(count, until: end, on: simulator)
    }
  }

  private func play(
    _ count: Int, until end: ContinuousClock.Instant, on platform: some SimulatedPlatform
  ) async throws {
    let campaign = try KillCampaign(platform)
    for round in 1...count where ContinuousClock.now < end {
      try await campaign.play(round)
      if count > 20, round % 10 == 0 { report("campaign-progress: kill-loop: \(campaign.tally)") }
    }
    try await campaign.drain()

    let tally = campaign.tally
    report("campaign: SIGKILL under load: \(tally)")
    for problem in tally.problems.prefix(20) { report("campaign-problem: kill-loop: \(problem)") }
    #expect(tally.missing == 0 && tally.lost == 0)
    #expect(tally.problems == [])
    #expect(tally.acknowledged >= tally.iterations && tally.delivered >= tally.acknowledged)
  }
}

/// A campaign with one platform, one data directory, and a bridge that is killed again and again under load.
private final class KillCampaign<Platform: SimulatedPlatform> {
  private let platform: Platform
  private let directory = TemporaryDirectory()
  private var ledger: Ledger
  private var sum = CampaignTally()

  private var arguments: [String] {
    quickRetries + ["--limit", "segmentBytes=262144", "--limit", "recordBytes=65536"]
  }

  init(_ platform: Platform) throws {
    self.platform = platform
    ledger = try Ledger(platform)
  }

  var tally: CampaignTally {
    var tally = sum
    tally.acknowledged = ledger.acknowledged.count
    tally.delivered = ledger.attempts.values.count { $0.delivered > 0 }
    tally.duplicates = ledger.duplicates
    tally.missing = ledger.acknowledged.count - ledger.delivered.count
    tally.problems += ledger.problems
    return tally
  }

  /// Starts the bridge, calls from three connections at once, kills it at a random moment, and records the
  /// calls acknowledged by then.
  func play(_ round: Int) async throws {
    try misbehave()
    let socket = directory.path + "/run/s"
    let start = ContinuousClock.now
    let bridge = try ServiceProcess(
      serving: ["--stdio", "--socket", socket] + arguments, in: directory)
    try await bridge.ready()
    if ContinuousClock.now - start > .seconds(1) { sum.slowStarts += 1 }
    // Every host does this at its start; it also ends the waiting of failed jobs.
    try await bridge.stdio.storeToken(platform.url)
    let hosts = [
      bridge.stdio, try await bridge.connectUnix(), try await bridge.connectUnix(.headers),
    ]
    let moment = ContinuousClock.now + .microseconds(Int.random(in: 0...300_000))
    for call in 0..<Int.random(in: 2...20) {
      for (index, host) in hosts.enumerated() {
        let id = "k-\(round)-\(index)-\(call)"
        // Sometimes repeat a call of the round before, as a host without an answer does.
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
      ledger.acknowledged.formUnion(
        host.messages.compactMap { $0["result"]?["requestId"]?.stringValue })
    }
    record(bridge)
    sum.iterations += 1
    sum.faults += 1
    try ledger.read(platform)
  }

  /// Lets the bridge deliver all remaining jobs, with a platform that works.
  func drain() async throws {
    try platform.clearScript()
    let bridge = try ServiceProcess(serving: arguments, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(platform.url)
    try await eventually("everything is delivered", within: testTimeout * 10) {
      try ledger.read(platform)
      let stats = try await bridge.stdio.call("bridge.stats")
      return stats["outbox"]?["pending"] == 0
    }
    let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
    sum.lost = counts?["lost"]?.intValue ?? -1
    if counts?["delivered"] != counts?["accepted"] {
      sum.problems.append("the counters do not add up: \(counts?.text ?? "")")
    }
    record(bridge)
    try await bridge.crash()
    try ledger.read(platform)
  }

  private func record(_ bridge: ServiceProcess) {
    // A message truncated by the kill is not a fault.
    sum.problems += bridge.log.problems.filter { !$0.hasPrefix("ended within") }
  }

  private func misbehave() throws {
    try platform.clearScript()
    let rules = (0..<Int.random(in: 0...4)).map { _ -> JSON in
      let faults: [JSON] = [
        ["status": 503], ["drop": "after"], ["drop": "before"], ["delayMs": 30],
        ["truncateBody": 1],
      ]
      let fault = faults[Int.random(in: 0..<faults.count)]
      return ["match": ["nth": .int(Int.random(in: 1...30))], "times": 1, "fault": fault]
    }
    try platform.script(["rules": .array(rules)])
  }
}

extension WireConnection {
  /// Sends a call with that id. The bridge may be dead by now, which the answers will show.
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
