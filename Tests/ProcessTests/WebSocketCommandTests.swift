import Foundation
import JSONCodec
import TestSupport
import Testing

/// Tests of the commands that connect to a running bridge, over its WebSocket.
@Suite(.timeLimit(.minutes(10))) struct WebSocketCommandTests {
  private let place = TemporaryDirectory()
  private static let flags = ["--websocket", "127.0.0.1:0"]

  @discardableResult
  private func run(_ bridge: ServiceProcess, _ words: String...) async throws -> FinishedCommand {
    let address = "ws://127.0.0.1:\(try await bridge.webSocketPort())"
    return try FinishedCommand(
      builtProduct("altcraft-bridge"),
      words + ["--connect", address, "--token-file", bridge.dataDirectory + "/rpc.token"])
  }

  @Test("call, status and endpoint work over WebSocket")
  func commands() async throws {
    try await withBridge(Self.flags, in: place) { bridge in
      let ping = try await run(bridge, "call", "bridge.ping")
      #expect(ping.output == "\"pong\"\n" && ping.status == 0, "\(ping.errors)")

      let long = JSON.string(String(repeating: "ä", count: 30_000))
      let place: JSON = ["suiteName": "a", "key": "b"]
      let value: JSON = ["suiteName": "a", "key": "b", "value": long]
      let set = try await run(bridge, "call", "setUserDefaultsValue", value.text)
      #expect(set.status == 0, "\(set.errors)")
      let got = try await run(bridge, "call", "bridge.getUserDefaultsValue", place.text)
      #expect(got.output == long.text + "\n")
      let document = try await run(bridge, "call", "rpc.discover", "--field", "openrpc")
      #expect(document.output == "1.3.2\n", "\(document.errors)")

      let status = try await run(bridge, "status")
      #expect(status.output.contains("listens    ws:127.0.0.1:"), "\(status.errors)")
      let endpoint = try await run(bridge, "endpoint")
      #expect(endpoint.output.contains("websocket  ws://127.0.0.1:"), "\(endpoint.errors)")
    }
  }

  @Test("events prints what happens, and ends with status 1 when the bridge stops")
  func events() async throws {
    try await withBridge(Self.flags, in: place) { bridge in
      let address = "ws://127.0.0.1:\(try await bridge.webSocketPort())"
      let command = try RunningCommand.bridge(
        "events", "--since", "0", "--connect", address, "--token-file",
        bridge.dataDirectory + "/rpc.token")
      try await run(bridge, "call", "initialization", #"{"configuration":null}"#)
      try await eventually("an event is printed") { command.output.contains("\"code\":401") }

      bridge.send(signal: SIGTERM)
      try await bridge.waitForExit()

      #expect(await command.ending == 1)
    }
  }

  @Test("a refusal is explained: no token, a wrong port, another protocol")
  func refusals() async throws {
    let raw = ["--listen", "127.0.0.1:0", "--socket", place.path + "/s"]
    try await withBridge(Self.flags + raw, in: place) { bridge in
      let address = "ws://127.0.0.1:\(try await bridge.webSocketPort())"
      let tcp = try await bridge.endpoint("tcp:")

      let noToken = try FinishedCommand.bridge("call", "bridge.ping", "--connect", address)
      #expect(noToken.status == 1 && noToken.errors.contains("-32001"), "\(noToken.text)")

      let other = try FinishedCommand.bridge("call", "bridge.ping", "--connect", "ws://\(tcp)")
      #expect(other.status == 1 && other.errors.contains("does not speak HTTP"), "\(other.text)")
    }
    let unanswered = try FinishedCommand.bridge(
      "call", "bridge.ping", "--connect", "ws://127.0.0.1:1")
    #expect(unanswered.status == 69 && unanswered.errors.contains("serve --websocket 127.0.0.1:1"))
  }

  @Test("doctor names what serves the port")
  func doctor() async throws {
    try await withBridge(Self.flags, in: place) { bridge in
      let address = "127.0.0.1:\(try await bridge.webSocketPort())"

      let report = try FinishedCommand.bridge(
        "doctor", "--data-dir", place.path + "/other", "--websocket", address)

      #expect(report.output.contains("websocket     \(address): served by a bridge"))
    }
    let socket = try ServiceSocket(ipv4: 0x7F00_0001)
    let free = socket.port
    _ = consume socket

    let report = try FinishedCommand.bridge(
      "doctor", "--data-dir", place.path + "/other", "--websocket", "127.0.0.1:\(free)")

    #expect(report.output.contains("websocket     127.0.0.1:\(free): free"))
  }
}
