import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the WebSocket listener as part of the service: roles, tokens, tickets, HTTP answers and settings.
@Suite(.timeLimit(.minutes(10))) struct WebSocketServiceTests {
  private let place = TemporaryDirectory()
  private static let flags = ["--websocket", "127.0.0.1:0"]
  private static let write: JSON = ["suiteName": "a", "key": "b", "value": 1]

  @Test("a host with the token does its main job over WebSocket, with a JWT by callback")
  func mainJob() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(Self.flags, in: place) { bridge in
      let host = try await bridge.connectWebSocket(token: bridge.token()).wire
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      try await host.call("events.subscribe")

      let answer = try await host.call(
        "mobileEvent", ["sid": "p", "eventName": "e", "wait": "outcome"])

      #expect(answer["outcome"]?["state"] == "delivered")
      try await host.event(237)
      #expect(simulator.requests().first?.headers["authorization"] == "Bearer \(TestJWT.ann)")
    }
  }

  @Test("the address is in the ready line, in bridge.info, and in the output of endpoint")
  func address() async throws {
    try await withBridge(Self.flags + ["--stdio"], in: place) { bridge in
      let port = try await bridge.webSocketPort()
      let info = try await bridge.stdio.call("bridge.info")
      #expect(info["transports"] == ["stdio", .string("ws:127.0.0.1:\(port)")])
      #expect(info["limits"]?["idleSeconds"] == 40)

      let command = try FinishedCommand.bridge(
        "endpoint", "--format", "json", "--connect", "ws://127.0.0.1:\(port)", "--token-file",
        bridge.dataDirectory + "/rpc.observer-token")

      let printed = try JSONParser.parse(Array(command.output.utf8)).value
      #expect(printed["webSocket"] == .string("ws://127.0.0.1:\(port)/rpc"))
      #expect(printed["observerTokenFile"] == .string(bridge.dataDirectory + "/rpc.observer-token"))
    }
  }

  @Test("both tokens are private, differ, are new at each start, and go with a clean stop")
  func files() async throws {
    var earlier: [String] = []
    for _ in 0..<2 {
      let bridge = try ServiceProcess(serving: Self.flags, in: place)
      try await bridge.ready()
      for name in ["rpc.token", "rpc.observer-token"] {
        var status = stat()
        try #require(lstat(bridge.dataDirectory + "/" + name, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o7777 == 0o600)
        let token = try bridge.token(name)
        #expect(token.utf8.count == 64 && !earlier.contains(token))
        #expect(!bridge.errorText.contains(token))
        earlier.append(token)
      }
      bridge.send(signal: SIGTERM)
      #expect(try await bridge.waitForExit() == .exited(0))
      #expect(throws: (any Error).self) { try bridge.token() }
      #expect(throws: (any Error).self) { try bridge.token("rpc.observer-token") }
    }
  }

  @Test(
    "an observer reads, and cannot write by a request or a notification, over WebSocket and TCP")
  func observer() async throws {
    try await withBridge(Self.flags + ["--listen", "127.0.0.1:0"], in: place) { bridge in
      let token = try bridge.token("rpc.observer-token")
      let tcp = try await bridge.connectTCP()
      try await tcp.call("bridge.authenticate", ["token": .string(token)])
      let page = try await bridge.connectWebSocket(token: token).wire

      for host in [tcp, page] {
        #expect(try await host.call("bridge.ping") == "pong")
        try await host.call("events.subscribe")
        for method in ["initialization", "mobileEvent", "bridge.shutdown", "setUserDefaultsValue"] {
          let refused = try await host.refusal(of: method, Self.write)
          #expect(refused.code == -32001 && refused.reason == "unauthorized")
          #expect(refused.error["message"]?.stringValue?.contains(method) == true)
        }
        try host.notify("setUserDefaultsValue", Self.write)
        try host.notify("bridge.shutdown")
        let value = try await host.call(
          "bridge.getUserDefaultsValue", ["suiteName": "a", "key": "b"])
        #expect(value == .null)
      }
    }
  }

  @Test("without a token nothing is executed, and a wrong one is refused")
  func withoutToken() async throws {
    try await withBridge(Self.flags, in: place) { bridge in
      let token = try bridge.token()
      let late = try await bridge.connectWebSocket()
      #expect(try await late.wire.call("bridge.authenticate", ["token": .string(token)]) == true)
      #expect(try await late.wire.call("bridge.ping") == "pong")

      let early = try await bridge.connectWebSocket()
      #expect(try await early.wire.refusal(of: "setUserDefaultsValue", Self.write).code == -32001)
      try await early.wire.waitForEnd()
      #expect(early.closeCode == 1008)

      let guess = try await bridge.connectWebSocket()
      let refused = try await guess.wire.refusal(
        of: "bridge.authenticate", ["token": .string(token + "0")])
      #expect(refused.code == -32001)
      try await guess.wire.waitForEnd()
      #expect(guess.closeCode == 1008)

      let reply = await #expect(throws: HTTPReply.self) {
        try await bridge.connectWebSocket(token: String(token.reversed()))
      }
      #expect(reply?.status == 401 && reply?.fields["www-authenticate"] == "Bearer")
      #expect(reply?.body.contains("token") == true)

      let value = try await late.wire.call(
        "bridge.getUserDefaultsValue", ["suiteName": "a", "key": "b"])
      #expect(value == .null)
    }
  }

  @Test(
    "a ticket opens one connection of a page, and its session the next ones",
    arguments: ["control", "observer"])
  func ticket(_ role: String) async throws {
    try await withBridge(Self.flags + ["--stdio"], in: place) { bridge in
      let port = try await bridge.webSocketPort()
      let made = try await bridge.stdio.call("bridge.ticket", ["role": .string(role)])
      let url = made["url"]?.stringValue ?? ""
      #expect(url.hasPrefix("http://127.0.0.1:\(port)/#ticket="))
      let ticket = JSON.string(String(url.split(separator: "=").last ?? ""))

      let page = try await bridge.connectWebSocket()
      let opened = try await page.wire.call("bridge.authenticate", ["ticket": ticket])
      #expect(opened["role"]?.stringValue == role)

      let second = try await bridge.connectWebSocket()
      let used = try await second.wire.refusal(of: "bridge.authenticate", ["ticket": ticket])
      #expect(used.code == -32001)
      #expect(used.error["message"]?.stringValue?.contains("ticket") == true)
      try await second.wire.waitForEnd()

      let session = try #require(opened["session"]?.stringValue)
      let again = try await bridge.connectWebSocket(token: session)
      for host in [page.wire, again.wire] {
        if role == "control" {
          try await host.call("setUserDefaultsValue", Self.write)
        } else {
          #expect(try await host.refusal(of: "setUserDefaultsValue", Self.write).code == -32001)
        }
      }
    }
  }

  @Test("the port answers for health checks and monitoring, the metrics with a token only")
  func answers() async throws {
    try await withBridge(Self.flags, in: place) { bridge in
      let port = try await bridge.webSocketPort()
      func get(_ path: String, _ token: String? = nil) throws -> HTTPReply {
        let fields = token.map { ["Authorization: Bearer \($0)"] } ?? []
        return try WebSocketHost.request(path, port: port, fields: fields)
      }

      #expect(try get("/healthz").body == "ok\n")
      #expect(try get("/readyz").status == 200)
      #expect(try get("/").body.contains("/rpc"))
      #expect(try get("/metrics").status == 401)
      #expect(try get("/metrics", "wrong").status == 401)
      for name in ["rpc.token", "rpc.observer-token"] {
        let metrics = try get("/metrics", try bridge.token(name))
        #expect(metrics.status == 200)
        #expect(metrics.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(
          metrics.body.contains("\naltcraft_bridge_outbox_pending{app_group=\"default\"} 0\n"))
      }
      #expect(try get("/other").status == 404)
      for path in ["/", "/healthz", "/metrics"] {
        let fields = try get(path).fields
        #expect(
          fields["cache-control"] == "no-store" && fields["x-content-type-options"] == "nosniff")
        #expect(!fields.keys.contains { $0.hasPrefix("access-control-") })
      }
    }
  }

  @Test("a page connects from an allowed origin only, and a reload changes which, and the metrics")
  func reload() async throws {
    let file = place.path + "/config.json"
    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
    try write(#"{"websocket":"127.0.0.1:0","allowOrigin":["https://old.example"]}"#)
    try await withBridge(["--config", file], in: place) { bridge in
      let (token, port) = (try bridge.token(), try await bridge.webSocketPort())
      func status(_ origin: String) async throws -> Int {
        do {
          let page = try await bridge.connectWebSocket(token: token, origin: origin)
          #expect(try await page.wire.call("bridge.ping") == "pong")
          return 101
        } catch let reply as HTTPReply {
          #expect(reply.body.contains("--allow-origin"))
          return reply.status
        }
      }
      #expect(try await status("https://old.example") == 101)
      #expect(try await status("https://new.example") == 403)
      #expect(try await status("null") == 403)

      try write(
        #"{"websocket":"127.0.0.1:0","allowOrigin":["https://new.example"],"publicMetrics":true}"#)
      bridge.send(signal: SIGHUP)
      try await eventually("the reload") {
        bridge.errorText.contains("allowOrigin, publicMetrics")
      }

      #expect(try await status("https://old.example") == 403)
      #expect(try await status("https://new.example") == 101)
      #expect(try WebSocketHost.request("/metrics", port: port).status == 200)
    }
  }

  @Test("a port that is in use ends the start with its address")
  func takenPort() async throws {
    let socket = try ServiceSocket(ipv4: 0x7F00_0001)
    let address = "127.0.0.1:\(socket.port)"

    let bridge = try ServiceProcess(serving: ["--websocket", address], in: place)

    #expect(try await bridge.waitForExit() == .exited(78))
    #expect(
      bridge.errorText == "altcraft-bridge: ws:\(address) is already in use by another process\n")
  }

  @Test("a stop ends each connection with the code for an end of the service")
  func stop() async throws {
    let bridge = try ServiceProcess(serving: Self.flags, in: place)
    try await bridge.ready()
    let host = try await bridge.connectWebSocket(token: bridge.token())
    #expect(try await host.wire.call("bridge.ping") == "pong")

    bridge.send(signal: SIGTERM)

    #expect(try await bridge.waitForExit() == .exited(0))
    try await host.wire.waitForEnd()
    #expect(host.closeCode == 1001)
  }

  @Test("a connection over WebSocket is recorded and replays without a difference")
  func recording() async throws {
    let file = place.path + "/recording"
    for name in ["rpc.token", "rpc.observer-token"] {
      let bridge = try ServiceProcess(serving: Self.flags + ["--record", file], in: place)
      try await bridge.ready()
      let host = try await bridge.connectWebSocket(token: bridge.token(name)).wire
      #expect(try await host.call("bridge.ping") == "pong")
      _ = try? await host.call("setUserDefaultsValue", Self.write)
      host.endOutput()
      try await host.waitForEnd()
      let late = try await bridge.connectWebSocket().wire
      try await late.call("bridge.authenticate", ["token": .string(bridge.token())])
      #expect(try await late.call("bridge.ping") == "pong")
      late.endOutput()
      try await late.waitForEnd()
      bridge.send(signal: SIGTERM)
      #expect(try await bridge.waitForExit() == .exited(0))
    }

    let replayed = try FinishedCommand.bridge("replay", file)

    #expect(replayed.status == 0, "\(replayed.text)")
    #expect(replayed.text.contains("no differences"))
  }
}
