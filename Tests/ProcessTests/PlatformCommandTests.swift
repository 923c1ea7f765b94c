import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of `altcraft-bridge platform` as a process: its lines and its state file.
@Suite("The simulated platform as a command") struct PlatformCommandTests {
  private let directory = TemporaryDirectory()

  /// Lets a bridge send a mobile event to the platform.
  private func sendEvent(to url: String, _ outcome: String) async throws {
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      let answer = try await host.call(
        "mobileEvent",
        ["sid": "px", "eventName": "e", "requestId": "order-1234567", "wait": "outcome"])
      #expect(answer["outcome"]?.state == outcome)
    }
  }

  @Test("with --verbose each request is a line, with the reason for a refusal")
  func lines() async throws {
    let platform = try await PlatformProcess(["--verbose"])
    try platform.script(
      [
        "rules": [
          ["times": 1, "fault": ["status": 503]], ["times": 1, "fault": ["drop": "before"]],
        ]
      ]
    )
    try await sendEvent(to: platform.url, "delivered")
    platform.process.send(signal: SIGTERM)
    #expect(try await platform.process.waitForExit() == .exited(0))

    let output = String(decoding: platform.process.stdio.bytes, as: UTF8.self)
    let time = #/^[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} /#
    let lines = output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(time) })
    #expect(
      lines.map { String($0.replacing(time, with: "")) } == [
        "503 POST /event/post order-12  a rule answered in place of the platform",
        "--- POST /event/post order-12 attempt 2  a rule dropped the connection; "
          + "the request was not performed",
        "200 POST /event/post order-12 attempt 3",
      ])
    #expect(platform.process.errorText.split(separator: "\n").count == 1)
  }

  @Test("without a terminal and --verbose it prints only the ready line, to standard error")
  func silent() async throws {
    let platform = try await PlatformProcess()
    try await sendEvent(to: platform.url, "delivered")
    platform.process.send(signal: SIGTERM)

    #expect(try await platform.process.waitForExit() == .exited(0))
    #expect(platform.process.stdio.bytes.isEmpty)
    #expect(platform.process.errorText.hasPrefix(#"{"ready":true"#))
  }

  @Test("on a terminal a request is a coloured line, and control characters in it are escaped")
  func terminal() async throws {
    let script = directory.path + "/script.json"
    try Data(#"{"platform":{"subscriptionFields":[]}}"#.utf8)
      .write(to: URL(fileURLWithPath: script))
    let command = try RunningCommand.onTerminal("platform", "--script", script)
    try await eventually { command.output.contains("\"url\":\"http://127.0.0.1:") }
    let url = try #require(command.output.firstMatch(of: #/"url":"([^"]*)"/#)?.1)
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(String(url)), "rToken": "r-1"]])
      try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t"])
      try await host.call(
        "pushSubscribe",
        ["customFields": ["\u{1b}[31m\u{202e}": "x"], "wait": "outcome", "requestId": "r-1"])
    }
    try await eventually { command.output.contains("/subscription/push/subscribe/") }
    command.interrupt()
    _ = await command.ending

    let line = try #require(
      command.output.split(separator: "\r\n").last { $0.contains("/subscribe/") })
    #expect(line.contains("\u{1b}[31m400\u{1b}[0m POST /subscription/push/subscribe/"))
    #expect(line.contains(#"field "\u001b[31m\u202e" is not valid"#))
  }

  @Test("the state is kept over a kill, and a broken file is refused with a sentence")
  func state() async throws {
    let file = directory.path + "/state.json"
    let first = try await PlatformProcess(["--state", file])
    try await sendEvent(to: first.url, "delivered")
    let name = Array(#""name":"e""#.utf8)
    try await eventually {
      FileManager.default.contents(atPath: file)?.firstRange(of: name) != nil
    }
    first.process.send(signal: SIGKILL)
    try await first.process.waitForExit()

    let second = try await PlatformProcess(["--state", file])
    let events = try second.request("GET", "/__state")["mobileEvents"]
    #expect(events?.arrayValue?.count == 1)
    let third = try FinishedCommand.bridge("platform", "--state", file)
    #expect(third.status == 75 && third.output == "")
    #expect(
      third.errors
        == "altcraft-bridge: \(file): the state file is in use by process \(second.process.pid)\n")
    second.process.send(signal: SIGTERM)
    #expect(try await second.process.waitForExit() == .exited(0))

    try Data("{".utf8).write(to: URL(fileURLWithPath: file))
    let refused = try FinishedCommand.bridge("platform", "--state", file)
    #expect(refused.status == 78 && refused.output == "")
    #expect(
      refused.errors
        == "altcraft-bridge: \(file): is not a state of the simulator: not JSON at byte 1; "
        + "repair or remove the file, or choose another one\n")
    #expect(FileManager.default.contents(atPath: file) == Data("{".utf8))
  }
}
