import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing
import WireRecording

/// Tests of the files that `--trace-wire` and `--record` write, and of `replay` on them.
@Suite(.timeLimit(.minutes(10))) struct WireRecordTests {
  private static let pushToken = "canaryPushToken0123456789abcdefghij"
  private static let otherToken = "canaryOtherToken0123456789abcdefgh"
  private static let rToken = "canaryResourceToken0123456789abcdef"
  private static let signature = "canaryJWTsignature0123456789abcdefg"
  private static let value = "canaryStoredValue0123456789abcdefgh"
  private static let jwt = TestJWT.ann.dropLast(3) + signature
  private static let payload = String(TestJWT.ann.split(separator: ".")[1])
  private static let canaries = [pushToken, otherToken, rToken, signature, payload, value]

  /// Plays the use of secrets by a host: the main job by resource token and by JWT, an outage, and mistakes.
  private static func play(_ host: WireConnection, _ simulator: Simulator, _ url: String)
    async throws
  {
    try await host.call("events.subscribe")
    try await host.prepare(url, token: pushToken, rToken: rToken)
    try await host.call("pushSubscribe", ["wait": "outcome", "requestId": "one"])
    try await host.call("getPushToken")
    _ = try await host.refusal(of: "setPushToken", ["ios-pigeon", .string(pushToken)])
    _ = try await host.refusal(of: "setPushTokn", ["ios-apns", .string(pushToken)])
    try await host.call("setPushToken", ["ios-apns", .string(otherToken)])
    try await host.call("setUserDefaultsValue", ["app", "session", .string(value)])
    try await host.call("bridge.getUserDefaultsValue", ["app", "session"])
    try host.send(#"{"jsonrpc":"2.0","id":"x","method":"setPushToken","params":["\#(pushToken)"#)
    try simulator.script([ScriptRule(times: 1, fault: .status(500))])
    try await host.call("mobileEvent", ["sid": "pixel", "eventName": "buy", "wait": "outcome"])
    host.onCallback("provider.getJWT") { _ in .string(String(jwt)) }
    try await host.call("setJWTProvider", ["provider": "callback"])
    try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
    try await host.call("pushSuspend", ["wait": "outcome"])
    try await host.call("getStatusOfLatestSubscription")
    try await host.call("outbox.get", ["requestId": "one"])
  }

  private func served(
    _ wire: Wire = .stdio, _ framing: WireConnection.Framing = .lines,
    in place: TemporaryDirectory, _ body: (ServiceProcess, WireConnection) async throws -> Void
  ) async throws {
    var arguments = [
      "--trace-wire", place.path + "/trace", "--record", place.path + "/recording",
    ]
    switch wire {
    case .stdio: arguments.append("--stdio")
    case .unix: arguments += ["--socket", place.path + "/run/s"]
    case .tcp: arguments += ["--listen", "127.0.0.1:0"]
    }
    let bridge = try ServiceProcess(
      serving: arguments + quickRetries, in: place, framing: framing)
    try await bridge.ready()
    let host =
      switch wire {
      case .stdio: bridge.stdio
      case .unix: try await bridge.connectUnix(framing)
      case .tcp: try await bridge.connectTCP(framing)
      }
    try await body(bridge, host)
    host.endOutput()
    try await host.waitForEnd()
    if wire != .stdio { bridge.send(signal: SIGTERM) }
    #expect(try await bridge.waitForExit() == .exited(0))
  }

  private func text(_ name: String, in place: TemporaryDirectory) throws -> String {
    try String(contentsOfFile: place.path + "/" + name, encoding: .utf8)
  }

  private func replay(_ path: String) throws -> (status: Int32, text: String) {
    try replayed([path])
  }

  @Test(
    "no secret is in a trace or in a recording, and the recording can be replayed",
    arguments: ConformanceTests.combinations)
  func secrets(wire: Wire, framing: WireConnection.Framing) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    try await served(wire, framing, in: place) { bridge, host in
      try await Self.play(host, simulator, url)
      // The secrets were really on the wire.
      let wire = String(decoding: host.bytes, as: UTF8.self)
      #expect(wire.contains(Self.pushToken) && wire.contains(Self.value))
    }

    for name in ["trace", "recording"] {
      let text = try text(name, in: place)
      for canary in Self.canaries { #expect(!text.contains(canary), "\(name): \(canary)") }
      let mode = try FileManager.default.attributesOfItem(atPath: place.path + "/" + name)[
        .posixPermissions]
      #expect(mode as? Int == 0o600)
    }
    let lines = try trace(in: place)
    #expect(lines.first?["event"] == "opened" && lines.last?["event"] == "closed")
    #expect(lines.allSatisfy { $0["transport"]?.stringValue == wire.rawValue })
    let shown = lines.compactMap { $0["message"]?["params"]?["provider"]?["token"] }
    #expect(shown.isEmpty)
    #expect(lines.contains { $0["message"]?["params"]?[1] == "<secret:34 bytes>" })
    #expect(lines.contains { $0["message"]?["result"]?["token"] == "<secret:35 bytes>" })
    #expect(lines.contains { $0["fault"]?.stringValue?.hasPrefix("not JSON at byte") == true })
    let replayed = try replay(place.path + "/recording")
    #expect(replayed.status == 0, "\(replayed.text)")
  }

  private func trace(in place: TemporaryDirectory) throws -> [JSON] {
    try text("trace", in: place).split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8), limits: .generous).value
    }
  }

  @Test("a line that a disk accepts only partly is undone and reported: there are whole lines only")
  func fullDisk() async throws {
    let place = TemporaryDirectory()
    try await served(in: place) { bridge, host in
      try await host.call("bridge.ping")
      try await eventually("it is written") { try trace(in: place).count == 3 }
      let size = try text("trace", in: place).utf8.count
      // The limit falls in the middle of the next line.
      guard run("prlimit", "--pid", "\(bridge.pid)", "--fsize=\(size + 20):") else {
        throw Overdue("prlimit")
      }
      for _ in 0..<5 { try await host.call("bridge.ping") }
      #expect(run("prlimit", "--pid", "\(bridge.pid)", "--fsize=unlimited:"))
      try await host.call("bridge.info")
    }

    let lines = try trace(in: place)
    let lost = lines.compactMap { $0["event"] == "lost" ? $0["messages"]?.intValue : nil }
    #expect(!lost.isEmpty && lines.count { $0["message"] != nil } + lost.reduce(0, +) == 14)
    #expect(lines.contains { $0["message"]?["method"] == "bridge.info" })
    let recording = try Recording(text("recording", in: place))
    let gaps = recording.sessions.flatMap(\.lines).compactMap { line -> Int? in
      if case .lost(let count) = line.content { count } else { nil }
    }
    #expect(!gaps.isEmpty)
  }

  @Test(
    "the conformance transcript, recorded, replays without a difference",
    arguments: ConformanceTests.combinations)
  func conformance(wire: Wire, framing: WireConnection.Framing) async throws {
    let place = TemporaryDirectory()
    let transcripts = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts")
    try await served(wire, framing, in: place) { _, host in
      for one in try Transcript.cases(in: transcripts) {
        let count = host.messages.count
        var expected = 0
        for step in one.steps {
          switch step {
          case .send(let message): try host.send(message)
          case .expect(let messages):
            expected += messages.count
            _ = try await host.messages(count + expected)
          }
        }
      }
    }

    let replayed = try replay(place.path + "/recording")
    #expect(replayed.status == 0, "\(replayed.text)")
  }

  @Test(
    "every stored recording replays without a difference",
    arguments: try FileManager.default.contentsOfDirectory(atPath: keptRecordings.path).sorted())
  func kept(name: String) throws {
    let replayed = try replay(keptRecordings.appending(path: name).path)

    #expect(replayed.status == 0, "\(replayed.text)")
    #expect(replayed.text.contains("no differences"))
  }

  /// Run with UPDATE=1 to rewrite the stored recordings.
  @Test(
    "sessions are recorded again",
    .enabled(if: ProcessInfo.processInfo.environment["UPDATE"] == "1"),
    arguments: KeptSession.allCases)
  func record(session: KeptSession) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    try await served(in: place) { _, host in try await session.play(host, simulator, url) }

    try text("recording", in: place).write(
      to: keptRecordings.appending(path: session.rawValue + ".txt"), atomically: true,
      encoding: .utf8)
  }

  @Test("a recording with other expectations fails, and the difference is reported")
  func difference() throws {
    let place = TemporaryDirectory()
    let path = place.path + "/changed"
    let lines = [
      #"altcraft-bridge recording 1 {"version":"0","options":{}}"#, "1 open stdio",
      #"1 --> {"jsonrpc":"2.0","id":1,"method":"getPushToken"}"#,
      #"1 <-- {"jsonrpc":"2.0","id":1,"result":{"provider":"ios-apns","token":"t"}}"#,
      #"1 --> {"jsonrpc":"2.0","id":2,"method":"bridge.ping"}"#,
      #"1 <-- {"jsonrpc":"2.0","id":2,"result":"pong"}"#, "1 end", "1 close",
    ]
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)

    let replayed = try replay(path)

    #expect(replayed.status == 1)
    #expect(
      replayed.text == """
        \(path):4: connection 1
          sent      {"jsonrpc":"2.0","id":1,"method":"getPushToken"}
          expected  {"jsonrpc":"2.0","id":1,"result":{"provider":"ios-apns","token":"t"}}
          got       {"jsonrpc":"2.0","id":1,"result":null}
          differs   $.result: expected {"provider":"ios-apns","token":"t"}, got null
        \(path): 2 messages sent, 2 expected, 1 difference

        """)
  }

  // Two calls that arrive in one read are in flight together. The replay sends them one after the other.
  @Test(
    "an id that was used twice in flight is not a difference if the calls are now one after the other"
  )
  func idTwice() throws {
    let place = TemporaryDirectory()
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}"#
    let refused =
      #""error":{"code":-32600,"message":"a request with this id is already in flight","data":{"reason":"invalidRequest","retryable":false}}"#
    let lines = [
      #"altcraft-bridge recording 1 {"version":"0","options":{}}"#, "1 open stdio", "1 --> \(ping)",
      "1 --> \(ping)", #"1 <-- {"jsonrpc":"2.0","id":1,\#(refused)}"#,
      #"1 <-- {"jsonrpc":"2.0","id":1,"result":"pong"}"#, "1 end", "1 close",
    ]
    let path = place.path + "/twice"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)

    let replayed = try replay(path)

    #expect(replayed.status == 0, "\(replayed.text)")
  }

  @Test(
    "a file that is not a recording of this format is not replayed",
    arguments: [
      ("", "begins with \"\""), ("hello\n", "begins with \"hello\""),
      ("altcraft-bridge recording 2 {}\n", "altcraft-bridge recording 2 {}"),
      ("altcraft-bridge recording 1 {}\n1 whistle\n", "line 2"),
      ("altcraft-bridge recording 1 {}\n1 <-- {\n", "line 2"),
    ])
  func format(text: String, complaint: String) throws {
    let place = TemporaryDirectory()
    try text.write(toFile: place.path + "/r", atomically: true, encoding: .utf8)

    let replayed = try replay(place.path + "/r")

    #expect(replayed.status == 78)
    #expect(replayed.text.contains(complaint), "\(replayed.text)")
  }

  @Test("after SIGHUP moved files are replaced by new ones")
  func rotation() async throws {
    let place = TemporaryDirectory()
    let path = place.path + "/trace"
    try await withBridge(["--trace-wire", path], in: place) { bridge in
      try await bridge.stdio.call("bridge.ping")
      try await eventually("the first call is written") {
        try text("trace", in: place).contains("pong")
      }
      try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
      bridge.send(signal: SIGHUP)
      try await eventually("a new file") { FileManager.default.fileExists(atPath: path) }
      try await bridge.stdio.call("bridge.info")
      try await eventually("the second call is written") {
        try text("trace", in: place).contains("bridge.info")
      }
    }

    #expect(try !text("trace.1", in: place).contains("bridge.info"))
    #expect(try !text("trace", in: place).contains("pong"))
  }

  @Test("a trace is not written through a link, nor into a special file")
  func links() async throws {
    let place = TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: place.path + "/target")
    for (path, complaint) in [
      (place.path + "/link", "is a symbolic link"), (place.path, "Is a directory"),
      ("/dev/null", "is not a regular file"),
    ] {
      let bridge = try ServiceProcess(serving: ["--trace-wire", path], in: place)
      #expect(try await bridge.waitForExit() == .exited(78))
      #expect(bridge.errorText.contains(complaint), "\(bridge.errorText)")
    }
    #expect(!FileManager.default.fileExists(atPath: place.path + "/target"))
  }
}

/// The sessions of the stored recordings.
enum KeptSession: String, CaseIterable, Sendable {
  case mainJob = "main-job"
  case refusedCalls = "refused-calls"
  case jwtByCallback = "jwt-by-callback"
  case outage

  func play(_ host: WireConnection, _ simulator: Simulator, _ url: String) async throws {
    try await host.call("events.subscribe")
    switch self {
    case .mainJob:
      try await host.prepare(url)
      let answer = try await host.call("pushSubscribe", ["customFields": ["plan": "pro"]])
      try await host.event(230)
      try await host.call("outbox.get", answer)
      try await host.call("getStatusOfLatestSubscription")
    case .refusedCalls:
      _ = try await host.refusal(of: "pushSubscribe")
      _ = try await host.refusal(of: "initialization", [["apiUrl": "ftp://example.com"]])
      _ = try await host.refusal(of: "setPushToken", ["pigeon", "t"])
      _ = try await host.refusal(of: "pushSubscrbe", [:])
      try await host.call("initialization", [["apiUrl": .string(url)]])
      _ = try await host.refusal(of: "pushSubscribe")
    case .jwtByCallback:
      try await host.useJWT(url) { .string($0 == "request" ? TestJWT.ann : TestJWT.bob) }
      try simulator.script([ScriptRule(times: 1, fault: .status(401))])
      try await host.call("pushSubscribe", ["wait": "outcome"])
    case .outage:
      try await host.prepare(url)
      try simulator.script([
        ScriptRule(times: 1, fault: .status(500)), ScriptRule(times: 1, fault: .drop(.before)),
      ])
      try await host.call("mobileEvent", ["sid": "pixel", "eventName": "buy", "wait": "outcome"])
    }
    try await host.call("bridge.stats")
  }
}

private let keptRecordings = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "Recordings")

/// Runs `altcraft-bridge replay` with those arguments.
private func replayed(_ arguments: [String]) throws -> (status: Int32, text: String) {
  let command = try FinishedCommand(builtProduct("altcraft-bridge"), ["replay"] + arguments)
  return (command.status, command.text)
}
