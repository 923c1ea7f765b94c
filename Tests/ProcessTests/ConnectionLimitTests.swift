import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the limits of one connection.
@Suite struct ConnectionLimitTests {
  @Test(
    "a peer that does not read its answers is throttled, gets all of them, and delays no other peer"
  )
  func slowReader() async throws {
    let place = TemporaryDirectory()
    try await withBridge(["--stdio", "--socket", place.path + "/run/s"], in: place) { bridge in
      let slow = try await bridge.connectUnix()
      slow.pauseReading()
      // More than the queue of the bridge and the buffers of the socket hold together.
      let ids = (0..<300).map { JSON.int($0) }
      // Use one write: separate writes would take a buffer each, and the kernel has too few.
      try slow.sendTogether(
        ids.map { #"{"jsonrpc":"2.0","id":\#($0.text),"method":"events.catalog"}"# })
      for _ in 0..<20 { try await bridge.stdio.call("bridge.ping") }

      slow.resumeReading()

      for id in ids {
        #expect(try await slow.answer(to: id).arrayValue?.isEmpty == false)
      }
    }
  }

  // With `inFlight=1000` or more, the number of unread answers ended the connection, without a line in the log.
  @Test(
    "a peer that does not read gets the answers to all its calls in flight, or a line in the log",
    arguments: [1_048_576, 100_000])
  func unreadAnswers(_ outQueueBytes: Int) async throws {
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "inFlight=2000", "--limit",
      "outQueueBytes=\(outQueueBytes)", "--limit", "callbackSeconds=600",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let host = bridge.stdio
      try await host.call("setFCMTokenProvider", ["provider": "callback"])
      let slow = try await bridge.connectUnix()
      slow.pauseReading()
      let ids = (0..<1800).map { JSON.int($0) }
      try slow.sendTogether(
        ids.map { #"{"jsonrpc":"2.0","id":\#($0.text),"method":"getPushToken"}"# })
      try await eventually("all calls are in flight") {
        try await host.call("bridge.stats")["calls"]?["requests"]?.intValue ?? 0 > ids.count
      }
      // The first call asks, and the others share the next answers. Together they are longer than the buffer of a socket.
      let token = String(repeating: "t", count: 400)
      try await eventually("the host is asked") { !host.callbacks.isEmpty }
      host.onCallback("provider.getToken") { _ in .string(token) }
      let id = try #require(host.callbacks[0]["id"]?.text)
      try host.send(#"{"jsonrpc":"2.0","id":\#(id),"result":"\#(token)"}"#)

      if outQueueBytes > 1_000_000 {
        try await eventually("all calls are answered") {
          let latency = try await host.call("bridge.stats")["latencyMicroseconds"]?.arrayValue
          return (latency ?? []).reduce(0) { $0 + ($1["count"]?.intValue ?? 0) } > ids.count
        }
        slow.resumeReading()
        for id in ids { #expect(try await slow.answer(to: id)["token"] != nil) }
      } else {
        let line = "a client did not read its answers; its connection ended"
        try await eventually { bridge.errorText.contains(line) }
        #expect(bridge.errorText.contains(#"limit="outQueueBytes""#))
        slow.resumeReading()
        try await slow.waitForEnd()
      }
    }
  }

  @Test("a closed peer frees its place, even while its calls wait")
  func gone() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0", "--limit",
      "connections=9",
    ]
    try await withBridge(arguments, in: place) { bridge in
      try await bridge.stdio.storeToken(url)
      // Count after the first round: then the descriptors for deliveries are open.
      var descriptors = 0
      for round in 0..<3 {
        var peers: [WireConnection] = []
        for _ in 0..<4 {
          peers.append(try await bridge.connectUnix())
          peers.append(try await bridge.connectTCP())
        }
        for peer in peers {
          _ = try peer.begin("pushSubscribe", ["wait": "outcome", "waitTimeoutMs": 86_400_000])
          #expect(try await peer.call("bridge.ping") == "pong")
        }
        for peer in peers { peer.abandon() }
        try await eventually("round \(round): their places are free", within: .seconds(20)) {
          let stats = try await bridge.stdio.call("bridge.stats")
          return stats["connections"]?["open"]?.intValue == 1
        }
        if round == 0 { descriptors = try openDescriptors(of: bridge) }
      }
      // Their calls are jobs of the outbox all the same.
      let stats = try await bridge.stdio.call("bridge.stats")
      #expect(stats["outbox"]?["accepted"]?.intValue == 24)
      try await eventually("their descriptors are closed") {
        try openDescriptors(of: bridge) <= descriptors + 4
      }
    }
  }

  private func openDescriptors(of bridge: ServiceProcess) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(bridge.pid)/fd").count
  }

  @Test("calls beyond the limit in flight wait their turn")
  func inFlight() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .delay(milliseconds: 300))])
    try await withBridge(["--limit", "inFlight=2"]) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      let calls = try (0..<6).map { _ in try host.begin("pushSubscribe", ["wait": "outcome"]) }
      for call in calls {
        #expect(try await host.answer(to: call)["outcome"]?.state == "delivered")
      }
    }
  }

  @Test("long calls in flight are limited, and the others wait", arguments: [4_000, 100_000])
  func inFlightBytes(_ limit: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    try await withBridge(["--limit", "inFlightBytes=\(limit)"]) { bridge in
      let host = bridge.stdio
      #expect(try await host.call("bridge.info")["limits"]?["inFlightBytes"] == .int(limit))
      try await host.storeToken(url)
      let text = JSON.string(String(repeating: "x", count: 10_000))
      let long = try host.begin(
        "pushSubscribe", ["profileFields": ["f": text], "wait": "outcome"])
      let short = try host.begin("bridge.ping")
      let count = host.messages.count

      // The long call alone exceeds the lower limit, but is accepted; later calls wait for its end.
      #expect(simulator.waitForRequests(1).count == 1)
      try host.notify("$/cancelRequest", ["id": long])

      let answers = try await host.messages(count + 2).suffix(2).map { $0["id"] }
      #expect(answers == (limit < 10_000 ? [long, short] : [short, long]))
    }
  }

  @Test("a started message on a socket has a deadline")
  func halfAMessage() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/run/s", "--limit", "frameSeconds=0.2"]
    try await withBridge(arguments, in: place) { bridge in
      let host = try await bridge.connectUnix()
      #expect(try await host.call("bridge.ping") == "pong")
      try host.write(Array(#"{"jsonrpc":"2.0","#.utf8))
      let slow = try await host.messages(2)[1]
      #expect(slow["id"] == .null)
      #expect(slow["error"]?["code"] == -32600)
      #expect(slow["error"]?["data"]?["limit"] == "frameSeconds")
      #expect(slow["error"]?["data"]?["max"]?.text == "0.2")
      try bridge.stdio.write(Array(#"{"jsonrpc":"2.0","id":"late","#.utf8))

      try await host.waitForEnd()
      let line = "a message was not complete in time; the connection ends"
      try await eventually { bridge.errorText.contains(line) }
      #expect(bridge.errorText.contains(#"limit="frameSeconds""#))

      bridge.stdio.announce(#"{"jsonrpc":"2.0","id":"late","method":"bridge.ping"}"#)
      try bridge.stdio.write(Array("\"method\":\"bridge.ping\"}\n".utf8))
      #expect(try await bridge.stdio.messages(1)[0]["result"] == "pong")
    }
  }

  @Test("a peer that does not authenticate in time is disconnected")
  func silence() async throws {
    let arguments = ["--listen", "127.0.0.1:0", "--require-token", "--limit", "authSeconds=0.2"]
    try await withBridge(arguments) { bridge in
      let host = try await bridge.connectTCP()
      try await host.waitForEnd()
      #expect(host.bytes.isEmpty)
    }
  }

  @Test(
    "a connection beyond the limit is closed, and there is room again after another one has closed"
  )
  func tooMany() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--socket", place.path + "/run/s", "--limit", "connections=2"]
    try await withBridge(arguments, in: place) { bridge in
      let first = try await bridge.connectUnix()
      #expect(try await first.call("bridge.ping") == "pong")
      let second = try await bridge.connectUnix()
      #expect(try await second.call("bridge.ping") == "pong")
      let third = try await bridge.connectUnix()
      try await third.waitForEnd()
      #expect(third.bytes.isEmpty)

      second.abandon()

      try await eventually("there is room") {
        let next = try await bridge.connectUnix()
        do { return try await next.call("bridge.ping") == "pong" } catch { return false }
      }
      let counts = try await first.call("bridge.stats")["connections"]
      #expect(counts?["refused"]?.intValue ?? 0 >= 1)
    }
  }
}
