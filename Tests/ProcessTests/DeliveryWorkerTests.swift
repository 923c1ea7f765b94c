import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the worker, the process that speaks HTTP: the service continues through all its failures.
@Suite struct DeliveryWorkerTests {
  @Test("a process killed during a request is replaced, and the request is repeated")
  func killed() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .hang)])
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("events.subscribe")
      let call = try host.begin("pushSubscribe", ["requestId": "once", "wait": "outcome"])
      #expect(simulator.waitForRequests(1).count == 1)

      let worker = try #require(children(of: bridge.pid).first)
      kill(worker, SIGKILL)

      #expect(try await host.answer(to: call)["outcome"]?.state == "delivered")
      #expect(simulator.requests().map(\.requestID) == ["once", "once"])
      #expect(children(of: bridge.pid).first != worker)
      let event = try await host.event(500)
      #expect(event["type"] == "retryError" && event["requestId"] == "once")
    }
  }

  @Test("a hung process is replaced at its deadline")
  func stopped() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(quickRetries + ["--limit", "attemptSeconds=1"]) { bridge in
      let host = bridge.stdio
      try await host.storeToken(url)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      let worker = try #require(children(of: bridge.pid).first)
      kill(worker, SIGSTOP)

      let answer = try await host.call(
        "pushSubscribe", ["requestId": "patient", "wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      #expect(!children(of: bridge.pid).contains(worker))
      let job = try await host.call("outbox.get", ["requestId": "patient"])
      #expect(job["attempts"]?.intValue ?? 0 > 1)
    }
  }

  // libcurl resends such a request by itself, without its body; the attempt would wait for the answer.
  @Test(
    "a kept connection that is closed on the next request costs an attempt, but no delay",
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
        // The second attempt follows after a second at most; an attempt has a time limit of a minute.
        let answer = try await host.call(
          "pushSubscribe", ["requestId": .string("r\(id)"), "wait": "outcome"],
          within: .seconds(30))
        #expect(answer["outcome"]?.state == "delivered")
        let attempts = simulator.requests().filter { $0.requestID == "r\(id)" }
        #expect(attempts.map(\.fault) == [fault, nil])
        #expect(Set(attempts.map(\.bodyBytes)).count == 1)
      }
    }
  }

  @Test("without the executable no request is sent, no job is lost, and everything else works")
  func missing() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let alone = directory.path + "/altcraft-bridge"
    // Copy with a separate process: a process that another test starts meanwhile would hold our copy open for
    // writing.
    try #require(run("cp", builtProduct("altcraft-bridge"), alone))
    let bridge = try ServiceProcess(serving: [], in: directory, program: alone)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await bridge.stdio.call("events.subscribe")

    try await bridge.stdio.call("pushSubscribe", ["requestId": "later"])

    let event = try await bridge.stdio.event(500)
    #expect(event["type"] == "retryError" && event["requestId"] == "later")
    #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    let job = try await bridge.stdio.call("outbox.get", ["requestId": "later"])
    #expect(job.state == "pending" && job["waitingFor"] == "retry")
    expectTidy(bridge)
    try await bridge.crash()

    try await withBridge(in: directory) { _ in
      #expect(simulator.waitForRequests(1).map(\.requestID) == ["later"])
    }
  }

  @Test("it ends with the bridge, even a killed one")
  func orphan() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let bridge = try ServiceProcess(serving: [])
    try await bridge.stdio.storeToken(url)
    try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])
    let worker = try #require(children(of: bridge.pid).first)
    #expect(isRunning(Int(worker)))

    try await bridge.crash()

    try await eventually("the worker is gone") { !isRunning(Int(worker)) }
  }
}
