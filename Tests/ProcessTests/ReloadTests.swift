import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of SIGHUP: the settings that change in a running service, and the report of them.
@Suite(.timeLimit(.minutes(10))) struct ReloadTests {
  private let place = TemporaryDirectory()
  private var file: String { place.path + "/config.json" }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
  }

  /// Requests a reload and waits until the log reports its result.
  private func reload(_ bridge: ServiceProcess, _ words: String) async throws {
    let former = bridge.errorText.count
    bridge.send(signal: SIGHUP)
    try await eventually("the log says: \(words)") {
      bridge.errorText.dropFirst(former).contains(words)
    }
  }

  @Test("limits change for new connections, and the log level at once")
  func changes() async throws {
    try write(#"{"limit":{"batchLength":1}}"#)
    let socket = place.path + "/s"
    try await withBridge(["--stdio", "--socket", socket, "--config", file], in: place) { bridge in
      let old = try await bridge.connectUnix()
      let batch =
        #"[{"jsonrpc":"2.0","id":"a","method":"bridge.ping"},{"jsonrpc":"2.0","id":"b","method":"bridge.ping"}]"#
      try old.send(batch)
      #expect(try await old.messages(1)[0]["error"]?["code"] == -32600)

      try write(
        #"{"limit":{"batchLength":2,"attemptSeconds":7},"logLevel":"debug","logFormat":"json"}"#)
      try await reload(
        bridge,
        #""message":"the configuration was reloaded","changed":"logLevel, logFormat, limit.attemptSeconds, limit.batchLength""#
      )

      let new = try await bridge.connectUnix()
      try new.send(batch)
      #expect(try await new.messages(1)[0].arrayValue?.count == 2)
      try old.send(batch)
      #expect(try await old.messages(2)[1]["error"]?["code"] == -32600)
      let limits = try await new.call("bridge.info")["limits"]
      #expect(limits?["batchLength"] == 2 && limits?["attemptSeconds"] == 7)

      try write("{}")
      try await reload(bridge, "limit.batchLength")
      #expect(try await new.call("bridge.info")["limits"]?["batchLength"] == 100)
    }
  }

  @Test("the limit of connections changes at once")
  func connections() async throws {
    try write(#"{"limit":{"connections":2}}"#)
    let socket = place.path + "/s"
    try await withBridge(["--stdio", "--socket", socket, "--config", file], in: place) { bridge in
      let host = try await bridge.connectUnix()
      #expect(try await host.call("bridge.ping") == "pong")
      try await bridge.connectUnix().waitForEnd()

      try write(#"{"limit":{"connections":3}}"#)
      try await reload(bridge, "limit.connections")

      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
      #expect(try await host.call("bridge.ping") == "pong")
    }
  }

  @Test("the token is required of connections from then on")
  func requireToken() async throws {
    try write("{}")
    let arguments = ["--stdio", "--listen", "127.0.0.1:0", "--config", file]
    try await withBridge(arguments, in: place) { bridge in
      let before = try await bridge.connectTCP()
      #expect(try await before.call("bridge.ping") == "pong")

      try write(#"{"requireToken":true}"#)
      try await reload(bridge, "requireToken")

      #expect(try await bridge.connectTCP().refusal(of: "bridge.ping").code == -32001)
      #expect(try await before.call("bridge.ping") == "pong")
    }
  }

  @Test("unchangeable settings are named in each report, and the others still change")
  func needsRestart() async throws {
    try write(#"{"dataDir":"\#(ServiceProcess.dataDirectory(in: place))"}"#)
    let bridge = try ServiceProcess(["serve", "--stdio", "--config", file], in: place)
    try await bridge.stdio.call("bridge.ping")

    try write(
      #"{"dataDir":"\#(place.path)/other","socket":"\#(place.path)/s","durability":"process","allowInsecureHttp":true,"limit":{"outboxBytes":1000000,"depth":9}}"#
    )
    for _ in 1...2 {
      try await reload(
        bridge,
        #"settings="limit.outboxBytes, socket, dataDir, durability, allowInsecureHttp""#)
    }

    let info = try await bridge.stdio.call("bridge.info")
    #expect(info["dataDir"] == .string(bridge.dataDirectory))
    #expect(info["limits"]?["depth"] == 9 && info["limits"]?["outboxBytes"] == 67_108_864)
    #expect(bridge.errorText.contains(#"changed="limit.depth""#))
    #expect(bridge.errorText.contains(#"changed="nothing""#))
  }

  @Test(
    "an invalid file changes nothing and is reported",
    arguments: [
      "{", "[]", #"{"logLevle":"debug","limit":{"depth":9}}"#,
      #"{"limit":{"depth":9,"inFlight":0}}"#,
    ])
  func broken(_ text: String) async throws {
    try write("{}")
    let arguments = ["--stdio", "--config", file]
    try await withBridge(arguments, in: place) { bridge in
      try write(text)
      try await reload(bridge, "error the configuration was not reloaded problem=")
      #expect(try await bridge.stdio.call("bridge.info")["limits"]?["depth"] == 64)

      unlink(file)
      try await reload(bridge, "no such file or directory")

      try write(#"{"limit":{"depth":9}}"#)
      try await reload(bridge, "limit.depth")
      #expect(try await bridge.stdio.call("bridge.info")["limits"]?["depth"] == 9)
    }
  }

  @Test("a file that others can write to is reported")
  func writable() async throws {
    try write("{}")
    chmod(file, 0o666)
    try await withBridge(["--stdio", "--config", file], in: place) { bridge in
      #expect(
        bridge.errorText.contains(
          "notice the configuration file is writable by other users path=\"\(file)\""))
    }
  }

  @Test("a flag overrides the reloaded file")
  func flags() async throws {
    try write(#"{"logLevel":"error"}"#)
    let arguments = ["--stdio", "--config", file, "--log-level", "info", "--limit", "depth=5"]
    try await withBridge(arguments, in: place) { bridge in
      try write(#"{"logLevel":"debug","limit":{"depth":9}}"#)
      try await reload(bridge, #"the configuration was reloaded changed="nothing""#)
      #expect(try await bridge.stdio.call("bridge.info")["limits"]?["depth"] == 5)
    }
  }

  @Test("a level set by a host stays if the file is unchanged")
  func hostsLevel() async throws {
    try write(#"{"logLevel":"notice"}"#)
    let arguments = ["--stdio", "--config", file]
    try await withBridge(arguments, in: place) { bridge in
      try await bridge.stdio.call("bridge.setLogLevel", ["level": "error"])
      bridge.send(signal: SIGHUP)
      try write(#"{"logLevel":"notice","limit":{"depth":9}}"#)
      try await eventually("it is read") {
        bridge.send(signal: SIGHUP)
        return try await bridge.stdio.call("bridge.info")["limits"]?["depth"] == 9
      }
      #expect(!bridge.errorText.contains("was reloaded"))
    }
  }
}
