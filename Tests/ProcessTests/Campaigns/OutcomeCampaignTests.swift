import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that a host that stores the number of the last outcome it has dealt with misses none and repeats none,
/// whichever side is killed. The seeded form has a few rounds; `Tests/campaign long outcomes` has 1,000.
@Suite(.serialized) struct OutcomeCampaignTests {
  @Test("outcomes come once, in order and without an unreported hole over kills of both sides")
  func campaign() async throws {
    let rounds = CampaignLength.isLong ? 1000 : CampaignLength.isShort ? 6 : 60
    let simulator = try platform().simulator
    defer { simulator.stop() }
    var reader = OutcomeHost(seed: CampaignLength.isShort ? 9 : UInt64.random(in: 0...(.max)))
    let directory = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", directory.path + "/run/s", "--limit", "segmentBytes=65536",
      "--limit", "recordBytes=16384",
    ]
    var count = 0
    for round in 0..<rounds {
      let bridge = try ServiceProcess(serving: arguments + quickRetries, in: directory)
      try await bridge.ready()
      try await bridge.stdio.storeToken(simulator.url)
      for _ in 0..<2 {
        // The reader dies with some of the outcomes unread.
        let host = try await bridge.connectUnix()
        try await reader.subscribe(host)
        for _ in 0..<Int(reader.random.next() % 12) {
          count += 1
          _ = try? bridge.stdio.begin(
            "mobileEvent",
            ["sid": "1", "eventName": "e", "requestId": .string("o-\(count)")])
        }
        if reader.random.next() % 8 == 0 { _ = try? bridge.stdio.begin("clear", [:]) }
        try await Task.sleep(for: .microseconds(Int(reader.random.next() % 100_000)))
        reader.read(host)
        host.abandon()
      }
      bridge.send(signal: SIGKILL)
      try await bridge.waitForExit()
      if rounds > 20, round % 20 == 0 {
        report("campaign-progress: outcomes: round \(round), \(reader.seen.count) outcomes")
      }
    }

    let bridge = try ServiceProcess(serving: arguments + quickRetries, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(simulator.url)
    try await eventually("all has ended", within: testTimeout * 5) {
      try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    let host = try await bridge.connectUnix()
    try await reader.subscribe(host)
    let last = try await bridge.stdio.call("outcomes.list", ["after": 0, "limit": 1])["last"]?
      .intValue
    try await eventually("all is read", within: testTimeout * 5) {
      let news = host.messages.compactMap { $0["params"]?["outcome"]?.intValue }
      return last == reader.position || news.last == last
    }
    reader.readAll(host)
    // The log and the reader agree on each number.
    var after = 0
    repeat {
      let page = try await bridge.stdio.call(
        "outcomes.list", ["after": .int(after), "limit": 1000])
      for end in page["outcomes"]?.arrayValue ?? [] {
        let number = end["outcome"]?.intValue ?? 0
        #expect(reader.seen[number] == end["requestId"]?.stringValue, "\(number)")
      }
      after = page["next"]?.intValue ?? .max
    } while after < last ?? 0
    report(
      "campaign: outcomes: \(rounds) rounds, \(reader.seen.count) outcomes, \(reader.gaps) in gaps")
    #expect(reader.problems == [])
    #expect(reader.gaps == 0 || CampaignLength.isLong)
    #expect(reader.position == last)
    try await bridge.crash()
  }
}

/// A host that stores the number of the last outcome it has dealt with.
private struct OutcomeHost {
  var random: SeededNumbers
  private(set) var position = 0
  private(set) var seen: [Int: String] = [:]
  private(set) var gaps = 0
  private(set) var problems: [String] = []

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  func subscribe(_ host: WireConnection) async throws {
    try await host.call("outcomes.subscribe", ["after": .int(position)])
  }

  /// Deals with some of the messages; the rest is lost with the reader.
  mutating func read(_ host: WireConnection) {
    let news = host.messages.filter { $0["method"] != nil }
    for message in news.prefix(Int(random.next() % UInt64(news.count + 1))) { take(message) }
  }

  mutating func readAll(_ host: WireConnection) {
    for message in host.messages { take(message) }
  }

  private mutating func take(_ message: JSON) {
    let parameters = message["params"]
    if message["method"] == "outcomes.gap" {
      let (from, to) = (parameters?["from"]?.intValue ?? 0, parameters?["to"]?.intValue ?? 0)
      if from != position + 1 || to < from {
        problems.append("gap \(from)-\(to) after \(position)")
      }
      gaps += to - from + 1
      position = to
    } else if message["method"] == "outcome", let number = parameters?["outcome"]?.intValue {
      if number != position + 1 { problems.append("\(number) after \(position)") }
      position = number
      seen[number] = parameters?["requestId"]?.stringValue
    }
  }
}
