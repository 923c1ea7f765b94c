import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that a host that stores the number of the last outcome it has dealt with misses none and repeats none,
/// whichever side is killed. The host is a process, `Tests/outcome-reader`. The seeded form has a few rounds;
/// `Tests/campaign long outcomes` has 1,000.
@Suite(
  .timeLimit(.minutes(90)),
  .enabled(if: (try? FinishedCommand("/usr/bin/env", ["python3", "--version"]))?.status == 0))
struct OutcomeCampaignTests {
  @Test("outcomes come once, in order and without an unreported hole over kills of both sides")
  func campaign() async throws {
    let rounds = CampaignLength.isLong ? 1000 : CampaignLength.isShort ? 6 : 60
    let simulator = try platform().simulator
    defer { simulator.stop() }
    var random = SeededNumbers(seed: CampaignLength.isShort ? 9 : UInt64.random(in: 0...(.max)))
    func some(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let directory = TemporaryDirectory()
    let reader = OutcomeReader(directory.path)
    let arguments = [
      "--stdio", "--socket", reader.socket, "--limit", "segmentBytes=65536",
      "--limit", "recordBytes=16384",
    ]
    var host = OutcomeHost()
    for round in 0..<rounds {
      let bridge = try ServiceProcess(serving: arguments + quickRetries, in: directory)
      try await bridge.ready()
      try await bridge.stdio.storeToken(simulator.url)
      try simulator.script([ScriptRule(times: 1 + some(3), fault: .status(400))])
      for _ in 0..<2 {
        // The reader is killed while it starts, while it reads, or after it has read all.
        let process = try reader.start()
        host.accept(some(12), bridge.stdio)
        switch some(8) {
        case 0: _ = try? bridge.stdio.begin("clear", [:])
        case 1, 2: try await host.retry(bridge.stdio)
        case 3: try await host.discard(bridge.stdio)
        default: break
        }
        try await Task.sleep(for: .milliseconds(some(CampaignLength.isShort ? 500 : 1000)))
        process.send(signal: SIGKILL)
        process.wait()
      }
      bridge.send(signal: SIGKILL)
      try await bridge.waitForExit()
      host.collect(bridge.stdio)
      if rounds > 20, round % 20 == 0 {
        report("campaign-progress: outcomes: round \(round), \(host.acknowledged.count) jobs")
      }
    }

    let bridge = try ServiceProcess(serving: arguments + quickRetries, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(simulator.url)
    try await eventually("all has ended", within: testTimeout * 5) {
      try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    let process = try reader.start()
    let last = try await OutcomeHost.last(bridge.stdio)
    try await eventually("all is read", within: testTimeout * 5) {
      reader.lines.last?.to == last
    }
    process.send(signal: SIGKILL)
    process.wait()
    let kept = try await OutcomeHost.kept(bridge.stdio, last)
    try check(reader.lines, host, kept)
    let gaps = reader.lines.filter(\.isGap).reduce(0) { $0 + $1.to - $1.from + 1 }
    report(
      "campaign: outcomes: \(rounds) rounds, \(host.acknowledged.count) acknowledged jobs, \(last) ends, "
        + "\(host.retried) retried, \(host.discarded) discarded, \(gaps) in gaps")
    #expect(!host.acknowledged.isEmpty)
    try await bridge.crash()
  }

  /// Checks the lines of the reader: numbers without a hole, only gaps with a cause, and all jobs.
  private func check(
    _ lines: [OutcomeReader.Line], _ host: OutcomeHost, _ kept: [Int: String]
  ) throws {
    var position = 0
    var seen: [Int: String] = [:]
    for line in lines {
      #expect(line.from == position + 1 && line.to >= line.from, "\(line) after \(position)")
      position = line.to
      guard line.isGap else {
        seen[line.from] = line.id
        continue
      }
      // Only old ends, and those of jobs that were retried since, are not kept.
      for number in line.from...line.to where number >= line.first {
        #expect(host.retriable.contains(number), "gap \(line), kept from \(line.first)")
        #expect(kept[number] == nil, "gap \(line), and \(number) is kept")
      }
    }
    for (number, id) in kept { #expect(seen[number] == id, "\(number)") }
    let missing = host.acknowledged.subtracting(seen.values)
    #expect(missing.isEmpty, "acknowledged jobs without an outcome")
  }
}

/// The process that reads outcomes, and the lines it has written.
private struct OutcomeReader {
  struct Line {
    let from: Int
    let to: Int
    /// The id of the job, or of a gap the oldest number that is kept.
    let id: String

    var isGap: Bool { Int(id) != nil }
    var first: Int { Int(id) ?? 0 }
  }

  private static let program =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/outcome-reader"
  let socket: String
  private let file: String

  init(_ directory: String) {
    socket = directory + "/run/s"
    file = directory + "/outcomes"
  }

  func start() throws -> SpawnedProcess {
    try SpawnedProcess(
      "/usr/bin/env", ["python3", "-B", Self.program, socket, file], output: .null, errors: .null)
  }

  var lines: [Line] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return Line(from: Int(words[0]) ?? 0, to: Int(words[1]) ?? 0, id: String(words[2]))
    }
  }
}

/// The host that makes jobs, and retries and discards some.
private struct OutcomeHost {
  private var count = 0
  private var calls: [(call: JSON, id: String)] = []
  private(set) var acknowledged: Set<String> = []
  /// The ends of jobs that may have been retried.
  private(set) var retriable: Set<Int> = []
  private(set) var retried = 0
  private(set) var discarded = 0

  mutating func accept(_ jobs: Int, _ bridge: WireConnection) {
    for _ in 0..<jobs {
      count += 1
      let id = "o-\(count)"
      let parameters: JSON = ["sid": "1", "eventName": "e", "requestId": .string(id)]
      if let call = try? bridge.begin("mobileEvent", parameters) { calls.append((call, id)) }
    }
  }

  /// Notes the jobs that the bridge acknowledged before it was killed.
  mutating func collect(_ bridge: WireConnection) {
    for (call, id) in calls {
      let answer = bridge.messages.first { $0["id"] == call }
      if answer?["result"]?["requestId"] == .string(id) { acknowledged.insert(id) }
    }
    calls = []
  }

  /// Retries all rejected jobs. Those that end during the call may be among them.
  mutating func retry(_ bridge: WireConnection) async throws {
    let before = try await Self.last(bridge)
    retriable.formUnion(try await Self.kept(bridge, before, ["state": ["rejected"]]).keys)
    retried += try await Self.change("outbox.retry", ["state": "rejected"], bridge)
    retriable.formUnion(before..<(try await Self.last(bridge) + 1))
  }

  mutating func discard(_ bridge: WireConnection) async throws {
    discarded += try await Self.change("outbox.discard", ["method": ["mobileEvent"]], bridge)
  }

  /// Changes jobs by a filter, after a trial that changes none. A refusal, as after `clear`, changes none.
  private static func change(
    _ method: String, _ filter: JSON, _ bridge: WireConnection
  ) async throws -> Int {
    do {
      let trial = try await bridge.call(method, ["filter": filter, "dryRun": true])
      #expect(trial["done"] == 0)
      let changes = try await bridge.call(method, ["filter": filter])
      return changes["done"]?.intValue ?? 0
    } catch is WireConnection.Refused {
      return 0
    }
  }

  static func last(_ bridge: WireConnection) async throws -> Int {
    try await bridge.call("outcomes.list", ["after": 0, "limit": 1])["last"]?.intValue ?? 0
  }

  /// Returns the ids of the jobs whose ends are kept, by their numbers.
  static func kept(
    _ bridge: WireConnection, _ last: Int, _ choice: JSONObject = [:]
  ) async throws -> [Int: String] {
    var kept: [Int: String] = [:]
    var after = 0
    while after < last {
      var parameters = choice
      parameters["after"] = .int(after)
      parameters["limit"] = 1000
      let page = try await bridge.call("outcomes.list", .object(parameters))
      for end in page["outcomes"]?.arrayValue ?? [] {
        kept[end["outcome"]?.intValue ?? 0] = end["requestId"]?.stringValue
      }
      after = page["next"]?.intValue ?? .max
    }
    return kept
  }
}
