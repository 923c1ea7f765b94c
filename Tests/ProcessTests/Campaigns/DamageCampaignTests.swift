import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that truncate real files or flip a bit in them, and start the real process on them.
@Suite struct DamageCampaignTests {
  enum Damage: CustomStringConvertible {
    case cut(at: Double)
    case flip(at: Double, bit: Int)

    var description: String {
      switch self {
      case .cut(let place): "cut at \(place)"
      case .flip(let place, let bit): "bit \(bit) at \(place)"
      }
    }
  }

  struct Round: CustomStringConvertible {
    let damage: Damage
    let wasKilled: Bool
    var description: String { "\(damage) after a \(wasKilled ? "kill" : "clean stop")" }
  }

  @Test("on damaged files it starts, sends only accepted jobs, and reports every loss")
  func campaign() async throws {
    let count = CampaignLength.isLong ? 500 : CampaignLength.isShort ? 8 : 20
    var numbers = CampaignNumbers()
    let places = (0..<count).map {
      (Double($0) + Double.random(in: 0..<1, using: &numbers)) / Double(count)
    }
    let rounds = places.enumerated().flatMap { index, place in
      [
        Round(damage: .cut(at: place), wasKilled: index % 2 == 0),
        Round(
          damage: .flip(at: place, bit: Int.random(in: 0..<8, using: &numbers)),
          wasKilled: index % 2 == 1),
      ]
    }
    let lanes = 2
    let originals = try await Self.originals(lanes)
    defer { originals.flatMap(\.self).forEach { $0.simulator.stop() } }
    let campaign = Campaign(
      name: "truncation and bit flips",
      budget: CampaignLength.budget(short: .max, quick: 25, long: 1800),
      lanes: lanes)

    let tally = await campaign.play(rounds) { lane, round in
      try await originals[lane][round.wasKilled ? 1 : 0].play(round.damage)
    }

    #expect(tally.missing == 0)
    #expect(tally.problems == [])
    #expect(tally.faults > 10 && tally.delivered > 0)
  }

  /// Returns for each lane the files of a clean stop and those of a kill.
  private static func originals(_ lanes: Int) async throws -> [[DamagedOriginal]] {
    var all: [[DamagedOriginal]] = []
    for _ in 0..<lanes {
      all.append([try await .make(wasKilled: false), try await .make(wasKilled: true)])
    }
    return all
  }
}

/// A data directory with pending and completed jobs, in several segments.
private struct DamagedOriginal: Sendable {
  let simulator: Simulator
  let directory: TemporaryDirectory
  /// The bodies of the pending jobs, by id.
  let waiting: [String: String]
  let done: Set<String>

  private static let arguments =
    quickRetries + ["--limit", "segmentBytes=16384", "--limit", "recordBytes=4096"]

  static func make(wasKilled: Bool) async throws -> DamagedOriginal {
    let (simulator, url) = try platform()
    let directory = TemporaryDirectory()
    let bridge = try ServiceProcess(serving: arguments, in: directory)
    try await bridge.ready()
    let host = bridge.stdio
    try await host.storeToken(url)
    let done = (1...8).map { "done-\($0)" }
    for id in done { try await call(id, host, waits: true) }
    try simulator.script([ScriptRule(fault: .status(503))])
    let waiting = (1...30).map { "waiting-\($0)" }
    for id in waiting { try await call(id, host, waits: false) }
    if wasKilled {
      try await bridge.crash()
    } else {
      try await stop(bridge)
    }
    return DamagedOriginal(
      simulator: simulator, directory: directory,
      waiting: try await bodies(of: waiting, simulator, directory), done: Set(done))
  }

  /// Returns the bodies that an undamaged copy sends.
  private static func bodies(
    of waiting: [String], _ simulator: Simulator, _ directory: TemporaryDirectory
  ) async throws -> [String: String] {
    let copy = TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: ServiceProcess.dataDirectory(in: directory),
      toPath: ServiceProcess.dataDirectory(in: copy))
    simulator.clearScript()
    var ledger = Ledger(simulator)
    ledger.acknowledged = Set(waiting)
    let tally = try await ledger.settle(simulator, arguments, in: copy)
    guard tally.problems.isEmpty else {
      throw Overdue("\(tally.problems)")
    }
    return ledger.attempts.filter { waiting.contains($0.key) }.compactMapValues(\.body)
  }

  private static func call(_ id: String, _ host: WireConnection, waits: Bool) async throws {
    let uid = "\(id)-" + String(repeating: "u", count: 300 + id.utf8.count * 37)
    var parameters: JSONObject = ["requestId": .string(id), "messageUID": .string(uid)]
    if waits { parameters["wait"] = "outcome" }
    try await host.call("deliveryEvent", .object(parameters))
  }

  func play(_ damage: DamageCampaignTests.Damage) async throws -> CampaignTally {
    var tally = CampaignTally(iterations: 1, acknowledged: waiting.count)
    let copy = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: copy)
    try FileManager.default.copyItem(
      atPath: ServiceProcess.dataDirectory(in: directory), toPath: data)
    try harm(data, damage)
    simulator.clearScript()
    var ledger = Ledger(simulator)

    let start = ContinuousClock.now
    let bridge = try ServiceProcess(serving: Self.arguments, in: copy)
    try await bridge.ready()
    if ContinuousClock.now - start > .seconds(1) { tally.slowStarts += 1 }
    let host = bridge.stdio
    try await host.call("outbox.flush")
    try await eventually("the remaining jobs are delivered") {
      try await host.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    ledger.read(simulator)
    let counts = try await host.call("bridge.stats")["outbox"] ?? .null
    let events = try await host.call("events.list", ["codes": [403]])["events"]?.arrayValue ?? []

    tally.faults = 1
    tally.lost = counts["lost"]?.intValue ?? 0
    tally.delivered = waiting.keys.count { ledger.attempts[$0]?.delivered ?? 0 > 0 }
    tally.duplicates = ledger.duplicates + done.count { ledger.attempts[$0] != nil }
    let untold = max(0, waiting.count - tally.delivered - tally.lost)
    // A truncated log looks like that of a killed process: the truncated part left no trace.
    if case .cut = damage { tally.cutOff = untold } else { tally.missing = untold }
    for (id, attempts) in ledger.attempts where !done.contains(id) {
      if attempts.hasChanged || attempts.body != waiting[id] {
        tally.problems.append("\(id) was sent with another body, or never accepted")
      }
    }
    let reported = events.reduce(0) { $0 + ($1["value"]?["lost"]?.intValue ?? 0) }
    if tally.lost != reported {
      tally.problems.append("\(tally.lost) are counted as lost, events report \(reported)")
    }
    let ends = ["delivered", "rejected", "expired", "cleared", "lost", "pending"]
    if counts["accepted"]?.intValue != ends.reduce(0, { $0 + (counts[$1]?.intValue ?? 0) }) {
      tally.problems.append("the counters do not add up: \(counts.text)")
    }
    tally.problems += bridge.log.problems
    try await bridge.crash()
    return tally
  }

  /// Damages the data directory. `at` is an offset into the concatenation of all segments.
  private func harm(_ data: String, _ damage: DamageCampaignTests.Damage) throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: data)
      .filter { $0.hasSuffix(".log") }.sorted().map { data + "/" + $0 }
    switch damage {
    case .cut(let place):
      let newest = files[files.count - 1]
      let size = try Data(contentsOf: URL(fileURLWithPath: newest)).count
      guard truncate(newest, off_t(Double(size) * place)) == 0 else {
        throw Overdue("truncate: errno \(errno)")
      }
    case .flip(let place, let bit):
      let contents = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      var offset = Int(place * Double(contents.reduce(0) { $0 + $1.count }))
      for (file, bytes) in zip(files, contents) {
        if offset < bytes.count {
          var harmed = bytes
          harmed[offset] ^= UInt8(1 << bit)
          return try harmed.write(to: URL(fileURLWithPath: file))
        }
        offset -= bytes.count
      }
    }
  }
}
