import BridgeClient
import Foundation
import Glibc
import JSONCodec
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

/// A player of one scenario of `clients/conformance/scenarios.json`, over one kind of connection.
final class ScenarioPlayer: Sendable {
  enum Way: String, CaseIterable, Sendable { case spawn, socket, tcp }

  private struct State {
    var notifications: [(method: String, parameters: JSONValue)] = []
    var requests: [(name: String, parameters: JSONValue)] = []
    var handlers: [String: JSON] = [:]
    var changes: [Bridge.ConnectionChange] = []
    var calls: [String: Task<JSONValue, any Error>] = [:]
    var service: ServiceProcess?
    var port: UInt16 = 0
    /// The number of reconnections before the last kill.
    var restored = 0
  }

  private static let limits = [
    "retryFirstSeconds=0.05", "retryMaxSeconds=0.2", "callbackSeconds=1",
  ]

  private let way: Way
  private let scenario: JSON
  private let directory = TemporaryDirectory()
  private let platform: PlatformProcess
  private let state = Mutex(State())

  init(_ way: Way, _ scenario: JSON) async throws {
    (self.way, self.scenario) = (way, scenario)
    platform = try await PlatformProcess()
  }

  func play() async throws {
    if way != .spawn { try await serve() }
    let bridge = try await open()
    for step in scenario["steps"]?.arrayValue ?? [] {
      let kind = try #require(step.objectValue?.keys.first)
      do {
        try await play(kind, step, bridge)
      } catch {
        await bridge.end()
        throw Overdue("\(step.text): \(error)")
      }
    }
    await bridge.end()
    let named = (scenario["steps"]?.arrayValue ?? []).compactMap { $0["unknown"]?.stringValue }
    let unknown = events { $0.known == .unknown }.map(\.name)
    try #require(Set(unknown).subtracting(named) == [])
    state.withLock { $0.service }?.send(signal: SIGKILL)
    platform.process.send(signal: SIGKILL)
  }

  private var arguments: [String] {
    let own = scenario["limits"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return ["--allow-insecure-http"] + (Self.limits + own).flatMap { ["--limit", $0] }
  }

  private func serve() async throws {
    let port = state.withLock { $0.port }
    let place =
      way == .socket
      ? ["--socket", directory.path + "/run/bridge.sock"]
      : ["--listen", "127.0.0.1:\(port)", "--require-token"]
    let service = try ServiceProcess(serving: place + arguments, in: directory, log: WireLog(nil))
    state.withLock { $0.service = service }
    try await service.ready()
    guard way == .tcp, port == 0 else { return }
    let found = try #require(UInt16(try await service.endpoint("tcp:127.0.0.1:")))
    state.withLock { $0.port = found }
  }

  private func open(token: String? = nil) async throws -> Bridge {
    let port = state.withLock { $0.port }
    let data = ServiceProcess.dataDirectory(in: directory)
    switch (way, token) {
    case (.socket, _):
      return try Bridge.connect(socket: directory.path + "/run/bridge.sock", host: host)
    case (.tcp, let token?): return try await Bridge.connect(port: port, token: token)
    case (.tcp, nil):
      return try await Bridge.connect(port: port, tokenFile: data + "/rpc.token", host: host)
    case (.spawn, _):
      let isNewer = (scenario["steps"]?.arrayValue ?? []).contains { $0["says"] != nil }
      let program = builtProduct("altcraft-bridge")
      return try Bridge.start(
        isNewer ? Self.folder.appending(path: "newer-bridge").path : program, dataDirectory: data,
        arguments: arguments, host: host,
        environment: ["BRIDGE": program, "SAYS": directory.path + "/says"])
    }
  }

  private var host: Bridge.Host {
    var host = Bridge.Host()
    host.notification = { [self] method, parameters in
      state.withLock { $0.notifications.append((method, parameters)) }
    }
    host.connection = { [self] change in state.withLock { $0.changes.append(change) } }
    for name in [
      "provider.getJWT", "provider.getToken", "notificationManager.requestAuthorization",
      "notificationManager.onForegroundNotification", "notificationManager.onNotificationClick",
    ] {
      host.answers[name] = { [self] parameters in
        let step = state.withLock { state in
          state.requests.append((name, parameters))
          return state.handlers[name]
        }
        guard let step else { return nil }
        if step["never"] != nil { try await Task.sleep(for: .seconds(3600)) }
        if let reason = step["fails"]?.stringValue { throw BridgeError.unreadable(reason) }
        if let late = step["afterMs"]?.intValue { try await Task.sleep(for: .milliseconds(late)) }
        return step["answer"].map(JSONValue.init)
      }
    }
    return host
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "clients/conformance")
}

// The steps.
extension ScenarioPlayer {
  private func play(_ kind: String, _ step: JSON, _ bridge: Bridge) async throws {
    switch kind {
    case "call": try await call(step, bridge)
    case "begin":
      let (method, parameters) = (text(step, "begin"), given(step))
      // The call is sent before the next step.
      let call = Task.immediate { try await bridge.call(method, parameters) }
      state.withLock { $0.calls[text(step, "as")] = call }
    case "cancel": state.withLock { $0.calls[text(step, "cancel")] }?.cancel()
    case "end":
      let call = try #require(state.withLock { $0.calls[text(step, "end")] })
      try check(await call.result, step)
    case "handle": state.withLock { $0.handlers[text(step, "handle")] = step }
    case "asked":
      try await eventually {
        self.state.withLock { $0.requests }.contains { name, parameters in
          name == self.text(step, "asked") && self.isLike(step["with"], parameters)
        }
      }
    case "subscribe": try await bridge.events.subscribe()
    case "event":
      try await eventually(step.text) {
        self.events { $0.known != .unknown }.contains {
          self.isLike(step["like"], $0.json) && $0.name == self.text(step, "event")
        }
      }
    case "unknown":
      try await eventually(step.text) {
        self.events { $0.known == .unknown }.contains {
          self.isLike(step["like"], $0.json) && $0.name == self.text(step, "unknown")
        }
      }
    case "gap":
      try await eventually(step.text) { self.gaps.contains { self.isLike(step["gap"], $0) } }
      if let count = step["count"]?.intValue {
        try #require(gaps.count == count && isLike(step["gap"], gaps[count - 1]))
      }
    case "outcomes": try await readOutcomes(step, bridge)
    case "platform": _ = try platform.request("POST", "/__script", step["platform"]?.bytes ?? [])
    case "sent":
      let path = text(step, "sent").replacing("/", with: "%2F")
      let count = try #require(step["count"]?.intValue)
      let answer = try platform.request("GET", "/__requests?path=\(path)&count=\(count)")
      let found = answer["requests"]?.arrayValue ?? []
      try #require(
        found.count == count && isLike(step["like"], JSONValue(found.last ?? .null)),
        "\(answer.text)")
    default: try await playProcess(kind, step, bridge)
    }
  }

  private func playProcess(_ kind: String, _ step: JSON, _ bridge: Bridge) async throws {
    switch kind {
    case "kill":
      state.withLock { $0.restored = restorations($0) }
      // At once: a job that succeeds before the kill would be delivered again.
      bridge.state.withLock { $0.link }.process?.send(signal: SIGKILL)
      guard let service = state.withLock({ $0.service }) else { return }
      service.send(signal: SIGKILL)
      try await service.waitForExit()
      try await serve()
    case "reconnected":
      try await eventually(step.text) {
        self.state.withLock { self.restorations($0) > $0.restored }
      }
    case "gone":
      try await eventually(step.text) {
        do throws(BridgeError) {
          _ = try await bridge.bridge.ping()
          return false
        } catch {
          if case .disconnected = error { return true } else { return false }
        }
      }
      await bridge.end()
      try #require(state.withLock { $0.changes } == [])
    case "says":
      let file = try #require(FileHandle(forWritingAtPath: directory.path + "/says"))
      try file.seekToEnd()
      try file.write(contentsOf: Data(((step["says"]?.text ?? "") + "\n").utf8))
      try file.close()
    case "start":
      let other = try Bridge.start(
        builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/other",
        arguments: step["start"]?.arrayValue?.compactMap(\.stringValue) ?? [], host: host)
      let error = await #expect(throws: BridgeError.self) { try await other.bridge.ping() }
      let message = "\(String(describing: error))"
      try #require(
        message.contains("status \(step["status"]?.text ?? "")")
          && message.contains(text(step, "log")))
      try #require(await other.end() == 64)
    case "connect":
      do {
        _ = try await open(token: text(step, "connect"))
      } catch let error as BridgeError {
        return try check(.failure(error), step)
      }
      throw Overdue("it connected")
    default: throw Overdue("an unknown step")
    }
  }

  private func call(_ step: JSON, _ bridge: Bridge) async throws {
    let method = text(step, "call")
    if let until = step["until"] {
      return try await eventually(step.text) {
        self.isLike(until, try await bridge.call(method, self.given(step)))
      }
    }
    let time = step["timesOut"]?.intValue.map(Duration.milliseconds) ?? Bridge.day
    let result: Result<JSONValue, any Error>
    do {
      result = .success(try await bridge.call(method, given(step), within: time))
    } catch {
      result = .failure(error)
    }
    try check(result, step)
  }

  private func check(_ result: Result<JSONValue, any Error>, _ step: JSON) throws {
    switch result {
    case .success(let value):
      try #require(step["error"] == nil && step["closed"] == nil, "\(step.text)")
      try #require(step["cancelled"] == nil && step["timesOut"] == nil, "\(step.text)")
      if let sample = step["result"] {
        try #require(isLike(sample, value), "\(step.text): \(value)")
      }
    case .failure(BridgeError.refused(let code, let reason, _, let data)):
      let found: JSONValue = [
        "code": .int(code), "reason": .string(reason), "data": data,
        "retryable": data["retryable"] ?? nil,
      ]
      try #require(step["error"] != nil && isLike(step["error"], found), "\(step.text): \(found)")
    case .failure(BridgeError.timedOut):
      try #require(step["cancelled"] != nil || step["timesOut"] != nil, "\(step.text)")
    case .failure(BridgeError.disconnected(let message)):
      let closed = step["closed"]
      try #require(closed != nil, "\(step.text): \(message)")
      guard way == .spawn else { return }
      let signal = closed?["signal"]?.intValue ?? 0
      try #require(message.contains("status \(128 + signal)"))
      try #require(message.contains(closed?["log"]?.stringValue ?? "?"), "\(message)")
    case .failure(let error): throw error
    }
  }

  private func readOutcomes(_ step: JSON, _ bridge: Bridge) async throws {
    let samples = try #require(step["ends"]?.arrayValue)
    var ends: [JSONValue] = []
    for await item in try await bridge.outcomeStream(after: step["outcomes"]?.intValue) {
      if case .end(let outcome) = item { ends.append(outcome.json) }
      if ends.count == samples.count { break }
    }
    try #require(isLike(.array(samples), .array(ends)), "\(ends)")
  }

  private var gaps: [JSONValue] {
    state.withLock { $0.notifications }.filter { $0.method == "events.gap" }.map(\.parameters)
  }

  /// Returns the events that arrived, by their types.
  private func events(_ isWanted: (Event) -> Bool) -> [Event] {
    state.withLock { $0.notifications }.compactMap { method, parameters in
      if case .event(let event) = KnownNotification(method, parameters) { event } else { nil }
    }.filter(isWanted)
  }

  private func restorations(_ state: State) -> Int {
    state.changes.count { $0 != .lost }
  }

  private func text(_ step: JSON, _ name: String) -> String { step[name]?.stringValue ?? "" }

  private func given(_ step: JSON) -> [String: JSONValue] {
    let text = (step["with"] ?? [:]).text.replacing("$PLATFORM", with: platform.url)
      .replacing("$LONG", with: String(repeating: "x", count: 65_536))
    let value = try? JSONParser.parse(Array(text.utf8), limits: .generous).value
    return JSONValue(value ?? .null).objectValue ?? [:]
  }

  /// Returns whether a value has all members of the sample. A sample that is missing matches every value.
  private func isLike(_ sample: JSON?, _ value: JSONValue) -> Bool {
    switch sample {
    case nil: return true
    case .object(let members):
      return members.members.allSatisfy { member in
        value[member.key].map { isLike(member.value, $0) } ?? false
      }
    case .array(let items):
      guard let found = value.arrayValue, found.count == items.count else { return false }
      return zip(items, found).allSatisfy { isLike($0, $1) }
    case let other?: return JSONValue(other) == value
    }
  }
}
