import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests of numbers from the command line, the environment, files and the platform. Each is accepted or
/// refused; none ends the process by a signal, stops it or keeps it busy.
@Suite(.timeLimit(.minutes(60))) struct NumberSourceTests {
  private let place = TemporaryDirectory()
  private var file: String { place.path + "/config.json" }

  /// Status 78 means an unusable file, 64 an invalid flag or variable.
  private static let refusals: Set<Int32> = [0, 64, 78]

  private func limitNames() async throws -> [String] {
    let bridge = try ServiceProcess(serving: [])
    let limits = try await bridge.stdio.call("bridge.info")["limits"]?.objectValue?.keys ?? []
    try await stop(bridge)
    return limits
  }

  private static func text(of limits: [String], _ value: String) -> String {
    let members = limits.map { JSONObject.Member(key: $0, value: OddNumbers.number(value)) }
    return JSON.object(["limit": .object(JSONObject(members))]).text
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  /// Returns the limits that the file may set to the value: a refusal names all others.
  private func accepted(_ limits: [String], _ value: String) async throws -> [String] {
    try write(Self.text(of: limits, value))
    let bridge = try ServiceProcess(serving: ["--config", file])
    try await eventually("it starts or ends") {
      bridge.ending != nil || bridge.errorText.contains("\n")
    }
    bridge.send(signal: SIGTERM)
    guard try await bridge.waitForExit() == .exited(78) else { return limits }
    return limits.filter { !bridge.errorText.contains("limit.\($0):") }
  }

  /// A limit of 1e30 seconds made the start, and the next reload of the file, trap (finding 17).
  @Test("all limits that accept a value accept it together, at the start and by SIGHUP")
  func limitsTogether() async throws {
    let names = try await limitNames()
    #expect(names.count > 20)
    for value in OddNumbers.played {
      let taken = try await accepted(names, value)
      try write(Self.text(of: taken, value))
      let started = try ServiceProcess(serving: ["--config", file])
      try await eventually("it starts or ends") {
        started.ending != nil || started.errorText.contains("\n")
      }
      #expect(try await started.problemsAtStop(allowing: Self.refusals) == [], "\(value) \(taken)")

      try write("{}")
      let running = try ServiceProcess(serving: ["--config", file])
      try await running.ready()
      for text in [Self.text(of: taken, value), Self.text(of: names, value)] {
        try write(text)
        let length = running.errorText.utf8.count
        running.send(signal: SIGHUP)
        try await eventually("the log reports the outcome") {
          running.ending != nil || running.errorText.utf8.count > length
        }
      }
      #expect(try await running.problemsAtStop() == [], "SIGHUP, \(value) \(taken)")
    }
  }

  private struct LimitRound: Sendable, CustomStringConvertible {
    enum Source: String, CaseIterable { case flag, environment, file, hangup }

    let name: String
    let value: String
    let source: Source

    var description: String { "\(name)=\(value) by \(source.rawValue)" }
  }

  @Test("a limit of any value, from any source, is refused or applies to the jobs")
  func limits() async throws {
    let rounds = try await limitNames().flatMap { name in
      OddNumbers.texts.flatMap { value in
        LimitRound.Source.allCases.map { LimitRound(name: name, value: value, source: $0) }
      }
    }
    // Times are converted to instants and pauses; these code paths come first, in each run.
    let first = rounds.filter {
      $0.name.hasSuffix("Seconds") && $0.source == .flag && ["1e-9", "1e308"].contains($0.value)
    }
    let budget = CampaignLength.budget(short: 16, quick: 3, long: 1200)
    for (budget, rounds) in [(CampaignBudget.all, first), (budget, rounds)] {
      let tally = await Campaign(name: "limits", budget: budget, lanes: 2).play(rounds) {
        try await Self.play($1)
      }
      #expect(tally.problems == [])
    }
  }

  private static func play(_ round: LimitRound) async throws -> CampaignTally {
    var tally = CampaignTally(iterations: 1)
    let place = TemporaryDirectory()
    let file = place.path + "/config.json"
    let setting = "\(round.name)=\(round.value)"
    var arguments = ["serve", "--data-dir", place.path + "/data", "--config", file]
    var environment: [String: String] = [:]
    var text = "{}"
    switch round.source {
    case .flag: arguments += ["--limit", setting]
    case .environment: environment["ALTCRAFT_BRIDGE_LIMIT"] = setting
    case .file: text = Self.text(of: [round.name], round.value)
    case .hangup: break
    }
    // The answer `outboxFull` contains a computed time too.
    if round.name != "outboxRecords" { arguments += ["--limit", "outboxRecords=2"] }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let bridge = try ServiceProcess(
      arguments, in: place, environment: environment, log: WireLog(nil))
    guard (try? await bridge.ready()) != nil else {
      tally.problems = try await bridge.problemsAtStop(allowing: refusals.subtracting([0]))
      return tally
    }
    tally.acknowledged = 1
    if round.source == .hangup {
      try Data(Self.text(of: [round.name], round.value).utf8).write(to: URL(fileURLWithPath: file))
      let length = bridge.errorText.utf8.count
      bridge.send(signal: SIGHUP)
      try await eventually("the log reports the outcome") {
        bridge.ending != nil || bridge.errorText.utf8.count > length
      }
    }
    // With most of these limits some call is refused; with some, none is answered.
    do {
      try bridge.stdio.begin(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try bridge.stdio.begin("setFCMTokenProvider", ["provider": "callback"])
      try bridge.stdio.begin("events.subscribe")
      for _ in 1...3 { try bridge.stdio.begin("mobileEvent", ["sid": "p", "eventName": "e"]) }
      try bridge.stdio.begin("pushSubscribe")
      try bridge.stdio.begin("outbox.flush")
      try bridge.stdio.begin("bridge.ping")
    } catch {}
    tally.problems = try await bridge.problemsAtStop()
    return tally
  }

  @Test("a number for a flag is accepted or refused")
  func flags() async throws {
    let place = place
    let rounds = OddNumbers.played.flatMap { value in
      [
        ["serve", "--parent-pid", value], ["serve", "--parent-pid=\(value)"],
        ["serve", "--stdio", "--listen", "127.0.0.1:\(value)"],
        ["platform", "--listen", "127.0.0.1:\(value)"],
        ["events", "--since", value], ["events", "--since=\(value)", "--codes", value],
        ["call", "bridge.ping", "--connect", "127.0.0.1:\(value)"],
        ["call", "events.list", "limit=\(value)"],
        ["call", "events.list", #"{"since":\#(value)}"#],
      ]
    }
    let tally = await Campaign(name: "flags", budget: .all, lanes: 3).play(rounds) {
      lane, words in
      let bridge = try ServiceProcess(
        words, in: place, environment: ["XDG_STATE_HOME": "\(place.path)/\(lane)"],
        log: WireLog(nil))
      bridge.stdio.endOutput()
      var tally = CampaignTally(iterations: 1)
      // A refused call exits with 1, a port without a listener with 69, one that is taken or forbidden with
      // 78.
      let statuses: Set<Int32> = [0, 1, 64, 69, 78]
      if words[0] == "call" {
        let end = try await bridge.waitForExit()
        if !statuses.contains(where: { end == .exited($0) }) { tally.problems = ["\(end)"] }
        return tally
      }
      try await eventually("it ends, or has started and waits") {
        if bridge.ending != nil || bridge.errorText.contains(#"{"ready""#) { return true }
        // Only a service has a line that reports that it is ready.
        guard words[0] == "events" else { return false }
        return try await bridge.comesToRest() && processorTime(of: bridge.pid) > .milliseconds(5)
      }
      tally.problems = try await bridge.problemsAtStop(allowing: statuses)
      return tally
    }
    #expect(tally.problems == [])
  }

  @Test("a number of a stored file is read, or the file is refused or moved to quarantine")
  func storedFiles() async throws {
    let bridge = try ServiceProcess(serving: [], in: place)
    let retry: JSON = ["firstSeconds": 1, "maxSeconds": 2, "totalSeconds": 100]
    try await bridge.stdio.call(
      "initialization",
      ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r", "retry": retry]])
    try await bridge.stdio.call(
      "setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": ["n": 1]])
    try await stop(bridge)
    let stored = bridge.dataDirectory + "/g-default/config.json"
    let contents = try Data(contentsOf: URL(fileURLWithPath: stored))
    let value = try JSONParser.parse(Array(contents)).value

    let numbers =
      CampaignLength.isLong ? OddNumbers.texts : ["-1", "1e-9", "1e19", "1e308", "1e400"]
    for text in numbers {
      for changed in value.replacing(onlyNumbers: true, with: OddNumbers.number(text)) {
        try Data(changed.bytes).write(to: URL(fileURLWithPath: stored))
        let bridge = try ServiceProcess(serving: [], in: place)
        if (try? await bridge.ready()) != nil {
          _ = try? await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
          try await bridge.stdio.call("bridge.stats")
        }
        let problems = try await bridge.problemsAtStop(allowing: [0, 78])
        #expect(problems == [], "\(changed.text)")
      }
    }
  }

  /// The latest time to which a `Retry-After` may postpone the next attempt: an hour, plus some time for this
  /// test.
  private static let longestPause: TimeInterval = 3600 + 600

  @Test("a number in an answer of the platform affects only its own purpose")
  func answers() async throws {
    let next = Mutex(FaultyHTTPServer.Behaviour.answer(status: 200))
    let server = FaultyHTTPServer { _ in next.withLock { $0 } }
    let limits = quickRetries + ["--limit", "attemptSeconds=0.5"]
    try await withBridge(limits) { bridge in
      let wire = bridge.stdio
      try await wire.storeToken(server.url(""))
      for text in OddNumbers.played {
        let subscription =
          #"{"subscription_id":\#(text),"hash_id":\#(text),"fields":{"n":\#(text)},"cats":[\#(text),{"name":\#(text)}]}"#
        let body =
          #"{"error":\#(text),"error_text":\#(text),"profile":{"id":\#(text),"subscription":\#(subscription)}}"#
        let all: [FaultyHTTPServer.Behaviour] = [
          .answer(status: 503, headers: ["Retry-After: \(text)"]),
          .answer(status: 503, headers: ["Retry-After: \(text)", "Retry-After: 1"]),
          .answer(status: 200, body: Array(body.utf8)),
          .answer(status: 400, body: Array(body.utf8)),
          .answer(status: 200, body: Array(text.utf8)),
          .raw("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\n{}"),
          .raw("HTTP/1.1 \(text) OK\r\nContent-Length: 2\r\n\r\n{}"),
        ]
        for behaviour in all {
          next.withLock { $0 = behaviour }
          let id = try await wire.call("pushSubscribe")["requestId"] ?? ""
          var job = JSON.null
          try await eventually("\(text): an attempt is over, after \(behaviour)") {
            job = try await wire.call("outbox.get", ["requestId": id])
            return job.state != "pending" || job["lastError"]?.objectValue != nil
          }
          if let time = job["nextAttemptAt"]?.stringValue {
            let pause = try Date(time, strategy: .iso8601WithMilliseconds).timeIntervalSinceNow
            #expect(pause < Self.longestPause, "\(text): \(behaviour): \(time)")
          }
          next.withLock { $0 = .answer(status: 200) }
          try await eventually("\(text): it ends after \(behaviour)") {
            try await wire.call("outbox.flush")
            return try await wire.call("bridge.stats")["outbox"]?["pending"] == 0
          }
        }
      }
      #expect(try await bridge.comesToRest())
    }
  }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithMilliseconds: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
