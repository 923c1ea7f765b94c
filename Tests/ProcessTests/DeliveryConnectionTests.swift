import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

@Suite struct DeliveryConnectionTests {
  @Test(
    "a request that meets the end of a kept connection is repeated at once, and costs no attempt",
    arguments: [Fault.drop(.before), .drop(.after)])
  func closedConnection(_ fault: Fault) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      for id in 1...3 {
        simulator.clearScript()
        try await host.call("pushSubscribe", ["wait": "outcome"])
        try simulator.script([ScriptRule(times: 1, fault: fault)])
        let answer = try await host.call(
          "pushSubscribe", ["requestId": .string("r\(id)"), "wait": "outcome"],
          within: .seconds(30))
        #expect(answer["outcome"]?.state == "delivered")
        let attempts = simulator.requests().filter { $0.requestID == "r\(id)" }
        #expect(attempts.map(\.fault) == [fault, nil])
        #expect(Set(attempts.map(\.bodyBytes)).count == 1)
        #expect(
          try await host.call("outbox.get", ["requestId": .string("r\(id)")])["attempts"] == 1)
      }
    }
  }

  @Test("without libcurl no request is sent, no job is lost, and everything else works")
  func missing() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let bridge = try ServiceProcess(
      ["serve", "--data-dir", ServiceProcess.dataDirectory(in: directory)], in: directory,
      environment: try environmentWithoutLibcurl(in: directory))
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await bridge.stdio.call("events.subscribe")

    try await bridge.stdio.call("pushSubscribe", ["requestId": "later"])

    let event = try await bridge.stdio.event(500)
    #expect(event["type"] == "retryError" && event["requestId"] == "later")
    #expect(event["message"]?.stringValue?.hasPrefix("libcurl: ") == true)
    #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    let job = try await bridge.stdio.call("outbox.get", ["requestId": "later"])
    #expect(job.state == "pending" && job["waitingFor"] == "retry")
    expectTidy(bridge)
    try await bridge.crash()

    try await withBridge(in: directory) { _ in
      #expect(simulator.waitForRequests(1).map(\.requestID) == ["later"])
    }
  }

  @Test("the bridge delivers in its own process, over a connection that it counts")
  func oneProcess() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.storeToken(url)
      try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])

      #expect(children(of: bridge.pid).isEmpty)
      let stats = try await bridge.stdio.call("bridge.stats")
      #expect(stats["delivery"] == ["attempts": 1, "connections": 1])
      #expect(stats["platform"]?["state"] == "well")
    }
  }
}
