import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the log on standard error, as an operator reads it.
@Suite(.timeLimit(.minutes(10))) struct LogTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let parent = "00-\(trace)-b7ad6b7169203331-01"

  /// Returns the lines of a log in JSON.
  private func lines(_ bridge: ServiceProcess) throws -> [JSON] {
    try bridge.errorText.split(separator: "\n").filter { !$0.hasPrefix("{\"ready\"") }
      .map { try JSONParser.parse(Array($0.utf8)).value }
  }

  private func lines(_ message: String, _ bridge: ServiceProcess) throws -> [JSON] {
    try lines(bridge).filter { $0["message"]?.stringValue == message }
  }

  @Test("at level debug a call can be followed from its connection to the platform")
  func follow() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(503))])
    let arguments = ["--log-level", "debug", "--log-format", "json"]
    try await withBridge(arguments + quickRetries) { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try host.send(
        #"{"jsonrpc":"2.0","id":"job","method":"pushSubscribe","params":{"requestId":"one","wait":"outcome"},"traceparent":"\#(Self.parent)"}"#
      )
      _ = try await host.answer(to: "job")
      _ = try await host.refusal(of: "setAppGroup", ["groupName": ""])
      try host.send(
        #"{"jsonrpc":"2.0","id":"p","method":"bridge.ping","params":{},"traceparent":"no"}"#)
      _ = try await host.answer(to: "p")

      let opened = try #require(try lines("connection opened", bridge).first)
      #expect(opened["connection"] == 1 && opened["transport"] == "stdio")
      let answered = try #require(
        try lines("call answered", bridge).first { $0["id"] == "job" })
      #expect(answered["method"] == "pushSubscribe" && answered["connection"] == 1)
      #expect(answered["level"] == "debug" && answered["trace"]?.stringValue == Self.trace)
      #expect(answered["ms"]?.numberValue != nil)
      let attempts = try lines("attempt ended", bridge).filter { $0["requestId"] == "one" }
      #expect(attempts.map { $0["status"] } == [503, 200])
      #expect(attempts.map { $0["attempt"] } == [1, 2])
      #expect(attempts.allSatisfy { $0["trace"]?.stringValue == Self.trace })
      #expect(try lines("job ended", bridge).contains { $0["state"] == "delivered" })
      #expect(try lines("callback ended", bridge).contains { $0["method"] == "provider.getToken" })
      let refused = try #require(try lines("call refused", bridge).first)
      #expect(refused["method"] == "setAppGroup" && refused["level"] == "info")
      #expect(refused["code"] == 506 || refused["reason"]?.stringValue?.isEmpty == false)
      #expect(try lines("call answered", bridge).contains { $0["method"] == "bridge.ping" })
      #expect(
        try lines("a trace context is not valid and was ignored", bridge).map { $0["id"] }
          == ["p"])
      #expect(try lines("the platform fails; jobs wait", bridge).count == 1)
      #expect(try lines("the platform answers again", bridge).count == 1)
    }
  }

  @Test("the level selects the messages, also after a change")
  func levels() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--log-format", "json"]) { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(try lines(bridge).isEmpty)

      try await host.call("bridge.setLogLevel", ["level": "info"])
      try await host.call("pushSubscribe", ["wait": "outcome"])
      _ = try await host.refusal(of: "nothing")
      #expect(try lines("attempt ended", bridge).count == 1)
      let refused = try #require(try lines("call refused", bridge).first)
      #expect(refused["reason"] == "methodNotFound" && refused["method"] == nil)
      #expect(try lines("call answered", bridge).isEmpty)

      try await host.call("bridge.setLogLevel", ["level": "error"])
      let count = try lines(bridge).count
      try await host.call("setAppGroup", ["groupName": "other"])
      _ = try await host.refusal(of: "nothing")
      #expect(try lines(bridge).count == count)
    }
  }

  @Test("unread standard error blocks no call; dropped lines are counted")
  func deafReader() async throws {
    let place = TemporaryDirectory()
    let pipe = place.path + "/errors"
    #expect(mkfifo(pipe, 0o600) == 0)
    // The pipe is open for reading, but never read.
    let reading = open(pipe, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    defer { close(reading) }
    let bridge = try ServiceProcess(
      [
        "-c", #"exec "$0" "$@" 2>"$PIPE""#, builtProduct("altcraft-bridge"), "serve",
        "--log-level", "debug", "--data-dir", ServiceProcess.dataDirectory(in: place),
      ], in: place, program: "/bin/sh", environment: ["PIPE": pipe])
    defer { bridge.send(signal: SIGKILL) }

    // Each ping writes a line of the log; after some 700 lines the service once waited for its reader.
    for _ in 0..<160 {
      let pings = try (0..<50).map { _ in try bridge.stdio.begin("bridge.ping") }
      for ping in pings {
        #expect(try await bridge.stdio.answer(to: ping, within: .seconds(20)) == "pong")
      }
    }

    var asked = 8000
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    try await eventually("the log continues and reports the dropped lines", within: .seconds(20)) {
      _ = try await bridge.stdio.call("bridge.ping")
      asked += 1
      while case let count = read(reading, &buffer, buffer.count), count > 0 {
        text += buffer.prefix(count)
      }
      // The last line may not be complete yet.
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").dropLast()
      let dropped = lines.filter { $0.contains("lines of the log were dropped") }
        .compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }.reduce(0, +)
      let answered = lines.count { $0.contains("call answered") }
      // The lines of the last calls may still be on their way.
      return dropped > 1000 && dropped + answered >= asked - 10
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(#"{"ready""#) })
    bridge.stdio.endOutput()
    try await eventually("it ends") { bridge.ending == .exited(0) }
  }

  @Test("an unreachable platform is reported once")
  func unreachable() async throws {
    let (simulator, url) = try platform()
    simulator.stop()
    try await withBridge(["--log-format", "text"] + quickRetries) { bridge in
      try await bridge.stdio.prepare(url)
      try await bridge.stdio.call("pushSubscribe")
      try await bridge.stdio.call("mobileEvent", ["sid": "pixel", "eventName": "buy"])
      try await eventually("several attempts") {
        (try await bridge.stdio.call("bridge.stats")["delivery"]?["attempts"]?.intValue ?? 0) > 3
      }

      let logged = bridge.errorText.split(separator: "\n").filter {
        $0.contains(" notice the platform cannot be reached; jobs wait reason=\"")
      }
      #expect(logged.count == 1, "\(bridge.errorText)")
    }
  }

  @Test(
    "in the systemd journal each line begins with its priority, elsewhere none does",
    arguments: [("%d:%i", true), ("%d:0%i", false)])
  func journal(stream: String, isJournal: Bool) async throws {
    let place = TemporaryDirectory()
    let script = """
      JOURNAL_STREAM=$(stat -L -c \(stream) /proc/self/fd/2) exec "$0" serve --log-level info \
        --data-dir "$1/data"
      """
    let bridge = try ServiceProcess(
      ["-c", script, builtProduct("altcraft-bridge"), place.path], in: place, program: "/bin/sh")
    try await bridge.ready()
    try await stop(bridge)

    let lines = bridge.errorText.split(separator: "\n").filter { !$0.hasPrefix("{\"ready\"") }
    #expect(lines.count > 2)
    #expect(lines.allSatisfy { $0.hasPrefix("<6>") == isJournal }, "\(lines)")
  }
}
