import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport

/// The parties that can be gone, or connected and unresponsive.
enum GoneParty: CaseIterable {
  case hostGone, hostDeaf
  case platformRefuses, platformSilent, platformCuts
  case errorsClosed, errorsUnread, terminalGone
  case diskFull, directoryReadOnly, descriptorsGone

  var isHost: Bool { self == .hostGone || self == .hostDeaf }
  var isErrors: Bool { self == .errorsClosed || self == .errorsUnread || self == .terminalGone }
}

/// The steps of a fixed script.
enum GoneStep: CaseIterable {
  case start, ready, connect, authenticate, initialization, durableCall, delivery, retry, event
  case callback, clear, stop
}

/// A script played on a bridge, with one party gone from before one step until after it.
final class GoneScript {
  private static let arguments =
    quickRetries + [
      "--limit", "segmentBytes=65536", "--limit", "recordBytes=16384", "--limit",
      "attemptSeconds=2",
      "--limit", "callbackSeconds=0.3", "--limit", "connections=1000",
    ]
  /// The time limit of every answer while a party is gone. A working bridge needs a fraction of it.
  private static let deadline = Duration.seconds(15)

  private let party: GoneParty
  private let step: GoneStep
  private let simulator: Simulator
  private let url: String
  private let directory = TemporaryDirectory()
  private let disk: SmallDisk?
  private let data: String
  private var ledger: Ledger
  private var bridge: ServiceProcess?
  /// The connection of another host, which behaves correctly.
  private var healthy: WireConnection?
  private var host: WireConnection?
  private var deaf: [WireConnection] = []
  private var crowd: [RawPeer] = []
  private var errors: ErrorReader?
  private var problems: [String] = []
  private var isGone = false

  init(_ party: GoneParty, _ step: GoneStep) throws {
    self.party = party
    self.step = step
    // The port is fixed, since the platform comes back on it.
    let port = try ServiceSocket(ipv4: 0x7F00_0001).port
    (simulator, url) = try platform { $0.port = port }
    disk = party == .diskFull ? try SmallDisk() : nil
    data = disk?.data ?? ServiceProcess.dataDirectory(in: directory)
    ledger = Ledger(simulator)
    if disk == nil { mkdir(data, 0o700) }
  }

  deinit { simulator.stop() }

  /// Plays all steps, then restarts on the same data directory.
  func play() async throws -> CampaignTally {
    defer { heal() }
    for step in GoneStep.allCases {
      if step == self.step { try await playWithout(step) }
      if step != self.step || step.canBeRepeated { try await perform(step) }
    }
    heal()
    var tally = try await ledger.settle(simulator, Self.arguments, in: directory, data: data)
    tally.faults = 1
    tally.problems += problems
    return tally
  }

  /// Performs the step with the party gone, then brings the party back.
  private func playWithout(_ step: GoneStep) async throws {
    try await remove()
    do {
      if party.isHost { try await begin(step) } else { try await perform(step) }
    } catch let refused as WireConnection.Refused {
      // An error in time is an answer.
      if step == .stop { problems.append("stop: \(refused)") }
    } catch  where step.mayFail(without: party) {
      // A bridge that could not start, or that has no room for another connection, cannot be called.
    }
    if step != .start, step != .stop { try await checkHealth() }
    heal()
    if step == .start || step == .ready, let ending = bridge?.ending {
      // The bridge may refuse to start; it then exits with a status that says so.
      if case .exited(70...78) = ending {} else { problems.append("\(step): \(ending)") }
      bridge = nil
    }
    if party.isHost, step != .stop { host = nil }
  }

  /// Checks that a connected host is answered in time.
  private func checkHealth() async throws {
    guard let healthy else { return }
    // At the level debug each ping writes a line.
    for _ in 0..<(party.isErrors ? 100 : 2) {
      guard try await healthy.call("bridge.ping", within: Self.deadline) == "pong" else {
        return problems.append("no pong")
      }
    }
    try await healthy.call("bridge.stats", within: Self.deadline)
  }
}

extension GoneStep {
  /// True for a step that can be repeated when all parties are back.
  fileprivate var canBeRepeated: Bool { self != .stop }

  /// Returns true if the step can fail without an answer while the party is gone.
  fileprivate func mayFail(without party: GoneParty) -> Bool {
    switch self {
    case .start, .ready: party == .diskFull || party == .directoryReadOnly || isShort(party)
    case .connect, .authenticate: isShort(party)
    default: false
    }
  }

  private func isShort(_ party: GoneParty) -> Bool { party == .descriptorsGone }
}

// The steps.
extension GoneScript {
  private func perform(_ step: GoneStep) async throws {
    switch step {
    case .start: if bridge == nil { try await start() }
    case .ready: try await connectHealthy()
    case .connect: try await connect()
    case .authenticate: try await authenticate()
    case .initialization:
      try await call("initialization", configuration)
      try await call("setPushToken", token)
    case .durableCall: try await accept("durable")
    case .delivery: try await accept("delivered", ["wait": "outcome", "waitTimeoutMs": 1000])
    case .retry:
      try simulator.script([ScriptRule(times: 1, fault: .status(503))])
      try await accept("retried", ["wait": "outcome", "waitTimeoutMs": 1000])
    case .event: try await hearEvent()
    case .callback: try await call("notificationManager.registerForPushNotifications", [:])
    case .clear: try await clear()
    case .stop: try await stop()
    }
  }

  /// Begins a step as the host, and disconnects or stops reading.
  private func begin(_ step: GoneStep) async throws {
    if step == .stop { return try await stop() }
    guard let host else { return }
    let id = JSON.string("lost-\(step)")
    let event: JSON = ["sid": "px", "eventName": "e", "requestId": id, "wait": "outcome"]
    switch step {
    case .authenticate: try host.begin("bridge.authenticate", ["token": "x"])
    case .initialization: try host.begin("initialization", configuration)
    case .event: try host.begin("events.subscribe")
    case .callback: try host.begin("notificationManager.registerForPushNotifications")
    case .clear: try host.begin("outbox.flush", ["wait": true])
    default: try host.begin("mobileEvent", event)
    }
    if party == .hostGone { return host.abandon() }
    // More than the buffers on the way to the host hold.
    for _ in 0..<80 { try host.begin("events.catalog") }
    deaf.append(host)
  }

  private var configuration: JSON {
    ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]]
  }
  private var token: JSON { ["provider": "ios-firebase", "pushToken": "stored-token"] }

  private func start() async throws {
    var command = #"exec "$0" "$@""#
    var passed: [Int32] = []
    var arguments = [
      "serve", "--data-dir", data, "--socket", directory.path + "/run/s", "--listen",
      "127.0.0.1:0",
    ]
    if party.isErrors {
      let reader = try ErrorReader(isTerminal: party == .terminalGone)
      errors = reader
      if step == .start { reader.end(closing: party != .errorsUnread) }
      command += " 2>&3 3>&-"
      passed = [reader.writing]
      arguments += ["--log-level", "debug"]
    } else if party == .descriptorsGone, step == .start {
      command = "ulimit -S -n 64; " + command
    }
    bridge = try ServiceProcess(
      ["-c", command, builtProduct("altcraft-bridge")] + arguments + Self.arguments,
      in: directory, program: "/bin/sh", descriptors: passed)
    errors?.closeWritingEnd()
  }

  private func connectHealthy() async throws {
    if healthy == nil {
      let path = directory.path + "/run/s"
      let log = WireLog(ServiceProcess.checker)
      try await eventually("the bridge serves", within: Self.deadline) {
        if bridge == nil { try await start() }
        if bridge?.ending != nil {
          throw Overdue("ended: \(bridge?.errorText ?? "")")
        }
        healthy = try? WireConnection(unix: path, .lines, log)
        return healthy != nil
      }
    }
    guard let healthy else { return }
    let pong = try await healthy.call("bridge.ping", within: Self.deadline)
    if pong != "pong" { problems.append("no pong") }
  }

  private func connect() async throws {
    guard let healthy else { return }
    let transports = try await healthy.call("bridge.info", within: Self.deadline)["transports"]
    let prefix = "tcp:127.0.0.1:"
    let endpoint = transports?.arrayValue?.compactMap(\.stringValue)
      .first { $0.hasPrefix(prefix) }
    let log = WireLog(ServiceProcess.checker)
    let host = try WireConnection(
      port: UInt16(endpoint?.dropFirst(prefix.count) ?? "") ?? 0, .lines, log)
    host.onCallback("notificationManager.requestAuthorization") { _ in true }
    self.host = host
  }

  private func authenticate() async throws {
    if host == nil { try await connect() }
    let token = try String(contentsOfFile: data + "/rpc.token", encoding: .utf8)
    try await call(
      "bridge.authenticate", ["token": .string(token.trimmingCharacters(in: .newlines))])
  }

  private func call(_ method: String, _ parameters: JSON) async throws {
    try await speaker().call(method, parameters, within: Self.deadline)
  }

  /// Returns the host, reconnected if it is gone.
  private func speaker() async throws -> WireConnection {
    if let host, !host.hasEnded { return host }
    try await connect()
    guard let host else { throw Overdue("no host") }
    return host
  }

  private func accept(_ name: String, _ more: JSONObject = [:]) async throws {
    let number = ledger.acknowledged.count + ledger.unstored.count
    let id = "\(name)-\(number)"
    var parameters: JSONObject = ["sid": "px", "eventName": "e", "requestId": .string(id)]
    for member in more.members { parameters[member.key] = member.value }
    // The bridge tries a disk with free space again after a second at the latest, or on a call.
    let isTrying = !isGone
    try await eventually("\(id) is accepted") {
      do {
        try await call("mobileEvent", .object(parameters))
        ledger.acknowledged.insert(id)
        return true
      } catch let refused as WireConnection.Refused {
        guard isTrying, refused.code == -32011 else {
          ledger.unstored.insert(id)
          throw refused
        }
        try await Task.sleep(for: .milliseconds(100))
        return false
      }
    }
  }

  private func hearEvent() async throws {
    let host = try await speaker()
    try await call("events.subscribe", [:])
    try await call("deliveryEvent", ["message": ["id": "42"]])
    try await host.event(202, within: Self.deadline)
  }

  private func clear() async throws {
    ledger.mayBeCleared = ledger.acknowledged.union(ledger.unstored)
    ledger.read(simulator)
    try await call("clear", [:])
    ledger.isCleared = true
    try await perform(.initialization)
    try await accept("after")
  }

  /// Expects exit status 0 in time, and no files left behind.
  private func stop() async throws {
    guard let bridge else { return }
    _ = try? await accept("last")
    bridge.send(signal: SIGTERM)
    let ending = try await bridge.waitForExit(within: Self.deadline)
    if ending != .exited(0) { problems.append("stop: \(ending) \(bridge.errorText)") }
  }
}

// The party is removed and brought back.
extension GoneScript {
  private func remove() async throws {
    isGone = true
    switch party {
    case .hostGone, .hostDeaf: if party == .hostDeaf { host?.pauseReading() }
    case .platformRefuses: simulator.stop()
    case .platformSilent: try simulator.script([ScriptRule(fault: .hang)])
    case .platformCuts: try simulator.script([ScriptRule(fault: .drop(.before))])
    case .errorsClosed, .terminalGone: errors?.end(closing: true)
    case .errorsUnread: errors?.end(closing: false)
    case .diskFull: disk?.fill()
    case .directoryReadOnly: for path in folders { _ = run("chattr", "+i", path) }
    case .descriptorsGone: try await crowdIn()
    }
  }

  private func heal() {
    guard isGone else { return }
    isGone = false
    switch party {
    case .platformRefuses: _ = try? simulator.start()
    case .platformSilent, .platformCuts: simulator.clearScript()
    case .diskFull: disk?.empty()
    case .directoryReadOnly: for path in folders { _ = run("chattr", "-i", path) }
    case .descriptorsGone:
      crowd = []
      if let bridge { _ = run("prlimit", "--pid", "\(bridge.pid)", "--nofile=1024:") }
    default: break
    }
  }

  private var folders: [String] {
    let groups = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    return [data] + groups.filter { $0.hasPrefix("g-") }.map { "\(data)/\($0)" }
  }

  /// Opens more connections than there are descriptors for.
  private func crowdIn() async throws {
    guard let bridge, healthy != nil else { return }
    let open = ProcessFigures(of: bridge.pid).descriptors
    _ = run("prlimit", "--pid", "\(bridge.pid)", "--nofile=\(open + 80):")
    for _ in 0..<120 {
      guard let peer = try? RawPeer(unix: directory.path + "/run/s") else { break }
      crowd.append(peer)
    }
  }
}
