import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the trace over real connections, with both roles. `withBridge` checks each item against the document.
@Suite(.timeLimit(.minutes(10))) struct TraceTests {
  private let place = TemporaryDirectory()

  private static let event: JSON = ["sid": "p", "eventName": "e", "requestId": "a"]

  @Test(
    "an observer sees the messages and jobs of connections that were open before it",
    arguments: ["webSocket", "unix", "stdio"])
  func transports(_ kind: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let flags = ["--stdio", "--websocket", "127.0.0.1:0", "--socket", place.path + "/run/s"]
    try await withBridge(flags, in: place) { bridge in
      let host = try await bridge.connectUnix()
      try await host.prepare(url)
      let page =
        switch kind {
        case "webSocket":
          try await bridge.connectWebSocket(token: bridge.token("rpc.observer-token")).wire
        case "unix": try await bridge.connectUnix()
        default: bridge.stdio
        }
      try await page.call("trace.subscribe")

      try await host.call("mobileEvent", Self.event)

      try await eventually("the job has ended") { page.steps("a").last == "ended" }
      #expect(page.steps("a") == ["accepted", "durable", "attempt", "answer", "ended"])
      let accepted = try #require(page.trace.first { $0["step"] == "accepted" })
      let call = try #require(
        page.trace.first { $0["message"]?["method"] == "mobileEvent" })
      #expect(call["direction"] == "received" && call["transport"] == "unix")
      #expect(accepted["connection"] == call["connection"])
      let answer = page.trace.first { $0["message"]?["result"]?["requestId"] == "a" }
      #expect(answer?["direction"] == "sent")
      let times = page.trace.compactMap { $0["at"]?.intValue }
      #expect(times == times.sorted() && times.count == page.trace.count)
      let seqs = page.trace.compactMap { $0["seq"]?.intValue }
      #expect(seqs == Array(1...seqs.count) && page.notifications("trace.gap").isEmpty)
      // Its own calls are there, its traces are not.
      #expect(
        !page.trace.contains {
          $0["message"]?["method"]?.stringValue?.hasPrefix("trace") == true
            && $0["direction"] == "sent"
        })
      #expect(try await page.call("trace.unsubscribe") == true)
    }
  }

  @Test("a job that the platform refuses for a while shows its waits")
  func waits() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(503))])
    try await withBridge(["--stdio"] + quickRetries, in: place) { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("trace.subscribe", ["kinds": ["job"]])

      try await host.call("mobileEvent", Self.event)

      try await eventually("the job has ended") { host.steps("a").last == "ended" }
      #expect(
        host.steps("a") == [
          "accepted", "durable", "attempt", "answer", "waiting", "attempt", "answer", "ended",
        ])
      let wait = try #require(host.trace.first { $0["step"] == "waiting" })
      #expect(wait["waitingFor"] == "retry")
      #expect(try #require(wait["until"]?.intValue) > wait["at"]?.intValue ?? .max)
      #expect(host.trace.allSatisfy { $0["kind"] == "job" })
      #expect(host.trace.first { $0["step"] == "answer" }?["httpCode"] == 503)
      #expect(host.trace.first { $0["step"] == "answer" }?["durationUs"]?.intValue ?? 0 > 0)
    }
  }

  @Test("connections that open and close meanwhile are in the trace, with their process")
  func connections() async throws {
    let flags = ["--stdio", "--socket", place.path + "/run/s"]
    try await withBridge(flags, in: place) { bridge in
      let page = bridge.stdio
      try await page.call("trace.subscribe", ["kinds": ["wire"]])
      let guest = try await bridge.connectUnix()
      #expect(try await guest.call("bridge.ping") == "pong")
      try guest.send("{oops")

      guest.endOutput()

      try await eventually("it is closed") {
        page.trace.contains { $0["event"] == "closed" && $0["transport"] == "unix" }
      }
      let events = page.trace.filter { $0["transport"] == "unix" }
      #expect(
        events.compactMap { $0["event"]?.stringValue } == [
          "opened", "message", "message", "message", "message", "inputEnded", "closed",
        ])
      #expect(events.first?["peer"]?["uid"]?.intValue == Int(getuid()))
      #expect(events[3]["fault"] == "not JSON at byte 1" && events[3]["message"] == nil)
    }
  }

  @Test("a subscriber that does not read gets gaps, and calls of others are all answered")
  func slowReader() async throws {
    let flags = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "outQueueBytes=20000",
    ]
    try await withBridge(flags, in: place) { bridge in
      let slow = try await bridge.connectUnix()
      try await slow.call("trace.subscribe")
      slow.pauseReading()

      let calls = try (0..<3000).map { _ in try bridge.stdio.begin("bridge.ping") }
      for call in calls { #expect(try await bridge.stdio.answer(to: call) == "pong") }
      let pending = try slow.begin("bridge.ping")
      slow.resumeReading()

      #expect(try await slow.answer(to: pending) == "pong")
      try await eventually("every item is there, or known to be lost") {
        let known = slow.seen.union(slow.lost)
        return known.count > 6000 && known == Set(1...(known.max() ?? 0))
      }
      #expect(!slow.lost.isEmpty && slow.lost.isDisjoint(with: slow.seen))
    }
  }

  @Test("a message longer than the limit has only its length")
  func longMessage() async throws {
    try await withBridge(["--stdio", "--limit", "traceMessageBytes=500"], in: place) { bridge in
      let host = bridge.stdio
      try await host.call("trace.subscribe")

      try await host.call("rpc.discover")

      try await eventually("the answer is there") {
        host.trace.contains { $0["direction"] == "sent" && $0["bytes"]?.intValue ?? 0 > 50_000 }
      }
      let answer = host.trace.first { $0["bytes"]?.intValue ?? 0 > 50_000 }
      #expect(answer?["message"] == .null)
    }
  }

  @Test("ten thousand subscriptions leave no memory, no thread and no descriptor behind")
  func comeAndGo() async throws {
    try await withBridge(["--stdio"], in: place) { bridge in
      let host = bridge.stdio
      func round(_ count: Int) async throws {
        for _ in 0..<count / 25 {
          let calls = try (0..<25).flatMap { _ in
            try ["trace.subscribe", "trace.unsubscribe"].map { try host.begin($0) }
          }
          for call in calls { _ = try await host.answer(to: call) }
        }
      }
      try await round(2000)
      let before = ProcessFigures(of: bridge.pid)

      try await round(8000)

      let after = ProcessFigures(of: bridge.pid)
      #expect(after.privateKilobytes < before.privateKilobytes + 1536, "\(before), \(after)")
      #expect(after.descriptors <= before.descriptors + 2 && after.threads <= before.threads + 2)
    }
  }

  @Test("the trace goes to no file, and those who subscribe are in no recording of messages twice")
  func files() async throws {
    let log = place.path + "/trace"
    try await withBridge(["--stdio", "--trace-wire", log], in: place) { bridge in
      let host = bridge.stdio
      try await host.call("trace.subscribe")
      #expect(try await host.call("bridge.ping") == "pong")
      try await eventually("the ping is traced") {
        host.trace.contains { $0["message"]?["method"] == "bridge.ping" }
      }
      try await stop(bridge)
    }
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.contains("bridge.ping") && !text.contains(#""method":"trace""#))
  }
}

extension WireConnection {
  /// The items of the trace so far.
  fileprivate var trace: [JSON] { notifications("trace") }

  /// Returns the steps of a job so far.
  fileprivate func steps(_ requestId: String) -> [String] {
    trace.filter { $0["requestId"]?.stringValue == requestId }
      .compactMap { $0["step"]?.stringValue }
  }

  fileprivate var seen: Set<Int> { Set(trace.compactMap { $0["seq"]?.intValue }) }

  fileprivate var lost: Set<Int> {
    notifications("trace.gap").reduce(into: []) { lost, gap in
      lost.formUnion((gap["from"]?.intValue ?? 0)...(gap["to"]?.intValue ?? 0))
    }
  }
}
