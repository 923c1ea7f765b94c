import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of delivery by TLS, to a server whose certificate is invalid at first and valid later.
@Suite(.timeLimit(.minutes(10))) struct SecureDeliveryTests {
  private static let rToken = "canaryResourceToken0123456789abcdef"

  @Test(
    "with an invalid certificate the request is retried without sending the token; with a valid one everything goes out",
    .enabled(if: Authority.canBeTrusted, "a mount namespace of one's own"),
    arguments: [
      (Certificate.expired, "certificate has expired"),
      (.otherHost, "name matches target host name"), (.selfSigned, "self-signed certificate"),
    ])
  func repairedThere(_ certificate: Certificate, _ reason: String) async throws {
    let authority = try #require(Authority.ofTests)
    var server: SecureServer? = try SecureServer(certificate, of: authority)
    let port = try #require(server).port
    let place = TemporaryDirectory()
    let script = #"mount --bind "$1" "$2" && shift 2 && exec "$0" serve "$@""#
    let bridge = try ServiceProcess(
      [
        "-rm", "sh", "-c", script, builtProduct("altcraft-bridge"), authority.certificate,
        Authority.systemStore, "--data-dir", ServiceProcess.dataDirectory(in: place),
        "--limit", "attemptSeconds=5",
      ] + quickRetries, in: place, program: "/usr/bin/unshare")
    let host = bridge.stdio
    try await bridge.ready()

    try await expectPending(at: "https://127.0.0.1:\(port)", because: reason, host)
    #expect(server?.received.contains("POST") == false)
    #expect(server?.received.contains(Self.rToken) == false)

    server = nil
    server = try SecureServer(.good, of: authority, port: port)
    try await expectDelivered(host)
    #expect(server?.received.contains("rtoken@" + Self.rToken) == true)
    #expect(server?.received.contains("waiting") == true)
    // Use another lane, which has not failed yet. A server answers its first connection.
    server = nil
    server = try SecureServer(.good, of: authority, port: port)
    let other = try await host.call(
      "mobileEvent", ["sid": "p", "eventName": "e", "wait": "outcome"])
    #expect(other["outcome"]?.state == "delivered")
    expectTidy(bridge)
  }

  @Test(
    "an untrusted certificate is retried, and the next platform gets the waiting jobs",
    arguments: [
      (Certificate.selfSigned, "self-signed certificate"),
      (.good, "unable to get local issuer certificate"),
    ])
  func repairedHere(_ certificate: Certificate, _ reason: String) async throws {
    let server = try SecureServer(certificate, of: try #require(Authority.ofTests))
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(quickRetries + ["--limit", "attemptSeconds=5"]) { bridge in
      let host = bridge.stdio
      try await expectPending(at: "https://127.0.0.1:\(server.port)", because: reason, host)

      try await host.call(
        "initialization",
        ["configuration": ["apiUrl": .string(url), "rToken": .string(Self.rToken)]])

      try await expectDelivered(host)
      let next = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(next["outcome"]?.state == "delivered")
      #expect(!server.received.contains("POST") && !server.received.contains(Self.rToken))
    }
  }

  /// Accepts a job, and expects it to fail by TLS three times.
  private func expectPending(
    at url: String, because reason: String, _ host: WireConnection
  ) async throws {
    try await host.call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": .string(Self.rToken)]])
    try await host.call("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
    try await host.call("events.subscribe")
    try await host.call("pushSubscribe", ["requestId": "waiting"])

    let event = try await host.event("a failure of it") { $0["requestId"] == "waiting" }
    #expect(event["type"] == "retryError" && event.code == 500, "\(event.text)")
    var job = JSON.null
    // A job on the wire does not wait.
    try await eventually("it was tried three times, and waits") {
      job = try await host.call("outbox.get", ["requestId": "waiting"])
      return job["attempts"]?.intValue ?? 0 >= 3 && job["waitingFor"] == "retry"
    }
    #expect(job.state == "pending")
    #expect(job["lastError"]?["httpCode"] == .null)
    let message = job["lastError"]?["message"]?.stringValue
    #expect(message?.contains(reason) == true, "\(job.text)")
    #expect(!host.messages.contains { $0["result"] != nil && $0.text.contains(Self.rToken) })
    #expect(!host.events.contains { $0.text.contains(Self.rToken) })
  }

  private func expectDelivered(_ host: WireConnection) async throws {
    try await eventually("it is delivered") {
      try await host.call("outbox.get", ["requestId": "waiting"]).state == "delivered"
    }
  }
}
