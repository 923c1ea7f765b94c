import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tests of the `inspect` command with a running bridge, and of the page that the bridge serves.
@Suite(.timeLimit(.minutes(10))) struct InspectCommandTests {
  private let place = TemporaryDirectory()
  private var flags: [String] { ["--websocket", "127.0.0.1:0", "--socket", place.path + "/s"] }

  private func inspect(_ words: String...) throws -> FinishedCommand {
    try FinishedCommand(
      builtProduct("altcraft-bridge"), ["inspect", "--socket", place.path + "/s"] + words)
  }

  private func ticket(_ output: String) throws -> JSON {
    let line = try #require(output.split(separator: "\n").first)
    return .string(String(try #require(line.split(separator: "=").last)))
  }

  @Test(
    "it prints a URL whose ticket opens one connection of its role",
    arguments: [([], "observer"), (["--control"], "control")])
  func url(_ words: [String], _ role: String) async throws {
    try await withBridge(flags, in: place) { bridge in
      let port = try await bridge.webSocketPort()

      let printed = try FinishedCommand(
        builtProduct("altcraft-bridge"), ["inspect", "--socket", place.path + "/s"] + words)

      #expect(printed.status == 0 && printed.errors.isEmpty, "\(printed.errors)")
      #expect(printed.output.hasPrefix("http://127.0.0.1:\(port)/#ticket="))
      let page = try await bridge.connectWebSocket()
      let opened = try await page.wire.call(
        "bridge.authenticate", ["ticket": ticket(printed.output)])
      #expect(opened["role"]?.stringValue == role)
      let change: JSON = ["suiteName": "a", "key": "b", "value": 1]
      if role == "observer" {
        #expect(try await page.wire.refusal(of: "setUserDefaultsValue", change).code == -32001)
      } else {
        try await page.wire.call("setUserDefaultsValue", change)
      }
    }
  }

  @Test("a bridge without WebSocket is explained, and so is a missing bridge")
  func refusals() async throws {
    try await withBridge(["--socket", place.path + "/s"], in: place) { _ in
      let refused = try inspect()
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains("start the bridge with --websocket"), "\(refused.errors)")
    }
    let none = try inspect()
    #expect(none.status == 69 && none.output.isEmpty)
    let path = place.path + "/altcraft-bridge/rpc.sock"
    let nowhere = try FinishedCommand(
      builtProduct("altcraft-bridge"), ["inspect"], environment: ["XDG_RUNTIME_DIR": place.path])
    #expect(nowhere.status == 69)
    #expect(
      nowhere.errors.hasSuffix(
        "start one with 'altcraft-bridge serve --websocket=127.0.0.1:0 --socket \(path)'\n"),
      "\(nowhere.errors)")
  }

  @Test("with a data directory it starts a bridge, which ends with the command")
  func ownBridge() async throws {
    let directory = place.path + "/data"
    let command = try RunningCommand.bridge("inspect", "--data-dir", directory)
    try await eventually("the URL is printed") { command.output.hasSuffix("\n") }
    let port = try #require(
      command.output.split(separator: "/").dropFirst().first?.split(separator: ":").last
        .flatMap { UInt16($0) })

    let page = try WebSocketHost.request("/", port: port)
    #expect(page.status == 200)
    let second = try FinishedCommand.bridge("inspect", "--data-dir", directory)
    #expect(second.status != 0 && second.errors.contains("is in use by process"))
    command.interrupt()

    #expect(await command.ending == 0)
    #expect(throws: (any Error).self) { try WebSocketHost.request("/", port: port) }
  }

  @Test("the page that it prints is the page that the bridge serves, with its policy, to everyone")
  func page() async throws {
    let printed = try FinishedCommand.bridge("inspect", "--page")
    #expect(printed.status == 0 && printed.output.lowercased().hasPrefix("<!doctype html>"))
    try await withBridge(flags, in: place) { bridge in
      let reply = try WebSocketHost.request("/", port: await bridge.webSocketPort())

      #expect(reply.status == 200 && reply.body == printed.output)
      #expect(reply.fields["content-type"] == "text/html; charset=utf-8")
      let policy = reply.fields["content-security-policy"] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
      #expect(policy.hasSuffix("frame-ancestors 'none'") && !policy.contains("unsafe"))
      #expect(reply.fields["x-content-type-options"] == "nosniff")
      #expect(reply.fields["referrer-policy"] == "no-referrer")
      #expect(reply.fields["cache-control"] == "no-store")
      #expect(reply.fields["cross-origin-opener-policy"] == "same-origin")
      #expect(reply.fields["access-control-allow-origin"] == nil)
    }
  }

  @Test("a browser of the desktop gets a private file that leads to the page, not the ticket")
  func browser() async throws {
    let seen = place.path + "/seen"
    let browser = place.path + "/browser"
    try "#!/bin/sh\n{ echo \"$@\"; cat \"$1\"; } > \(seen).new && mv \(seen).new \(seen)\n"
      .write(toFile: browser, atomically: true, encoding: .utf8)
    chmod(browser, 0o700)
    try await withBridge(flags, in: place) { bridge in
      let variables = ["BROWSER": browser, "XDG_RUNTIME_DIR": place.path]
      let words = ["inspect", "--socket", place.path + "/s"]

      let command = try FinishedCommand.onTerminal(words, environment: variables)

      #expect(command.status == 0, "\(command.text)")
      try await eventually("the browser is started") {
        FileManager.default.fileExists(atPath: seen)
      }
      let text = try String(contentsOfFile: seen, encoding: .utf8)
      let file = place.path + "/altcraft-bridge-inspect.html"
      #expect(text.hasPrefix(file + "\n") && text.contains("url=http://127.0.0.1:"))
      var status = stat()
      #expect(lstat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
      let parts = text.split(separator: "#ticket=", maxSplits: 1)
      let opened = JSON.string(String(parts.last?.prefix { $0 != "\"" } ?? ""))
      let line = command.output.split(separator: "\r\n").last.map(String.init) ?? ""
      for proof in [opened, try ticket(line)] {
        let page = try await bridge.connectWebSocket()
        let answer = try await page.wire.call("bridge.authenticate", ["ticket": proof])
        #expect(answer["role"] == "observer")
      }

      try FileManager.default.removeItem(atPath: seen)
      _ = try FinishedCommand.onTerminal(words + ["--no-open"], environment: variables)
      #expect(!FileManager.default.fileExists(atPath: seen))
    }
  }
}
