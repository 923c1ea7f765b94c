import AltcraftBridgeClient
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Tests of the product for other packages with the real program. They use what another package can use.
@Suite("The client for Swift") struct BridgeTests {
  private static let limits = ["--limit", "callbackSeconds=1", "--allow-insecure-http"]
  private static let configuration: JSONValue = [
    "apiUrl": "http://127.0.0.1:9", "rToken": "r-1",
  ]

  private static func start(_ host: Bridge.Host = Bridge.Host(), reconnects: Bool = true) throws
    -> (
      Bridge, TemporaryDirectory
    )
  {
    let directory = TemporaryDirectory()
    let bridge = try Bridge.start(
      builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/data", arguments: limits,
      host: host, reconnects: reconnects)
    return (bridge, directory)
  }

  @Test("starts a bridge, calls methods, and ends it")
  func calls() async throws {
    let (bridge, directory) = try Self.start()

    let pong = try await bridge.call("bridge.ping")
    let started = try await bridge.call("initialization", ["configuration": Self.configuration])
    let receipt = try await bridge.call(
      "mobileEvent",
      ["sid": "px", "eventName": "buy", "requestId": "order-7", "payload": ["price": 12.5]])
    let job = try await bridge.call("outbox.get", ["requestId": "order-7"])

    #expect(pong == "pong" && started == true)
    #expect(receipt == ["requestId": "order-7"])
    #expect(job["state"]?.stringValue == "pending" && job["attempts"]?.intValue != nil)
    #expect(bridge.close() == 0)
    withExtendedLifetime(directory) {}
  }

  @Test("throws the error of the bridge, with its reason and data")
  func errors() async throws {
    let (bridge, directory) = try Self.start()

    let refusal = await #expect(throws: BridgeError.self) {
      try await bridge.call("outbox.get", ["requestId": 7])
    }
    let unknown = await #expect(throws: BridgeError.self) { try await bridge.call("mobilEvent") }

    guard case .refused(let code, let reason, let message, let data) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(code == -32602 && reason == "invalidParams" && !message.isEmpty)
    #expect(data["parameter"] == "requestId" && refusal?.isRetryable == false)
    guard case .refused(-32601, "methodNotFound", _, _) = unknown else {
      Issue.record("\(String(describing: unknown))")
      return
    }
    bridge.close()
    withExtendedLifetime(directory) {}
  }

  @Test("gets events over a Unix socket, and answers the requests of the bridge")
  func host() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/socket/rpc.sock"
    let service = try ServiceProcess(serving: ["--socket", socket] + Self.limits, in: directory)
    _ = try await service.ready()
    let events = Mutex<[String]>([])
    let questions = Mutex<[JSONValue]>([])
    var host = Bridge.Host()
    host.notification = { method, parameters in
      events.withLock { $0.append("\(method) \(parameters["name"]?.stringValue ?? "")") }
    }
    host.answers["provider.getToken"] = { parameters in
      questions.withLock { $0.append(parameters) }
      return "token-1"
    }

    let bridge = try Bridge.connect(socket: socket, host: host)
    _ = try await bridge.call("events.subscribe")
    _ = try await bridge.call("initialization", ["configuration": Self.configuration])
    _ = try await bridge.call("setFCMTokenProvider", ["provider": "callback"])
    let token = try await bridge.call("getPushToken")

    #expect(token["token"] == "token-1")
    #expect(questions.withLock { $0 }.first?["provider"] == "ios-firebase")
    try await eventually { events.withLock { $0.contains("event configuration.installed") } }
    bridge.close()
    service.send(signal: SIGTERM)
    try await service.waitForExit()
  }

  @Test("authenticates at a port, and is refused with another token")
  func port() async throws {
    let directory = TemporaryDirectory()
    let service = try ServiceProcess(
      serving: ["--listen", "127.0.0.1:0", "--require-token"], in: directory)
    let port = try #require(UInt16(try await service.endpoint("tcp:127.0.0.1:")))
    let file = ServiceProcess.dataDirectory(in: directory) + "/rpc.token"
    let token = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")[0]

    let bridge = try await Bridge.connect(port: port, token: String(token))
    let pong = try await bridge.call("bridge.ping")
    let refusal = await #expect(throws: BridgeError.self) {
      try await Bridge.connect(port: port, token: "another")
    }

    #expect(pong == "pong")
    guard case .refused(_, "unauthorized", _, _) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    bridge.close()
    service.send(signal: SIGTERM)
    try await service.waitForExit()
  }

  @Test("gives up a call after its time, and reports a lost connection and an absent bridge")
  func failures() async throws {
    let changes = Mutex<[Bridge.ConnectionChange]>([])
    var host = Bridge.Host()
    host.connection = { change in changes.withLock { $0.append(change) } }
    let (bridge, directory) = try Self.start(host, reconnects: false)
    _ = try await bridge.call("initialization", ["configuration": Self.configuration])

    await #expect(throws: BridgeError.timedOut) {
      try await bridge.call(
        "pushSubscribe", ["wait": "outcome"], within: .milliseconds(50))
    }
    let pid = try #require(try await bridge.call("bridge.info")["pid"]?.intValue)
    kill(pid_t(pid), SIGKILL)
    let lost = await #expect(throws: BridgeError.self) {
      while true { _ = try await bridge.call("bridge.ping") }
    }
    let absent = #expect(throws: BridgeError.self) {
      try Bridge.connect(socket: directory.path + "/none")
    }

    if case .disconnected = lost {} else { Issue.record("\(String(describing: lost))") }
    if case .unreachable = absent {} else { Issue.record("\(String(describing: absent))") }
    #expect(bridge.close() == 128 + SIGKILL)
    #expect(changes.withLock { $0 } == [.lost])
  }

  @Test("keeps the digits of integers in both directions")
  func digits() async throws {
    let (bridge, directory) = try Self.start()
    let above = try #require(BigInteger("18446744073709551616"))
    let below = try #require(BigInteger("-9223372036854775809"))
    let value: JSONValue = [
      .int(9_007_199_254_740_993), .int(.min), .uint(.max), .bigInteger(above), .bigInteger(below),
      0.5, "text", nil, true, [:], [],
    ]

    _ = try await bridge.call(
      "setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": value])
    let read = try await bridge.call(
      "bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])

    #expect(read == value)
    #expect(
      read.description
        == "[9007199254740993,-9223372036854775808,18446744073709551615,18446744073709551616,"
        + #"-9223372036854775809,0.5,"text",null,true,{},[]]"#)
    #expect(read[3]?.doubleValue == 0x1p64)
    bridge.close()
    withExtendedLifetime(directory) {}
  }

  @Test("starts a killed bridge again, repeats the registrations, and misses and repeats no event")
  func restart() async throws {
    let changes = Mutex<[Bridge.ConnectionChange]>([])
    let events = Mutex<[JSONValue]>([])
    var host = Bridge.Host()
    host.connection = { change in changes.withLock { $0.append(change) } }
    host.notification = { method, parameters in
      if method.hasPrefix("event") { events.withLock { $0.append(parameters) } }
    }
    host.answers["provider.getToken"] = { _ in "token-1" }
    let (bridge, directory) = try Self.start(host)
    _ = try await bridge.call("events.subscribe")
    _ = try await bridge.call("initialization", ["configuration": Self.configuration])
    _ = try await bridge.call("setFCMTokenProvider", ["provider": "callback"])
    let pid = try #require(try await bridge.call("bridge.info")["pid"]?.intValue)

    kill(pid_t(pid), SIGKILL)
    try await eventually { changes.withLock { $0.count } == 2 }
    let token = try await bridge.call("getPushToken")
    _ = try await bridge.call("initialization", ["configuration": Self.configuration])

    #expect(changes.withLock { $0 } == [.lost, .restored(refused: [])])
    #expect(token["token"] == "token-1")
    #expect(try await bridge.call("bridge.info")["pid"]?.intValue != pid)
    func installed() -> [JSONValue] {
      events.withLock { $0 }.filter { $0["name"] == "configuration.installed" }
    }
    try await eventually { installed().count == 2 }
    #expect(Set(installed().compactMap { $0["epoch"] }).count == 2)
    #expect(Set(events.withLock { $0 }).count == events.withLock { $0.count })
    #expect(bridge.close() == 0)
    #expect(changes.withLock { $0.count } == 2)
    withExtendedLifetime(directory) {}
  }

  @Test("reads the token of a port again after the service has another one")
  func tokenFile() async throws {
    let directory = TemporaryDirectory()
    let changes = Mutex<[Bridge.ConnectionChange]>([])
    var host = Bridge.Host()
    host.connection = { change in changes.withLock { $0.append(change) } }
    let first = try ServiceProcess(
      serving: ["--listen", "127.0.0.1:0", "--require-token"], in: directory)
    let port = try #require(UInt16(try await first.endpoint("tcp:127.0.0.1:")))
    let file = ServiceProcess.dataDirectory(in: directory) + "/rpc.token"
    let bridge = try await Bridge.connect(port: port, tokenFile: file, host: host)

    first.send(signal: SIGTERM)
    try await first.waitForExit()
    let second = try ServiceProcess(
      serving: ["--listen", "127.0.0.1:\(port)", "--require-token"], in: directory)
    _ = try await second.ready()
    try await eventually { changes.withLock { $0.last } == .restored(refused: []) }

    #expect(try await bridge.call("bridge.ping") == "pong")
    bridge.close()
    second.send(signal: SIGTERM)
    try await second.waitForExit()
  }
}
