import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Tests of every input at its bound and one byte beyond: answers are legal, no stored, sent or printed text
/// is over its bound, and a restart finds everything.
@Suite(.timeLimit(.minutes(60))) struct SizeCampaignTests {
  private struct Round: Sendable, CustomStringConvertible {
    let place: SchemaPlace
    let filling: Filling
    let bytes: Int

    var description: String { "\(place): \(filling), \(bytes) bytes" }
  }

  /// The bounds of texts from a host: of a push token, an event, a stored value, a record, a string.
  private static let sizes = [
    4096, 4097, 65_530, 65_536, 65_537, 250_000, 262_144, 262_145, 300_000, 524_286, 524_288,
    524_289, 900_000,
  ]

  @Test("a value of any length, at any place of any method, is accepted or refused")
  func parameters() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let limits = quickRetries + ["--log-level", "debug", "--limit", "callbackSeconds=0.05"]
    try await withBridge(limits, in: directory) { bridge in
      let host = try await CampaignHost(bridge, url)
      let rounds = host.inputs.places.flatMap { place in
        Filling.all.filter { $0.fits(place.kind) }.flatMap { filling in
          Self.sizes.map { Round(place: place, filling: filling, bytes: $0) }
        }
      }
      #expect(rounds.count > 10_000)
      // Texts that are stored for long come first, in each run.
      let first = rounds.filter {
        $0.place.method.contains("Token") && $0.filling.name == "a plain text"
          && [4097, 300_000].contains($0.bytes)
      }
      let growth = try bridge.vitals
      let budget = CampaignLength.budget(short: 60, quick: 7, long: 1800)
      for (budget, rounds) in [(CampaignBudget.all, first), (budget, rounds)] {
        let tally = await Campaign(name: "sizes", budget: budget, lanes: 1).play(rounds) {
          try await Self.play($1, host, simulator)
        }
        #expect(tally.problems == [])
      }
      #expect(try await SizeBounds.problems(inEventsOf: host.wire) == [])
      #expect(SizeBounds.problems(inLog: bridge.errorText) == [])
      let after = try bridge.vitals
      #expect(
        after.residentKiB - growth.residentKiB < SizeBounds.growthKilobytes, "\(growth), \(after)")
      try await Self.drain(host.wire)
      try await stop(bridge)
    }
    let check = RestartCheck(directory: directory, arguments: quickRetries)
    #expect(try await check.problems { simulator.requests().last?.index ?? 0 } == [])
  }

  private static func play(
    _ round: Round, _ host: CampaignHost, _ simulator: Simulator
  ) async throws -> CampaignTally {
    var tally = CampaignTally(iterations: 1)
    let text = round.filling.text(round.bytes, 1)
    let parameters = host.inputs.parameters(for: round.place, holding: "@@").text
      .replacingOccurrences(of: #""@@""#, with: text)
    let id = "size-\(UUID().uuidString)"
    try host.wire.send(
      #"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(round.place.method)","params":\#(parameters)}"#)
    do {
      _ = try await host.wire.answer(to: .string(id), within: .seconds(20))
      tally.acknowledged = 1
    } catch is WireConnection.Refused {
      return tally
    }
    let token = try await host.wire.call("getPushToken")["token"]?.stringValue?.utf8.count ?? 0
    if token > SizeBounds.pushToken { tally.problems.append("a push token of \(token) bytes") }
    try await host.begin()
    // The simulator accepts inputs that a platform might not; if it does not, the job ends as rejected.
    try await drain(host.wire)
    return tally
  }

  private static func drain(_ host: WireConnection) async throws {
    try await eventually("all jobs have ended") {
      try await host.call("outbox.flush")
      return try await host.call("bridge.stats")["outbox"]?["pending"] == 0
    }
  }

  private struct Answer: Sendable, CustomStringConvertible {
    let name: String
    let status: Int
    let headers: [String]
    /// Makes the body: of thousands of answers, each short run sends a few.
    let body: @Sendable () -> [UInt8]

    var description: String { "\(status), \(name)" }
  }

  /// The bounds that an answer of the platform meets: of a stored text, an event, a record, `responseBytes`.
  private static let answerSizes = [4096, 4097, 65_536, 262_144, 900_000, 1_048_400, 1_048_576]

  private static var answers: [Answer] {
    let frames = [
      #"{"error":7,"error_text":@}"#, #"{"error":0,"profile":{"id":@,"status":@}}"#,
      #"{"profile":{"subscription":{"fields":@,"cats":@}}}"#,
      #"{"profile":{"subscription":{"fields":{"f":@},"cats":[{"name":@},{"name":@}]}}}"#,
      #"{"profile":{"subscription":{"subscription_id":@,"hash_id":@,"provider":@}}}"#, "@",
    ]
    var bodies: [Answer] = []
    var largest: [Answer] = []
    for frame in frames {
      let parts = frame.split(separator: "@", omittingEmptySubsequences: false).count - 1
      for filling in Filling.all {
        for bytes in answerSizes {
          let body = { @Sendable in
            let text = filling.text(max(1, (bytes - frame.utf8.count) / parts), 1)
            return Array(frame.replacingOccurrences(of: "@", with: text).utf8)
          }
          let name = "\(frame), \(filling), \(bytes) bytes"
          for status in [200, 400] {
            let answer = Answer(name: name, status: status, headers: [], body: body)
            bodies.append(answer)
            let isText = filling.kind == .text && frame == frames[0]
            if isText, bytes == 4097 || bytes > 250_000 { largest.append(answer) }
          }
        }
      }
    }
    // The longest texts, and some of the others.
    if CampaignLength.isShort {
      bodies =
        Array(CampaignLength.shuffled(largest).prefix(12))
        + CampaignLength.shuffled(bodies).prefix(12)
    } else if !CampaignLength.isLong {
      bodies = largest + bodies.shuffled().prefix(24)
    }
    return bodies + headers
  }

  private static var headers: [Answer] {
    var answers: [Answer] = []
    for bytes in [4096, 16_384, 61_440] {
      let all = [
        ["X-Long: " + String(repeating: "x", count: bytes)],
        (0..<bytes / 16).map { "X-\($0): y" },
        ["Retry-After: " + String(repeating: "9", count: bytes)],
      ]
      for headers in all {
        for status in [200, 400] {
          answers.append(
            Answer(name: "headers of \(bytes) bytes", status: status, headers: headers) {
              Array("{}".utf8)
            })
        }
      }
    }
    return answers
  }

  /// A text over 260 KB could not be stored as the completion of its job, which was sent again at each
  /// restart (finding 3). Kept as trees, 200 answers of 1 MiB took 3.2 GB (finding 4).
  @Test("an answer of the platform of any length is stored within bounds, and its job is final")
  func platformAnswers() async throws {
    let next = Mutex(FaultyHTTPServer.Behaviour.answer(status: 200))
    let requests = Atomic(0)
    let server = FaultyHTTPServer { _ in
      requests.wrappingAdd(1, ordering: .relaxed)
      return next.withLock { $0 }
    }
    let directory = TemporaryDirectory()
    let arguments = quickRetries + ["--log-level", "debug"]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.storeToken(server.url(""))
      try await host.call("events.subscribe")
      let before = try bridge.vitals
      var problems: Set<String> = []
      let answers = Self.answers
      for answer in answers {
        next.withLock {
          $0 = .answer(status: answer.status, headers: answer.headers, body: answer.body())
        }
        let result = try await host.call("pushSubscribe", ["wait": "outcome"])
        let id = result["requestId"] ?? .null
        let job = try await host.call("outbox.get", ["requestId": id])
        if job.bytes.count > SizeBounds.job {
          problems.insert("\(answer): a job of \(job.bytes.count) bytes")
        }
        if !["delivered", "rejected"].contains(job.state) {
          problems.insert("\(answer): \(job.text.prefix(200))")
        }
        for value in [result["outcome"], job["outcome"], job["lastError"]] {
          for problem in SizeBounds.problems(inAnswer: value) {
            problems.insert("\(answer): \(problem)")
          }
        }
      }
      report("campaign: sizes of answers: \(answers.count), problems \(problems.count)")
      #expect(problems.sorted().prefix(10) == [])
      let inEvents = try await SizeBounds.problems(inEventsOf: host)
      #expect(inEvents.prefix(5) == [])
      #expect(SizeBounds.problems(inLog: bridge.errorText).prefix(5) == [])
      let after = try bridge.vitals
      #expect(
        after.residentKiB - before.residentKiB < SizeBounds.growthKilobytes, "\(before), \(after)")
      next.withLock { $0 = .answer(status: 200) }
      try await stop(bridge)
    }
    let check = RestartCheck(directory: directory, arguments: quickRetries)
    #expect(try await check.problems { requests.load(ordering: .relaxed) } == [])
  }

  @Test("a flag, a variable and a file of any length are accepted or refused")
  func environment() async throws {
    let place = TemporaryDirectory()
    // The kernel accepts arguments and variables of up to 128 KiB.
    for bytes in [1024, 1025, 100_000] {
      let long = String(repeating: "x", count: bytes)
      let flags = [
        "--app-group", "--data-dir", "--socket", "--listen", "--config", "--durability", "--limit",
        "--log-level", "--parent-pid", "--trace-wire", "--record", "--no-such-flag",
      ]
      var cases = flags.map { (["serve", $0, long], [String: String]()) }
      cases += flags.map { flag in
        let name = flag.dropFirst(2).uppercased().replacingOccurrences(of: "-", with: "_")
        return (["serve"], ["ALTCRAFT_BRIDGE_\(name)": long])
      }
      cases += [
        (["serve", "--limit", "depth=1" + long], [:]), (["serve", "--limit", long + "=1"], [:]),
        (["call", long], [:]), (["call", "bridge.ping", long], [:]), ([long], [:]),
        (["call", "bridge.ping", "\(long)=1"], [:]), (["help", long], [:]),
        (["outbox", "list", "/" + long], [:]), (["schema", "--format", long], [:]),
      ]
      for (words, variables) in cases {
        // Each case has its own directory: a temporary bridge of `call` may hold the last one a little
        // longer.
        let home = TemporaryDirectory()
        let bridge = try ServiceProcess(
          words, in: place,
          environment: ["XDG_STATE_HOME": home.path].merging(variables) { $1 }, log: WireLog(nil))
        bridge.stdio.endOutput()
        let problems = try await bridge.problemsOfCommand()
        let shown = "\(words.map { $0.prefix(30) }) \(variables.keys)"
        #expect(problems == [], "\(bytes) bytes: \(shown)")
        // A refusal may repeat the value, but only once.
        #expect(bridge.errorText.utf8.count < 2 * bytes + SizeBounds.logLine, "\(shown)")
      }
    }
    for bytes in [4 << 20, (4 << 20) + 1] {
      let file = place.path + "/settings.json"
      let padding = String(repeating: " ", count: bytes - 2)
      try Data("{\(padding)}".utf8).write(to: URL(fileURLWithPath: file))
      let bridge = try ServiceProcess(serving: ["--config", file], log: WireLog(nil))
      bridge.stdio.endOutput()
      #expect(try await bridge.problemsOfCommand() == [])
    }
  }
}

extension ServiceProcess {
  /// Returns the problems of a command whose input has ended: it was killed by a signal, or does not exit.
  fileprivate func problemsOfCommand() async throws -> [String] {
    // A service on a socket ends only by a signal.
    try await eventually("it ends or is ready") {
      ending != nil || errorText.contains(#"{"ready""#)
    }
    return try await problemsAtStop(allowing: [0, 1, 64, 69, 78])
  }
}
