import Foundation
import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Tests of the user's identity by JWT: the host supplies it when it is needed, and jobs never use another
/// user's JWT.
@Suite struct PersonTests {
  @Test("a JWT by callback is requested, sent, and visible nowhere else")
  func callback() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--log-level", "debug"]) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      try await host.call("events.subscribe")

      try await host.call("pushSubscribe", ["wait": "outcome"])

      let request = try #require(simulator.requests().first)
      #expect(request.headers["authorization"] == "Bearer \(TestJWT.ann)")
      #expect(request.query["matching_mode"] == "email")
      let reasons = host.callbacks.filter { $0["method"] == "provider.getJWT" }
        .compactMap { $0["params"]?["reason"]?.stringValue }
      #expect(!reasons.isEmpty && Set(reasons) == ["request"])
      let list = try await host.call("outbox.get", ["requestId": .string(request.requestID ?? "")])
      #expect(list.state == "delivered")
      for text in [bridge.errorText, host.events.map(\.text).joined(), list.text] {
        #expect(!text.contains(TestJWT.ann))
      }
      #expect(!bridge.errorText.contains("fcm-token-1"))
    }
  }

  @Test("a static JWT needs no request to the host")
  func staticToken() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setJWTProvider", ["provider": ["token": .string(TestJWT.bob)]])
      try await host.call("setFCMTokenProvider", ["provider": ["token": "t-1"]])

      let answer = try await host.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      let request = try #require(simulator.requests().first)
      #expect(request.headers["authorization"] == "Bearer \(TestJWT.bob)")
      #expect(request.query["matching_mode"] == "profile_id")
      #expect(host.callbacks.isEmpty)
    }
  }

  @Test(
    "without a usable JWT the call is refused with the reason",
    arguments: [
      (nil, 540), ("", 540), ("no-jwt", 541), ("a.e30.c", 541), ("a.!.c", 541),
      (TestJWT.with(["matching": ["db_id": 1]]), 542),
    ] as [(String?, Int)])
  func refused(token: String?, cause: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .optional(token) }
      try await host.call("events.subscribe")

      let refused = try await host.refusal(of: "pushSubscribe")

      #expect(refused.code == 402 && refused.reason == "userTagMissing")
      #expect(refused.data["cause"] == .int(cause))
      try await host.event(402)
      #expect(host.events.compactMap(\.code).suffix(2) == [cause, 402])
      #expect(simulator.requests().isEmpty)
      #expect(try await host.call("outbox.list")["items"] == [])
    }
  }

  @Test("a missing or disconnected provider counts as no JWT")
  func missingProvider() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s"]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      #expect(try await host.refusal(of: "pushSubscribe").data["cause"] == 540)

      let other = try await bridge.connectUnix()
      other.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      try await other.call("setJWTProvider", ["provider": "callback"])
      try await other.call("pushSuspend", ["requestId": "kept"])
      other.abandon()

      try await eventually("the provider is gone") {
        do {
          try await host.call("pushSubscribe")
          return false
        } catch let refused as WireConnection.Refused {
          return refused.data["cause"] == 540
        }
      }
      let kept = try await host.call("outbox.get", ["requestId": "kept"])
      #expect(kept.state == "pending")
    }
  }

  @Test("the connection that registered last receives the request")
  func latest() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s"]
    try await withBridge(arguments, in: directory) { bridge in
      let first = bridge.stdio
      let second = try await bridge.connectUnix(.headers)
      try await first.useJWT(url) { _ in .string(TestJWT.ann) }
      try await second.useJWT(url) { _ in .string(TestJWT.bob) }

      let answer = try await first.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(first.callbacks.isEmpty && !second.callbacks.isEmpty)
      let tokens = simulator.requests().map { $0.headers["authorization"] }
      #expect(tokens == ["Bearer \(TestJWT.bob)"])
    }
  }

  @Test("an unanswered callback costs its time limit and nothing else")
  func silence() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--limit", "callbackSeconds=3"]) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in JSON?.none }

      let waiting = try host.begin("pushSubscribe")
      #expect(try await host.call("bridge.ping") == "pong")
      #expect(!host.hasAnswer(to: waiting))

      do {
        _ = try await host.answer(to: waiting)
        Issue.record("not refused")
      } catch let refused as WireConnection.Refused {
        #expect(refused.code == -32012 && refused.data["callback"] == "provider.getJWT")
        #expect(refused.data["retryable"] == true)
      }
    }
  }

  @Test("a JWT rejected by the platform is requested again, once")
  func rejected() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(401))])
    try await withBridge { bridge in
      let newer = TestJWT.with([
        "n": 2, "matching": ["db_id": 1, "matching": "email", "email": "a@b.c"],
      ])
      try await bridge.stdio.useJWT(url) { reason in
        .string(reason == "rejected" ? newer : TestJWT.ann)
      }

      let answer = try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(
        simulator.requests().map { $0.headers["authorization"] } == [
          "Bearer \(TestJWT.ann)", "Bearer \(newer)",
        ])
      #expect(Set(simulator.requests().map(\.requestID)).count == 1)
    }
  }

  @Test("an expired JWT is never sent")
  func expired() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let old = TestJWT.with([
        "exp": 1, "matching": ["db_id": 1, "matching": "email", "email": "a@b.c"],
      ])
      try await bridge.stdio.useJWT(url) { reason in
        .string(reason == "expired" ? TestJWT.ann : old)
      }

      let answer = try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(simulator.requests().map { $0.headers["authorization"] } == ["Bearer \(TestJWT.ann)"])
    }
  }

  @Test("the jobs of two users are never sent with the other's credentials")
  func neverMixed() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let current = Mutex(TestJWT.ann)
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(current.withLock { $0 }) }
      try simulator.script([ScriptRule(times: 3, fault: .status(503))])

      for round in 0..<10 {
        let user = round % 2 == 0 ? "ann" : "bob"
        current.withLock { $0 = user == "ann" ? TestJWT.ann : TestJWT.bob }
        for index in 0..<3 {
          try await host.call(
            "pushSubscribe", ["requestId": .string("\(user)-\(round)-\(index)")])
        }
      }
      for user in [TestJWT.ann, TestJWT.bob] {
        current.withLock { $0 = user }
        try await host.call("pushSubscribe", ["wait": "outcome"])
      }
      current.withLock { $0 = TestJWT.ann }
      try await eventually("everything of Ann is delivered") {
        try await host.call("setJWTProvider", ["provider": "callback"])
        return try await host.call("outbox.list")["items"]?.arrayValue?.contains {
          $0["requestId"]?.stringValue?.hasPrefix("ann") == true
        } == false
      }
      current.withLock { $0 = TestJWT.bob }
      try await host.call("setJWTProvider", ["provider": "callback"])
      try await eventually("everything is delivered") {
        try await host.call("outbox.list")["items"] == []
      }

      let requests = simulator.requests().filter { $0.requestID?.contains("-") == true }
      for request in requests {
        let id = try #require(request.requestID)
        let token = request.headers["authorization"]
        if id.hasPrefix("ann") { #expect(token == "Bearer \(TestJWT.ann)") }
        if id.hasPrefix("bob") { #expect(token == "Bearer \(TestJWT.bob)") }
      }
      for user in ["ann", "bob"] {
        let delivered = requests.filter { $0.status == 200 }.compactMap(\.requestID)
          .filter { $0.hasPrefix(user) }
        #expect(delivered.count == 15 && delivered == delivered.sorted())
      }
    }
  }
}
