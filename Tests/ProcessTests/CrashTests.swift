import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the state that survives a crash, and of its delivery afterwards.
@Suite struct CrashTests {
  @Test("after a kill, exactly the acknowledged and undelivered jobs are delivered, in order")
  func kill() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let late = (1...10).map { "late-\($0)" }
    try await withBridge(quickRetries, in: directory) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      for id in 1...5 {
        try await host.call(
          "pushSubscribe", ["requestId": .string("early-\(id)"), "wait": "outcome"])
      }
      try simulator.script([ScriptRule(fault: .status(503))])
      for id in late { try await host.call("pushSubscribe", ["requestId": .string(id)]) }
      bridge.send(signal: SIGKILL)
      #expect(try await bridge.waitForExit() == .killed(SIGKILL))
    }
    simulator.clearScript()
    let before = simulator.requests().last?.index ?? 0

    try await withBridge(quickRetries, in: directory) { bridge in
      try await eventually("all is delivered") {
        try await bridge.stdio.call("outbox.list")["items"] == []
      }
      let requests = simulator.requests(.init(since: before))
      #expect(requests.compactMap(\.requestID) == late)
      for id in late {
        let bodies = simulator.requests(.init(requestID: id)).compactMap { $0.json?.text }
        #expect(Set(bodies).count == 1)
      }
      let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
      #expect(counts?["accepted"] == 15 && counts?["delivered"] == 15)
    }
  }

  @Test("an answer that was lost on the way repeats the same request once")
  func lostAnswer() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([
      ScriptRule(times: 1, fault: .drop(.after)), ScriptRule(times: 1, fault: .drop(.before)),
    ])
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("events.subscribe")

      let answer = try await host.call("pushSubscribe", ["requestId": "x", "wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(Set(simulator.requests().map(\.requestID)) == ["x"])
      try await host.event(230)
      let retried = host.events.filter { $0["type"] == "retryError" }
      #expect(!retried.isEmpty && retried.allSatisfy { $0["code"] == 500 })
    }
  }

  @Test("a full disk refuses new jobs with an error, and accepts them when there is room again")
  func fullDisk() async throws {
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    guard run("mount", "-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", data) else {
      print("SKIPPED: a full disk: this user may not mount a file system")
      return
    }
    defer { _ = run("umount", "-l", data) }
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let small = ["--limit", "segmentBytes=131072", "--limit", "recordBytes=65536"]
    try await withBridge(small, in: directory) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      let filler = data + "/filler"
      #expect(!run("dd", "if=/dev/zero", "of=\(filler)", "bs=4k"))

      // The current segment is preallocated.
      var acknowledged = 1
      var refused: WireConnection.Refused?
      let text = JSON.string(String(repeating: "x", count: 3000))
      while refused == nil, acknowledged < 100 {
        do {
          try await host.call("pushSubscribe", ["profileFields": ["f": text]])
          acknowledged += 1
        } catch let error as WireConnection.Refused { refused = error }
      }
      #expect(refused?.code == -32011 && refused?.reason == "storageFailed")
      #expect(refused?.data["cause"] == "noSpace" && refused?.data["retryable"] == true)
      #expect(try await host.call("bridge.ping") == "pong")

      try FileManager.default.removeItem(atPath: filler)
      try await eventually("there is room again") {
        do {
          try await host.call("pushSubscribe", ["requestId": "room"])
          return true
        } catch is WireConnection.Refused { return false }
      }
      try await eventually("all is delivered") {
        try await host.call("outbox.list")["items"] == []
      }
      let ids = Set(simulator.requests().compactMap(\.requestID))
      #expect(ids.count == acknowledged + 1 && ids.contains("room"))
    }
  }
}
