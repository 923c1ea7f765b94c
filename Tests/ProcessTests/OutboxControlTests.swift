import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of manual control of the outbox: try now, retry, or discard.
@Suite struct OutboxControlTests {
  @Test("a flush attempts waiting jobs at once, and answers afterwards")
  func flush() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([
      ScriptRule(
        times: 2, fault: .status(503, headers: [.init("Retry-After", "3600")]))
    ])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("events.subscribe")
      try await host.call("pushSubscribe", ["requestId": "a"])
      try await host.event(530)

      #expect(try await host.call("outbox.flush", ["wait": true]) == ["pending": 1])
      #expect(try await host.call("outbox.flush", ["wait": true]) == ["pending": 0])

      #expect(simulator.requests().map(\.status) == [503, 503, 200])
      #expect(try await host.call("outbox.flush") == ["pending": 0])
    }
  }

  @Test("a rejected job is kept across a restart, and delivered when it is retried")
  func retry() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(400))])
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.storeToken(url)
      let answer = try await bridge.stdio.call(
        "pushSubscribe", ["requestId": "a", "customFields": ["n": 1], "wait": "outcome"])
      #expect(answer["outcome"]?.state == "rejected")
      try await stop(bridge)
    }

    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      #expect(try await host.call("outbox.get", ["requestId": "a"])["retryable"] == true)
      try await host.call("events.subscribe")
      #expect(try await host.call("outbox.retry", ["requestId": "a"]) == true)
      try await host.event(230)

      let job = try await host.call("outbox.get", ["requestId": "a"])
      #expect(job.state == "delivered" && job["attempts"] == 1)
      let bodies = simulator.requests(.init(requestID: "a")).compactMap { $0.json?.text }
      #expect(bodies.count == 2 && Set(bodies).count == 1)
      let refused = try await host.refusal(of: "outbox.retry", ["requestId": "a"])
      #expect(refused.code == -32602)
      let counts = try await host.call("bridge.stats")["outbox"]
      #expect(counts?["accepted"] == 1 && counts?["delivered"] == 1 && counts?["rejected"] == 0)
    }
  }

  @Test("a discarded job is never sent again, and its outcome stays")
  func discard() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(404))])
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.storeToken(url)
      try await bridge.stdio.call("pushSubscribe", ["requestId": "a", "wait": "outcome"])

      #expect(try await bridge.stdio.call("outbox.discard", ["requestId": "a"]) == true)

      #expect(try await bridge.stdio.call("outbox.list")["items"] == [])
    }

    try await withBridge(in: directory) { bridge in
      let refused = try await bridge.stdio.refusal(of: "outbox.retry", ["requestId": "a"])
      #expect(refused.code == -32602 && refused.data["parameter"] == "requestId")
      let job = try await bridge.stdio.call("outbox.get", ["requestId": "a"])
      #expect(job.state == "rejected" && job["retryable"] == false)
      let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
      #expect(counts?["rejected"] == 1)
      #expect(simulator.requests().count == 1)
    }
  }

  @Test("a retry checks the id first, then the configuration")
  func retryOrder() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      #expect(try await host.refusal(of: "outbox.retry", ["requestId": "a"]).code == -32602)
      try simulator.script([ScriptRule(times: 1, fault: .status(400))])
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["requestId": "a", "wait": "outcome"])
      #expect(
        try await host.call(
          "bridge.check",
          [
            "method": "outbox.retry", "params": ["requestId": "a"],
          ]) == true)
    }
  }

  @Test("a job without an outcome in its time expires and is reported")
  func expiry() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .status(503))])
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization",
        [
          "configuration": [
            "apiUrl": .string(url), "rToken": "r-1",
            "retry": ["totalSeconds": .number(JSONNumber(0.5)!)],
          ]
        ])
      try await host.call("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
      try await host.call("events.subscribe")

      let answer = try await host.call("pushSubscribe", ["requestId": "a", "wait": "outcome"])

      #expect(
        answer["outcome"] == ["state": "expired", "eventCode": 600, "response": nil])
      let event = try await host.event(600)
      #expect(event["value"]?["method"] == "pushSubscribe" && event["requestId"] == "a")
      let job = try await host.call("outbox.get", ["requestId": "a"])
      #expect(job.state == "expired" && job["lastError"]?["httpCode"] == 503)
    }
  }
}
