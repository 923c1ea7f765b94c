import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests of input of every shape, at 1, 10 and 100 % of the limits: the cost per byte is about the same in
/// all of them.
@Suite(.timeLimit(.minutes(90))) struct WorkCampaignTests {
  private static let ping = #"{"jsonrpc":"2.0","id":"the-last","method":"bridge.ping"}"#

  /// The length of the longest input: nearly `frameBytes`, less in the shorter forms.
  private static let longest = CampaignLength.isLong ? 900_000.0 : 100_000

  private static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  /// Bytes for a connection, of about the requested length. Those of a message end with a newline.
  private struct Stream: Sendable, CustomStringConvertible {
    let name: String
    var hasHeaders = false
    let bytes: @Sendable (_ length: Int, _ share: Double) -> String

    var description: String { name }

    static func line(
      _ name: String, _ text: @escaping @Sendable (_ length: Int, _ share: Double) -> String
    ) -> Stream {
      Stream(name: name) { text($0, $1) + "\n" }
    }

    /// Makes a line. `parts` divides the length, where each unit is answered by a separate error.
    static func line(
      _ name: String, repeating unit: String, in frame: String = "@", parts: Int = 1
    ) -> Stream {
      line(name) { length, _ in
        let unit = String(repeating: unit, count: max(1, length / parts / unit.utf8.count))
        return frame.replacingOccurrences(of: "@", with: unit)
      }
    }
  }

  /// Streams that need no method: they are parsed before the connection is authenticated.
  private static let streams: [Stream] = [
    .line("empty lines", repeating: "\n"), .line("empty lines with returns", repeating: "\r\n"),
    .line("spaces", repeating: " "), .line("no JSON", repeating: "x"),
    .line("open lists", repeating: "["), .line("open objects", repeating: #"{"a":"#),
    .line("an open text", repeating: "x", in: #"{"a":"@"#),
    .line("no UTF-8", repeating: "\u{0}"), .line("minus signs", repeating: "-"),
    .line("many objects", repeating: "{}\n", parts: 16),
    .line("many lists", repeating: "[]\n", parts: 16),
    .line("many objects in a line", repeating: "{}", parts: 16),
    .line("many numbers", repeating: "1\n", parts: 16),
    .line(
      "many pings", repeating: #"{"jsonrpc":"2.0","method":"bridge.ping"}"# + "\n", parts: 4),
    .line(
      "many unknown notifications", repeating: #"{"jsonrpc":"2.0","method":"x.y"}"# + "\n",
      parts: 16),
    .line(
      "many responses", repeating: #"{"jsonrpc":"2.0","id":"x","result":1}"# + "\n", parts: 4),
    .line("a batch of numbers", repeating: "1,", in: "[@1]"),
    .line("a batch of lists", repeating: "[],", in: "[@[]]"),
    .line(
      "a batch of notifications", repeating: #"{"jsonrpc":"2.0","method":"bridge.ping"},"#,
      in: "[@1]"),
    .line(
      "a batch of calls", repeating: #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"},"#,
      in: "[@1]"),
    .line("a long method", repeating: "x", in: #"{"jsonrpc":"2.0","id":1,"method":"@"}"#),
    .line(
      "a long method that is nearly one", repeating: "pushSubscribe",
      in: #"{"jsonrpc":"2.0","id":1,"method":"@"}"#),
    .line(
      "a long method of escapes", repeating: #"\u0062"#,
      in: #"{"jsonrpc":"2.0","id":1,"method":"@"}"#),
    .line("a long id", repeating: "x", in: #"{"jsonrpc":"2.0","id":"@","method":"bridge.ping"}"#),
    .line(
      "a long number as id", repeating: "1",
      in: #"{"jsonrpc":"2.0","id":@,"method":"bridge.ping"}"#),
    .line(
      "an id behind a long text", repeating: "x",
      in: #"{"a":"@","jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#),
    .line(
      "a long trace", repeating: "x",
      in: #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping","traceparent":"@","tracestate":"@"}"#),
    Stream(name: "a long header", hasHeaders: true) { length, _ in
      "Content-Length: 2\r\nX: \(String(repeating: "x", count: length))\r\n\r\n{}"
    },
    Stream(name: "many headers", hasHeaders: true) { length, _ in
      "Content-Length: 2\r\n\(String(repeating: "X: y\r\n", count: length / 6))\r\n{}"
    },
    Stream(name: "many header blocks", hasHeaders: true) { length, _ in
      let block = String(repeating: "X: y\r\n", count: 1300)
      return String(
        repeating: "Content-Length: 2\r\n\(block)\r\n{}", count: max(1, length / 7800))
    },
    Stream(name: "many framed messages", hasHeaders: true) { length, _ in
      String(repeating: "Content-Length: 2\r\n\r\n{}", count: max(1, length / 23 / 2))
    },
  ]

  /// The members of a message, each with every kind of value.
  private static let envelopes: [Stream] = ["id", "method", "params", "jsonrpc", "other"].flatMap {
    member in
    Filling.all.map { filling in
      .line("\(filling) as \(member)") { length, share in
        let fixed = [
          ("jsonrpc", "\"2.0\""), ("id", "1"), ("method", "\"bridge.ping\""), ("params", "{}"),
        ].filter { $0.0 != member }.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        return "{\(fixed),\"\(member)\":\(filling.text(min(length, 500_000), share))}"
      }
    }
  }

  @Test(
    "the cost of a message of any shape is proportional to its length",
    arguments: ["from an authenticated peer", "from an unauthenticated peer"])
  func messages(_ who: String) async throws {
    let isTrusted = who == "from an authenticated peer"
    let place = TemporaryDirectory()
    let meter = WorkMeter {
      let bridge = try ServiceProcess(
        serving: [
          "--stdio", "--socket", place.path + "/s", "--listen", "127.0.0.1:0", "--require-token",
          "--limit", "authSeconds=30",
        ], in: TemporaryDirectory(), log: WireLog(nil))
      try await bridge.ready()
      return bridge
    }
    // The shape of finding 1 comes first among those of the envelope, in each run.
    let isFirst = { (stream: Stream) in stream.name == "a deep object with a duplicate as params" }
    let envelopes =
      Self.envelopes.filter(isFirst)
      + CampaignLength.shuffled(Self.envelopes.filter { !isFirst($0) })
    let budget = CampaignLength.budget(short: 10, quick: 5, long: 1800)
    let end = ContinuousClock.now + budget.time
    var count = 0
    for stream in Self.streams + envelopes.prefix(budget.rounds) {
      guard count <= Self.streams.count || ContinuousClock.now < end else { break }
      count += 1
      let problems = try await meter.problems { bridge, share in
        let peer = try await isTrusted ? bridge.rawUnix() : bridge.rawTCP()
        let bytes = Array(stream.bytes(Int(Self.longest * share), share).utf8)
        let ping = stream.hasHeaders ? Self.framed(Self.ping) : Self.ping + "\n"
        return peer.plays(bytes, then: ping) ? bytes.count : nil
      }
      #expect(problems == [], "\(stream)")
    }
    report(
      "campaign: work per byte of messages \(who): \(count) shapes, measured in \(WorkMeter.unit)")
    try await meter.end()
  }

  private struct PlaceRound: Sendable, CustomStringConvertible {
    let place: SchemaPlace
    let filling: Filling

    var description: String { "\(place): \(filling)" }
  }

  @Test(
    "the cost of a value of any shape, at any place of any method, is proportional to its length"
  )
  func parameters() async throws {
    let path = TemporaryDirectory().path
    let made = Mutex<CampaignHost?>(nil)
    let meter = WorkMeter {
      let bridge = try ServiceProcess(
        serving: ["--stdio", "--socket", path + "/s"], in: TemporaryDirectory(), log: WireLog(nil))
      try await bridge.ready()
      let host = try await CampaignHost(bridge, "http://127.0.0.1:9")
      made.withLock { $0 = host }
      return bridge
    }
    _ = try await meter.bridge()
    let inputs = try #require(made.withLock { $0 }).inputs
    var rounds: [PlaceRound] = inputs.places.flatMap { place in
      Filling.all.filter { $0.fits(place.kind) }.map { PlaceRound(place: place, filling: $0) }
    }
    #expect(rounds.count > 1000)
    let budget = CampaignLength.budget(short: 40, quick: 6, long: 1800)
    rounds = Array(CampaignLength.shuffled(rounds).prefix(budget.rounds))
    let end = ContinuousClock.now + budget.time
    var (count, problems) = (0, [String]())
    while let round = rounds.popLast(), ContinuousClock.now < end, problems.count < 20 {
      count += 1
      problems += try await meter.problems { bridge, share in
        let length = Int(min(240_000, Self.longest) * share)
        let filling = round.filling.text(length, share)
        let parameters = inputs.parameters(for: round.place, holding: "@@").text
          .replacingOccurrences(of: #""@@""#, with: filling)
        let message =
          #"{"jsonrpc":"2.0","id":1,"method":"\#(round.place.method)","params":\#(parameters)}"#
        let peer = try await bridge.rawUnix()
        let bytes = Array((message + "\n").utf8)
        return peer.plays(bytes, then: Self.ping + "\n") ? bytes.count : nil
      }.map { "\(round): \($0)" }
      _ = try await meter.bridge()
      let host = try #require(made.withLock { $0 })
      try await host.wire.call("clear")
      try await host.begin()
    }
    report(
      "campaign: work per byte of parameters: \(count) shapes, measured in \(WorkMeter.unit), problems \(problems.count)"
    )
    #expect(problems == [])
    try await meter.end()
  }

  @Test("the cost of an answer of the platform of any shape is proportional to its length")
  func answers() async throws {
    let next = Mutex(FaultyHTTPServer.Behaviour.answer(status: 200))
    let server = FaultyHTTPServer { _ in next.withLock { $0 } }
    let place = TemporaryDirectory()
    let meter = WorkMeter {
      let bridge = try ServiceProcess(
        serving: ["--stdio", "--socket", place.path + "/s"], in: TemporaryDirectory(),
        log: WireLog(nil))
      try await bridge.stdio.storeToken(server.url(""))
      return bridge
    }
    let frames = [
      "@", #"{"error":1,"error_text":@}"#, #"{"profile":{"subscription":{"fields":@,"cats":@}}}"#,
    ]
    var rounds = [400, 200].flatMap { status in
      frames.flatMap { frame in Filling.all.map { (status, frame, $0) } }
    }
    let budget = CampaignLength.budget(short: 20, quick: 5, long: 900)
    rounds = Array(CampaignLength.shuffled(rounds).prefix(budget.rounds))
    // The shape of finding 1, in each run.
    rounds.append((200, frames[0], Filling.all.first { $0.name.hasSuffix("with a duplicate") }!))
    let end = ContinuousClock.now + budget.time
    var (count, problems) = (0, [String]())
    while let (status, frame, filling) = rounds.popLast(), ContinuousClock.now < end {
      count += 1
      problems += try await meter.problems { bridge, share in
        let parts = frame.split(separator: "@", omittingEmptySubsequences: false).count - 1
        let text = filling.text(Int(Self.longest * share) / parts, share)
        let body = Array(frame.replacingOccurrences(of: "@", with: text).utf8)
        next.withLock { $0 = .answer(status: status, body: body) }
        let peer = try await bridge.rawUnix()
        let call =
          #"{"jsonrpc":"2.0","id":"the-last","method":"pushSubscribe","params":{"wait":"outcome"}}"#
        return peer.plays(Array((call + "\n").utf8), then: "\n") ? body.count : nil
      }.map { "\(status) \(frame) \(filling): \($0)" }
    }
    report(
      "campaign: work per byte of answers: \(count) shapes, measured in \(WorkMeter.unit), problems \(problems.count)"
    )
    #expect(problems == [])
    try await meter.end()
  }

  /// Bytes after the header of a segment that look like the beginning of a record.
  private enum FalseRecords: String, CaseIterable {
    case zeros, ones, markers, markersWithLength

    var unit: [UInt8] {
      switch self {
      case .zeros: [UInt8](repeating: 0, count: 32)
      case .ones: [UInt8](repeating: 0xFF, count: 32)
      case .markers: [UInt8]([0xA7, 0xC5, 0xB0, 0xAC, 1, 2, 3, 4])
      // The longest possible record: its checksum would cover 256 KiB, at each offset.
      case .markersWithLength:
        [0xA7, 0xC5, 0xB0, 0xAC, 1, 2, 3, 4, 0, 0, 4, 0, 1, 1, 0, 0]
          + [UInt8](repeating: 0, count: 7) + [1] + [UInt8](repeating: 0, count: 8)
      }
    }
  }

  @Test("the cost to read a stored file of any shape is proportional to its length")
  func files() async throws {
    let directory = TemporaryDirectory()
    let first = try ServiceProcess(serving: [], in: directory)
    try await first.stdio.storeToken("http://127.0.0.1:9")
    try await first.stdio.call("setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": 1])
    try await first.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
    try await first.crash()
    let group = first.dataDirectory + "/g-default/"
    let settings = try String(contentsOfFile: group + "config.json", encoding: .utf8)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: group).first { $0.hasSuffix(".log") })
    let header = try Data(contentsOf: URL(fileURLWithPath: group + name)).prefix(64)

    func start(_ file: String, _ bytes: Data) async throws -> Bool {
      try? FileManager.default.removeItem(atPath: first.dataDirectory)
      try FileManager.default.createDirectory(
        atPath: group, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      chmod(first.dataDirectory, 0o700)
      try bytes.write(to: URL(fileURLWithPath: group + file))
      let bridge = try ServiceProcess(serving: [], in: directory, log: WireLog(nil))
      defer { bridge.send(signal: SIGKILL) }
      let deadline = ContinuousClock.now + WorkMeter.testTimeout
      while ContinuousClock.now < deadline {
        if bridge.errorText.contains(#"{"ready""#) || bridge.ending != nil {
          time = processorTime(of: bridge.pid)
          try await bridge.crash()
          return true
        }
        try await Task.sleep(for: .milliseconds(2))
      }
      return false
    }
    var time = Duration.zero
    func problems(_ what: String, _ file: String, _ bytes: (Double) -> Data) async throws {
      var times: [Duration] = []
      for share in [0.001, 0.1, 1] {
        guard try await start(file, bytes(share)) else {
          Issue.record("\(what): no start within \(WorkMeter.testTimeout) at \(share * 100) %")
          return
        }
        times.append(time)
      }
      // Less the time of an empty start. The tolerance for noise is more than the rest of most files.
      let (tenth, whole) = (times[1] - times[0], times[2] - times[0])
      #expect(whole < max(tenth, .milliseconds(5)) * 30 + .milliseconds(100), "\(what): \(times)")
    }
    for filling in Filling.all {
      try await problems("settings with \(filling)", "config.json") { share in
        let text = filling.text(Int((CampaignLength.isLong ? 3_900_000 : 400_000) * share), share)
        return Data(settings.replacingOccurrences(of: #"{"s":{"k":1}}"#, with: text).utf8)
      }
    }
    for kind in FalseRecords.allCases {
      try await problems("a segment of \(kind)", name) { share in
        var bytes = header
        let count = Int((CampaignLength.isLong ? 4_000_000 : 400_000) * share) / kind.unit.count
        for _ in 0..<count { bytes += kind.unit }
        return bytes
      }
    }
  }
}

extension Filling {
  /// Returns true if a value of the shape is possible at such a place and passes the check of its type.
  func fits(_ kind: SchemaPlace.Kind) -> Bool {
    switch (kind, self.kind) {
    case (.anything, _), (.text, .text), (.number, .number), (.list, .list), (.map, .map): true
    default: false
    }
  }
}
