import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the end of the service: by a call of its host, by a signal, and with its parent process.
@Suite struct StopTests {
  enum Way: CaseIterable {
    case endOfInput, terminate, interrupt, shutdown
  }

  @Test("calls in flight are answered, and the exit is clean", arguments: Way.allCases)
  func stop(_ way: Way) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    let directory = TemporaryDirectory()
    let bridge = try ServiceProcess(
      serving: [
        "--log-level", "info", "--limit", "stopSeconds=0.2", "--limit", "callbackSeconds=60",
      ], in: directory)
    try await bridge.ready()
    let host = bridge.stdio
    try await host.storeToken(url)
    let outcome = try host.begin("pushSubscribe", ["requestId": "kept", "wait": "outcome"])
    // The next `pushSubscribe` needs a user: with a JWT callback that is never answered, it waits.
    try await host.call("setAppGroup", ["groupName": "other"])
    try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
    try await host.call("setJWTProvider", ["provider": "callback"])
    let asking = try host.begin("pushSubscribe")
    try await eventually("the host was asked") { !host.callbacks.isEmpty }

    let start = ContinuousClock.now
    switch way {
    case .endOfInput: host.endOutput()
    case .terminate: bridge.send(signal: SIGTERM)
    case .interrupt: bridge.send(signal: SIGINT)
    case .shutdown: #expect(try await host.call("bridge.shutdown") == true)
    }
    let ending = try await bridge.waitForExit()

    #expect(ending == .exited(0))
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(
      try await host.answer(to: outcome) == [
        "requestId": "kept",
        "outcome": ["state": "pending", "eventCode": nil, "response": nil],
      ])
    do {
      _ = try await host.answer(to: asking)
      Issue.record("not refused")
    } catch let refused as WireConnection.Refused {
      #expect(refused.code == -32014 && refused.data["retryable"] == true)
    }
    try await host.waitForEnd()
    expectTidy(bridge)

    simulator.clearScript()
    try await withBridge(in: directory) { _ in
      try await eventually("the pending jobs are delivered") {
        simulator.requests().contains { $0.requestID == "kept" && $0.status == 200 }
      }
    }
  }

  @Test("calls that are piped in get their outcome")
  func pipedOutcomes() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .delay(milliseconds: 300))])
    let bridge = try ServiceProcess(serving: ["--limit", "stopSeconds=60"])
    let host = bridge.stdio
    let first = try host.begin(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
    let calls = try (0..<100).map { number in
      try host.begin(
        "mobileEvent", ["sid": "px", "eventName": .string("e\(number)"), "wait": "outcome"])
    }
    host.endOutput()

    #expect(try await bridge.waitForExit() == .exited(0))
    #expect(try await host.answer(to: first) == true)
    for call in calls {
      #expect(try await host.answer(to: call)["outcome"]?["state"] == "delivered")
    }
    expectTidy(bridge)
  }

  @Test("all input before its end is answered, including a last line without its newline")
  func lastLine() async throws {
    let bridge = try ServiceProcess(serving: [])
    let lines = (1...50).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"bridge.ping"}"# }
    for line in lines.dropLast() { try bridge.stdio.send(line) }
    bridge.stdio.announce(lines[49])
    try bridge.stdio.write(Array(lines[49].utf8))
    bridge.stdio.endOutput()

    #expect(try await bridge.waitForExit() == .exited(0))
    try await bridge.stdio.waitForEnd()
    let ids = bridge.stdio.messages.compactMap { $0["id"]?.intValue }
    #expect(ids.sorted() == Array(1...50))
    expectTidy(bridge)
  }

  @Test("a service on sockets alone removes them when it ends, and ignores its standard input")
  func sockets() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/rpc.sock"
    let bridge = try ServiceProcess(
      serving: ["--socket", socket, "--listen", "127.0.0.1:0"], in: directory)
    bridge.stdio.endOutput()
    let host = try await bridge.connectUnix()
    #expect(try await host.call("bridge.ping") == "pong")
    let token = bridge.dataDirectory + "/rpc.token"
    #expect(FileManager.default.fileExists(atPath: token))

    bridge.send(signal: SIGTERM)

    #expect(try await bridge.waitForExit() == .exited(0))
    try await host.waitForEnd()
    #expect(!FileManager.default.fileExists(atPath: socket))
    #expect(!FileManager.default.fileExists(atPath: token))
    #expect(bridge.stdio.bytes.isEmpty)
    expectTidy(bridge)
  }

  @Test("it exits with its parent, even if another process holds its input open")
  func parentDies() async throws {
    let directory = TemporaryDirectory()
    let script = """
      exec 3<&0
      "$0" serve --stdio --data-dir "$1" --parent-pid $$ <&3 3<&- &
      exec sleep 1000
      """
    let launcher = try ServiceProcess(
      ["-c", script, builtProduct("altcraft-bridge"), ServiceProcess.dataDirectory(in: directory)],
      in: directory, program: "/bin/sh")
    let pid = try #require(try await launcher.ready()["pid"]?.intValue)
    #expect(pid != Int(launcher.pid))
    #expect(try await launcher.stdio.call("bridge.ping") == "pong")

    launcher.send(signal: SIGKILL)

    try await eventually("the bridge is gone") { !isRunning(pid) }
    try await launcher.stdio.waitForEnd()
    expectTidy(launcher)
  }

  @Test("it exits with the process that it was configured to watch")
  func watchedDies() async throws {
    let watched = try ServiceProcess(["1000"], program: "/bin/sleep")
    let directory = TemporaryDirectory()
    let bridge = try ServiceProcess(
      serving: ["--socket", directory.path + "/run/s", "--parent-pid", "\(watched.pid)"],
      in: directory)
    try await bridge.ready()

    try await watched.crash()

    #expect(try await bridge.waitForExit() == .exited(0))
    // No process has this number now.
    let late = try ServiceProcess(serving: ["--parent-pid", "\(watched.pid)"], in: directory)
    #expect(try await late.waitForExit() == .exited(64))
  }

  @Test("the simulated platform exits with the process that it watches, which must exist")
  func platformWatches() async throws {
    let watched = try ServiceProcess(["1000"], program: "/bin/sleep")
    let arguments = ["platform", "--parent-pid", "\(watched.pid)"]
    let platform = try ServiceProcess(arguments, log: WireLog(nil))
    try await platform.ready()

    try await watched.crash()

    #expect(try await platform.waitForExit() == .exited(0))
    let late = try ServiceProcess(arguments, log: WireLog(nil))
    #expect(try await late.waitForExit() == .exited(64))
  }
}

extension WireConnection {
  /// Stores an rToken and a push token, so that a restart can deliver without a host.
  func storeToken(_ url: String) async throws {
    try await call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
    try await call("setPushToken", ["provider": "ios-firebase", "pushToken": "stored-token"])
  }
}

/// Returns true if the process exists and has not exited.
func isRunning(_ pid: Int) -> Bool {
  guard let status = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return false }
  let text = String(decoding: status, as: UTF8.self)
  return text.split(separator: ")").last?.split(separator: " ").first != "Z"
}
