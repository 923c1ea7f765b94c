import BridgeClient
import Glibc
import JSONCodec
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite("The connections of the client for Swift") struct ReconnectionTests {
  private static func subscriptions(_ bridge: ScriptedBridge) -> [JSON?] {
    bridge.requests.filter { $0.request["method"] == "events.subscribe" }
      .map { $0.request["params"]?["since"] }
  }

  @Test("a replay that was interrupted continues at the last event that it delivered")
  func interruptedReplay() async throws {
    let scripted = ScriptedBridge { connection, request in
      guard request["method"] == "events.subscribe" else {
        return [ScriptedBridge.result(request, ["epoch": "e"])]
      }
      let answer = ScriptedBridge.result(request, ["epoch": "e", "seq": 20, "gap": nil])
      if request["params"]?["since"] == nil { return [answer, ScriptedBridge.event(20)] }
      return [answer] + (connection == 1 ? [6, 7].map(ScriptedBridge.event) : [])
    }
    let seen = Mutex(0)
    var host = Bridge.Host()
    host.notification = { _, _ in seen.withLock { $0 += 1 } }
    let bridge = try scripted.client(host)

    _ = try await bridge.call("events.subscribe")
    _ = try await bridge.call("events.subscribe", ["since": 5])
    try await eventually { seen.withLock { $0 } == 3 }
    bridge.state.withLock { $0.link }.connection.finishSending()
    try await eventually { Self.subscriptions(scripted).count == 3 }

    #expect(Self.subscriptions(scripted) == [nil, 5, 7])
    await bridge.end()
  }

  @Test("a gap is reported before the first event behind it", arguments: 0..<20)
  func gaps(_: Int) async throws {
    let scripted = ScriptedBridge { connection, request in
      guard request["method"] == "events.subscribe" else {
        return [ScriptedBridge.result(request, ["epoch": "e"])]
      }
      let gap: JSON = connection == 1 ? nil : ["from": 1, "to": 7]
      let answer: JSON = ["epoch": "e", "seq": 9, "oldest": 8, "gap": gap]
      let events = connection == 1 ? [] : [8, 9].map(ScriptedBridge.event)
      return [ScriptedBridge.result(request, answer)] + events
    }
    let seen = Mutex<[String]>([])
    var host = Bridge.Host()
    host.notification = { method, parameters in
      seen.withLock { $0.append("\(method) \(parameters["seq"] ?? nil)") }
    }
    let bridge = try scripted.client(host)

    _ = try await bridge.call("events.subscribe")
    bridge.state.withLock { $0.link }.connection.finishSending()
    try await eventually { seen.withLock { $0.count } == 3 }

    #expect(seen.withLock { $0 } == ["events.gap null", "event 8", "event 9"])
    await bridge.end()
  }

  @Test("a stream of outcomes continues after a lost connection behind its last item")
  func outcomes() async throws {
    @Sendable func outcome(_ number: Int) -> JSON {
      [
        "jsonrpc": "2.0", "method": "outcome",
        "params": [
          "epoch": "e-1", "outcome": .int(number), "requestId": "r", "method": "mobileEvent",
          "user": nil,
          "state": "delivered", "eventCode": 233, "name": "n", "httpCode": nil, "response": nil,
          "acceptedAt": "", "endedAt": "", "attempts": 1, "trace": nil,
        ],
      ]
    }
    let scripted = ScriptedBridge { connection, request in
      guard request["method"] == "outcomes.subscribe" else {
        return [ScriptedBridge.result(request, ["epoch": "e"])]
      }
      let answer = ScriptedBridge.result(request, ["epoch": "e-1", "first": 1, "last": 9])
      let gap: JSON = [
        "jsonrpc": "2.0", "method": "outcomes.gap",
        "params": ["epoch": "e-1", "from": 6, "to": 7, "reason": "notKept"],
      ]
      return connection == 1 ? [answer, outcome(5)] : [answer, gap, outcome(8)]
    }
    let bridge = try scripted.client()
    var numbers: [Int] = []

    for await item in try await bridge.outcomeStream(after: 4) {
      switch item {
      case .end(let end): numbers.append(end.outcome)
      case .gap(let gap): numbers += [-gap.from, -gap.to]
      case .other(let item): numbers.append(Int(item["outcome"]?.intValue ?? 0))
      }
      if numbers == [5] { bridge.state.withLock { $0.link }.connection.finishSending() }
      if numbers.last == 8 { break }
    }

    #expect(numbers == [5, -6, -7, 8])
    func calls(_ method: String) -> [JSON?] {
      scripted.requests.filter { $0.request["method"]?.stringValue == method }
        .map { $0.request["params"]?["after"] }
    }
    #expect(calls("outcomes.subscribe") == [4, 5])
    try await eventually { calls("outcomes.unsubscribe").count == 1 }
    await bridge.end()
  }

  @Test("a refused authentication leaves no connection, and reports no loss")
  func refusedAuthentication() async throws {
    let scripted = ScriptedBridge { _, request in
      [
        [
          "jsonrpc": "2.0", "id": request["id"] ?? nil,
          "error": ["code": -32001, "message": "no", "data": ["reason": "unauthorized"]],
        ]
      ]
    }
    let changes = Mutex(0)
    var host = Bridge.Host()
    host.connection = { _ in changes.withLock { $0 += 1 } }
    let port = try scripted.listen()

    do throws(BridgeError) {
      _ = try await Bridge.connect(port: port, token: "t", host: host)
      Issue.record("it connected")
    } catch {
      #expect(error.reason == .unauthorized)
    }

    try await eventually { scripted.ended == 1 }
    #expect(changes.withLock { $0 } == 0)
  }

  @Test("a close during a reconnection ends the process that is being started")
  func closeDuringReconnection() async throws {
    let directory = TemporaryDirectory()
    let started = Mutex<[PipedProcess]>([])
    let isClosed = Monitor(false)
    let bridge = try Bridge(Bridge.Host(), reconnects: true, phase: .open) {
      handlers throws(BridgeError) in
      // The second process is started while the client is being closed.
      if started.withLock({ $0.count }) == 1 {
        _ = isClosed.wait(until: .never) { $0 ? true : nil }
      }
      guard
        let process = try? PipedProcess(
          builtProduct("altcraft-bridge"),
          ["serve", "--stdio", "--data-dir", directory.path + "/data"], environment: [:])
      else { throw .unreachable("no process") }
      started.withLock { $0.append(process) }
      return Link(BridgeConnection(process.wire, handlers), process: process)
    }

    _ = try await bridge.call("bridge.ping")
    started.withLock { $0[0] }.send(signal: SIGKILL)
    try await eventually { bridge.state.withLock { $0.isReopening } }
    let end = Task { await bridge.end() }
    try await eventually { bridge.state.withLock { $0.phase } == .closed }
    isClosed.update { $0 = true }
    _ = await end.value

    let second = try #require(started.withLock { $0 }.last)
    #expect(started.withLock { $0.count } == 2)
    #expect(second.waitForExit(until: .after(.zero)) != nil)
  }

  @Test("the end of a connection does not block the threads of tasks")
  func endDoesNotBlock() async throws {
    let isReleased = Monitor(false)
    let scripted = ScriptedBridge.hanging(until: isReleased)
    let bridges = try (0..<50).map { _ in try scripted.client() }
    let ends = bridges.map { bridge in
      Task {
        _ = try? await bridge.call("hang", within: .milliseconds(1))
        return await bridge.end()
      }
    }
    try await eventually {
      bridges.allSatisfy { $0.state.withLock { $0.phase } == .closed }
    }

    isReleased.update { $0 = true }
    for end in ends { #expect(await end.value == nil) }
  }

  @Test("a process that cannot start is not started again, and the first call has its log")
  func cannotStart() async throws {
    let directory = TemporaryDirectory()
    let changes = Mutex(0)
    var host = Bridge.Host()
    host.connection = { _ in changes.withLock { $0 += 1 } }
    let bridge = try Bridge.start(
      builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/data",
      arguments: ["--limit", "nonsense=1"], host: host)

    let error = await #expect(throws: BridgeError.self) { try await bridge.call("bridge.ping") }

    guard case .disconnected(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("has ended with status 64\n") && text.contains("nonsense"))
    #expect(bridge.state.withLock { $0.phase } == .new && changes.withLock { $0 } == 0)
    #expect(await bridge.end() == 64)
  }
}
