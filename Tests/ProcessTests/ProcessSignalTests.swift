import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the effects that signals have on the service, and of those that they must not have.
@Suite(.timeLimit(.minutes(10))) struct ProcessSignalTests {
  @Test(
    "a signal that does not request a stop has no effect",
    arguments: [
      (SIGHUP, "the terminal is gone"), (SIGPIPE, "a reader is gone"), (SIGXFSZ, "a file is full"),
      (SIGURG, "what interrupts a read"),
    ])
  func ignored(_ number: Int32, _ meaning: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0"]
    let bridge = try ServiceProcess(serving: arguments, in: place)
    let hosts = [bridge.stdio, try await bridge.connectUnix(), try await bridge.connectTCP()]
    try await bridge.stdio.storeToken(url)

    for round in 1...5 {
      for _ in 0..<round { bridge.send(signal: number) }
      for host in hosts { #expect(try await host.call("bridge.ping") == "pong", "\(meaning)") }
    }

    let delivered = try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])
    #expect(delivered["outcome"]?.state == "delivered")
    #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    bridge.send(signal: SIGTERM)
    #expect(try await bridge.waitForExit() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: place.path + "/run/s"))
    expectTidy(bridge)
  }

  @Test("a second stop request does not affect the first", arguments: [SIGTERM, SIGINT])
  func second(_ number: Int32) async throws {
    let place = TemporaryDirectory()
    let bridge = try ServiceProcess(serving: ["--socket", place.path + "/run/s"], in: place)
    let witness = try await bridge.connectUnix()
    // The answers exceed the kernel's socket buffer: the stop has to wait for their reader.
    let reader = try await bridge.rawUnix()
    let ids = 1...2
    let requests = ids.map { #"{"jsonrpc":"2.0","id":\#($0),"method":"rpc.discover"}"# + "\n" }
    #expect(reader.write(requests.joined()))
    try await eventually("both are taken") {
      let calls = try await witness.call("bridge.stats")["calls"]
      // The calls before this one, and this one.
      return try await witness.call("bridge.ping") == "pong"
        && calls?["requests"]?.intValue ?? 0 >= witness.messages.count - 1 + ids.count
    }

    bridge.send(signal: number)
    try await witness.waitForEnd()
    for signal in [SIGTERM, SIGINT, number, number] { bridge.send(signal: signal) }

    let last = try #require(ids.last)
    let answers = try #require(reader.lines(upTo: #""id":\#(last),"#))
    #expect(answers.count == ids.count && answers.allSatisfy { $0.contains(#""openrpc""#) })
    #expect(try await bridge.waitForExit() == .exited(0))
    expectTidy(bridge)
  }

  enum Silence: String, CaseIterable {
    case afterAnAnswer, withinAnAnswer, beforeAnEvent

    /// A command that reads for a while.
    var reader: String { self == .withinAnAnswer ? "head -c 1000" : "head -n 1" }
    var method: String { self == .beforeAnEvent ? "events.subscribe" : "rpc.discover" }
  }

  @Test("a closed standard output ends it like the end of input", arguments: Silence.allCases)
  func reader(_ silence: Silence) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .hang)])
    let place = TemporaryDirectory()
    let script = """
      { "$0" serve --stdio --socket "$2" --data-dir "$1"; echo "status $?" >&2; } | \(silence.reader)
      """
    let bridge = try ServiceProcess(
      [
        "-c", script, builtProduct("altcraft-bridge"), ServiceProcess.dataDirectory(in: place),
        place.path + "/run/s",
      ], in: place, program: "/bin/sh", log: WireLog(nil))
    let host = try await bridge.connectUnix()
    try await host.storeToken(url)
    try await host.call("pushSubscribe", ["requestId": "kept"])

    try bridge.stdio.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(silence.method)"}"#)
    try await eventually("the reader is gone") {
      !children(of: bridge.pid).contains { isRunning(Int($0)) && isReader($0) }
    }
    switch silence {
    case .beforeAnEvent:
      // Its event may be too late: an event about the job on the wire may have ended the service already.
      _ = try? await host.refusal(of: "deleteDeviceToken", ["provider": "a pigeon"])
    case .afterAnAnswer: try bridge.stdio.send(#"{"jsonrpc":"2.0","id":2,"method":"bridge.ping"}"#)
    // The service was writing this answer.
    case .withinAnAnswer: break
    }

    try await host.waitForEnd()
    // Half of the time limit of the attempt on the wire.
    #expect(try await bridge.waitForExit(within: testTimeout / 2) == .exited(0))
    #expect(bridge.errorText.hasSuffix("status 0\n"), "\(bridge.errorText)")
    simulator.clearScript()
    try await withBridge(in: place) { _ in
      try await eventually("the pending jobs are delivered") {
        simulator.requests().contains { $0.requestID == "kept" && $0.status == 200 }
      }
    }
  }

  private func isReader(_ pid: pid_t) -> Bool {
    FileManager.default.contents(atPath: "/proc/\(pid)/comm") == Data("head\n".utf8)
  }
}
