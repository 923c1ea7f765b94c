import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

@Suite("A delivery process that ends for lack of work")
struct IdleDeliveryTests {
  @Test("is started again by the next job, which its first attempt delivers; no loss is counted")
  func startedAgain() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--limit", "deliveryIdleSeconds=0.05"]) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try await eventually { children(of: bridge.pid).isEmpty }

      let answer = try await host.call("pushSubscribe", ["requestId": "next", "wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(try await host.call("outbox.get", ["requestId": "next"])["attempts"] == 1)
      let stats = try await host.call("bridge.stats")
      #expect(stats["delivery"] == ["attempts": 2, "workerStarts": 2, "workerLosses": 0])
      #expect(stats["platform"]?["state"] == "well")
    }
  }

  @Test("is told from one that was killed")
  func killed() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      kill(try #require(children(of: bridge.pid).first), SIGKILL)
      try await eventually { children(of: bridge.pid).isEmpty }

      try await host.call("pushSubscribe", ["wait": "outcome"])

      let stats = try await host.call("bridge.stats")
      #expect(stats["delivery"]?["workerStarts"] == 2)
      #expect(stats["delivery"]?["workerLosses"] == 1)
    }
  }

  @Test("loses no job that arrives while it ends, and leaves nothing behind")
  func rounds() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let count = CampaignLength.isLong ? 10_000 : 60
    try await withBridge(["--limit", "deliveryIdleSeconds=0.01"]) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      var numbers = CampaignNumbers()
      var before = ProcessFigures(of: bridge.pid)
      for round in 0..<count {
        let answer = try await host.call(
          "pushSubscribe", ["requestId": .string("job-\(round)"), "wait": "outcome"])
        #expect(answer["outcome"]?.state == "delivered")
        if round == count / 4 { before = ProcessFigures(of: bridge.pid) }
        // The process ends some 10 ms after the answer: before, while or after the next job arrives.
        try await Task.sleep(for: .microseconds(Int64.random(in: 8_000...14_000, using: &numbers)))
      }
      try await eventually { children(of: bridge.pid).isEmpty }

      let stats = try await host.call("bridge.stats")
      #expect(stats["delivery"]?["attempts"] == .int(count))
      #expect(stats["delivery"]?["workerLosses"] == 0)
      #expect(stats["delivery"]?["workerStarts"]?.intValue ?? 0 > 1)
      let after = ProcessFigures(of: bridge.pid)
      #expect(after.descriptors <= before.descriptors, "\(before), then \(after)")
      #expect(after.privateKilobytes < before.privateKilobytes + 4096, "\(before), then \(after)")
    }
  }
}
