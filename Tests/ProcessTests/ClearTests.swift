import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of `clear` in the real process: no earlier job or event appears afterwards.
@Suite struct ClearTests {
  @Test("it ends pending and waiting jobs, and none of them is ever sent again")
  func barrier() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .status(503))])
    let directory = TemporaryDirectory()
    try await withBridge(quickRetries, in: directory) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": "kept?"])
      for id in 1...5 { try await host.call("pushSubscribe", ["requestId": .string("old-\(id)")]) }
      let waiting = try host.begin(
        "mobileEvent",
        [
          "sid": "s", "eventName": "e", "requestId": "old-6", "wait": "outcome",
        ])
      try await eventually("the event was tried") { simulator.requests().count > 6 }
      try await host.call("events.subscribe")

      #expect(try await host.call("clear") == true)

      let outcome = try await host.answer(to: waiting)["outcome"]
      #expect(outcome == ["state": "cleared", "eventCode": 601, "response": nil])
      #expect(try await host.event(205)["value"] == ["cleared": 6])
      let sent = simulator.requests().count
      #expect(try await host.refusal(of: "pushSubscribe").code == 501)
      #expect(try await host.call("getPushToken") == .null)
      let stored = try await host.call(
        "bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
      #expect(stored == .null)
      #expect(try await host.call("outbox.get", ["requestId": "old-1"]).state == "cleared")

      simulator.clearScript()
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["requestId": "new", "wait": "outcome"])
      let after = simulator.requests().dropFirst(sent).compactMap(\.requestID)
      // One request may have been on the wire.
      #expect(after.filter { $0 != "new" }.count <= 1 && after.last == "new")
      try await host.event(230)
      #expect(
        host.events.compactMap(\.code).drop { $0 != 205 } == [205, 501, 200, 201, 230])
      #expect(!Self.text(in: directory).contains("kept?"))
    }

    try await withBridge(quickRetries, in: directory) { bridge in
      let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
      #expect(counts?["cleared"] == 6 && counts?["delivered"] == 1 && counts?["pending"] == 0)
      #expect(simulator.requests().last?.requestID == "new")
    }
  }

  /// Returns all files of a data directory, as text.
  private static func text(in directory: TemporaryDirectory) -> String {
    let root = ServiceProcess.dataDirectory(in: directory)
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.compactMap { FileManager.default.contents(atPath: root + "/" + $0) }
      .map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  @Test("calls sent right after it find everything removed, and their effect stays")
  func pipelined() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      let calls = [
        try host.begin("pushSubscribe", ["requestId": "before"]), try host.begin("clear"),
        try host.begin(
          "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-2"]]),
        try host.begin("setPushToken", ["provider": "ios-firebase", "pushToken": "second"]),
        try host.begin("pushSubscribe", ["requestId": "after", "wait": "outcome"]),
      ]

      for call in calls { _ = try await host.answer(to: call) }

      #expect(try await host.call("outbox.get", ["requestId": "before"]).state != "pending")
      // A request in flight during the clear may arrive later than a job accepted after it.
      let sent = try #require(simulator.requests().last { $0.requestID == "after" })
      #expect(sent.headers["authorization"] == "Bearer rtoken@r-2")
      let settings = try await host.call("getPushToken")
      #expect(settings["token"] == "second")
    }
  }

  @Test("a kill at any moment of it leaves everything or nothing", arguments: 0..<8)
  func killed(round: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .status(503))])
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.storeToken(url)
      for id in 0..<20 {
        try await bridge.stdio.call("pushSubscribe", ["requestId": .string("w-\(id)")])
      }
      try bridge.stdio.begin("clear")
      usleep(UInt32(round) * 150)
      bridge.send(signal: SIGKILL)
      try await bridge.waitForExit()
    }

    try await withBridge(in: directory) { bridge in
      let counts = try #require(try await bridge.stdio.call("bridge.stats")["outbox"])
      let isCleared = counts["cleared"] == 20
      #expect(isCleared || counts["pending"] == 20, "\(counts.text)")
      let token = try await bridge.stdio.call("getPushToken")
      // The settings are cleared with the jobs, or are still to be cleared.
      #expect(isCleared ? token == .null : true)
      #expect(try await bridge.stdio.call("clear") == true)
      #expect(try await bridge.stdio.call("getPushToken") == .null)
    }
  }
}
