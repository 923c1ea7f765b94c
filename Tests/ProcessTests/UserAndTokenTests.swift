import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Users whose JWT has expired, and tokens set by hand, over the wire and restarts.
@Suite struct UserAndTokenTests {
  private static let updates = RequestFilter(path: "/subscription/push/update/")
  private static let expired = TestJWT.make(
    #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: 1)

  private static func byHand(_ token: String) -> JSON {
    ["provider": "ios-firebase", "pushToken": .string(token)]
  }

  @Test(
    "a job of an expired JWT is accepted and waits, over a restart, until a new JWT delivers it")
  func expiredJWT() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(Self.expired) }
      try await host.call("updateProfileFields", ["requestId": "r", "profileFields": ["a": 1]])
      try await eventually("it waits for its user") {
        try await host.call("outbox.get", ["requestId": "r"])["waitingFor"] == "user"
      }
      let reasons = host.callbacks.compactMap { $0["params"]?["reason"]?.stringValue }
      // The job is checked again after a while.
      #expect(reasons.starts(with: ["request", "request", "expired"]))
      try await stop(bridge)
    }

    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      let kept = try await host.call("outbox.get", ["requestId": "r"])
      #expect(kept.state == "pending")
      #expect(simulator.requests().isEmpty)
      try await host.call("setJWTProvider", ["provider": ["token": .string(TestJWT.ann)]])
      try await eventually("it is delivered") {
        try await host.call("outbox.get", ["requestId": "r"]).state == "delivered"
      }
      let sent = simulator.requests().map { $0.headers["authorization"] }
      #expect(sent == ["Bearer \(TestJWT.ann)"])

      try await host.call("setJWTProvider", ["provider": nil])
      let refused = try await host.refusal(of: "pushSuspend")
      #expect(refused.code == 402 && refused.data["cause"] == 540)
    }
  }

  @Test("a notification extension that came and went leaves the providers of the app in place")
  func notificationExtension() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s"]
    try await withBridge(arguments, in: directory) { bridge in
      let app = bridge.stdio
      try await app.useJWT(url) { _ in .string(TestJWT.ann) }
      let service = try await bridge.connectUnix()
      service.onCallback("provider.getJWT") { _ in .string(TestJWT.bob) }
      try await service.call("nse.setJWTProvider", ["provider": "callback"])
      try await app.call("pushSubscribe", ["requestId": "of-bob", "wait": "outcome"])
      #expect(app.callbacks.allSatisfy { $0["method"] == "provider.getToken" })

      service.abandon()

      try await eventually("the app is asked again") {
        try await app.call("getStatusOfLatestSubscription")
        return app.callbacks.contains { $0["method"] == "provider.getJWT" }
      }
    }
  }

  @Test(
    "a token set by hand is forgotten when a provider is registered, on disk too, and moves no subscription"
  )
  func tokenByHand() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s"]
    let configuration: JSON = ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", configuration)
      #expect(try await host.call("setPushToken", Self.byHand("by-hand")) == true)
      let other = try await bridge.connectUnix()
      other.onCallback("provider.getToken") { _ in "live" }
      try await other.call("setFCMTokenProvider", ["provider": "callback"])
      #expect(try await host.call("setPushToken", Self.byHand("late")) == false)
      try await host.call("pushSubscribe", ["wait": "outcome"])

      other.abandon()
      try await eventually("the provider is gone") {
        try await host.call("getPushToken") == .null
      }
      try await host.call("initialization", configuration)
      try await host.call(
        "mobileEvent", ["sid": "s", "eventName": "e", "wait": "outcome"])
      try await stop(bridge)
    }

    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      #expect(try await host.call("getPushToken") == .null)
      try await host.call("initialization", configuration)
      try await host.call("mobileEvent", ["sid": "s", "eventName": "e", "wait": "outcome"])
      #expect(simulator.requests(Self.updates).isEmpty)
      #expect(simulator.state.profiles.flatMap(\.subscriptions).map(\.token) == ["live"])
    }
  }

  @Test(
    "deleteDeviceToken and forcedTokenUpdate remove a token set by hand, on disk too",
    arguments: ["deleteDeviceToken", "forcedTokenUpdate"])
  func removed(method: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.call("setPushToken", Self.byHand("by-hand"))
      try await host.call("pushSubscribe", ["wait": "outcome"])
      let parameters: JSON = method == "deleteDeviceToken" ? ["provider": "ios-firebase"] : [:]
      #expect(try await host.call(method, parameters) == true)
      #expect(try await host.call("getPushToken") == .null)
      try await stop(bridge)
    }

    try await withBridge(in: directory) { bridge in
      let token = try await bridge.stdio.call("getPushToken")
      #expect(token == .null)
      #expect(simulator.requests(Self.updates).isEmpty)
    }
  }
}
