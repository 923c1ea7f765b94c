import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// A device that gets another push token, as the platform learns of it.
@Suite(.serialized) struct TokenUpdateTests {
  static let path = RequestFilter(path: "/subscription/push/update/")

  /// How the user is known, and what `sync` is then.
  static let users: [(user: String, sync: String)] = [("rToken", "true"), ("JWT", "false")]

  @Test(
    "a forced update has the old token deleted, asks for another and moves the subscription to it",
    arguments: users)
  func forced(user: String, sync: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let token = Mutex("t-1")
    try await withBridge { bridge in
      let host = bridge.stdio
      if user == "JWT" {
        try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      } else {
        try await host.prepare(url)
      }
      host.onCallback("provider.getToken") { _ in .string(token.withLock { $0 }) }
      host.onCallback("provider.deleteToken") { _ in
        token.withLock { $0 = "t-2" }
        // What the host answers does not matter.
        return false
      }
      try await host.call("pushSubscribe", ["cats": ["news"], "wait": "outcome"])
      let before = try #require(simulator.state.profiles.first?.subscriptions.first)
      try await host.call("events.subscribe")

      #expect(try await host.call("forcedTokenUpdate") == true)

      let update = try #require(simulator.requests(Self.path).first)
      #expect(
        update.query == ["provider": "ios-firebase", "sync": sync, "subscription_id": "t-1"])
      #expect(
        update.json == [
          "old_token": "t-1", "old_provider": "ios-firebase", "new_token": "t-2",
          "new_provider": "ios-firebase",
        ])
      let subscriptions = simulator.state.profiles.flatMap(\.subscriptions)
      #expect(subscriptions.map(\.token) == ["t-2"])
      #expect(subscriptions.first?.hashID == before.hashID)
      #expect(subscriptions.first?.categories == before.categories)
      #expect(
        host.callbacks.filter { $0["method"] == "provider.deleteToken" }.map { $0["params"] }
          == [["provider": "ios-firebase"]])
      let told = try await host.event(233)
      let id = try #require(told["requestId"])
      #expect(id.stringValue == update.requestID)
      let work = try await host.call("outbox.get", ["requestId": id])
      #expect(work["method"] == "tokenUpdate" && work.state == "delivered")
      #expect(try await host.call("bridge.stats")["outbox"]?["delivered"] == 2)
      #expect(
        try await host.call("getPushToken") == ["provider": "ios-firebase", "token": "t-2"])
    }
  }

  @Test("a token that stays the same is nothing to tell")
  func unchanged() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      host.onCallback("provider.deleteToken") { _ in true }
      try await host.call("pushSubscribe", ["wait": "outcome"])

      #expect(try await host.call("forcedTokenUpdate") == true)
      try await host.prepare(url)
      try await host.call("pushSuspend", ["wait": "outcome"])

      #expect(simulator.requests(Self.path).isEmpty)
    }
  }

  @Test("another provider in front is another token: the platform gets the old pair and the new")
  func priorities() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization",
        [
          "configuration": [
            "apiUrl": .string(url), "rToken": "r-1",
            "providerPriorityList": ["ios-firebase", "ios-huawei"],
          ]
        ])
      try await host.call("setFCMTokenProvider", [["token": "fcm-1"]])
      try await host.call("setHMSTokenProvider", [["token": "hms-1"]])
      try await host.call("pushSubscribe", ["wait": "outcome"])

      #expect(
        try await host.call("changePushProviderPriorityList", [["IOS-HUAWEI", "ios-firebase"]])
          == true)

      let update = try #require(simulator.waitForRequests(1, Self.path).first)
      #expect(update.query["provider"] == "ios-huawei")
      #expect(
        update.json == [
          "old_token": "fcm-1", "old_provider": "ios-firebase", "new_token": "hms-1",
          "new_provider": "ios-huawei",
        ])
      try await eventually("the subscription has moved") {
        let status = try await host.call("getStatusForCurrentSubscription")
        return status["response"]?["profile"]?["subscription"]?["provider"] == "ios-huawei"
      }
      #expect(simulator.state.profiles.flatMap(\.subscriptions).map(\.token) == ["hms-1"])
    }
  }

  @Test(
    "a device that comes back with another token tells it before anything else, until it is heard")
  func afterRestart() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.prepare(url, token: "t-1")
      try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])
      try await stop(bridge)
    }
    try simulator.script([ScriptRule(.init(path: Self.path.path), times: 2, fault: .status(503))])

    try await withBridge(quickRetries, in: directory) { bridge in
      let host = bridge.stdio
      try await host.call("events.subscribe")
      host.onCallback("provider.getToken") { _ in "t-2" }
      try await host.call("setFCMTokenProvider", ["provider": "callback"])
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.event(533)
      let answer = try await host.call("pushSuspend", ["requestId": "after", "wait": "outcome"])

      #expect(answer["outcome"]?.state == "delivered")
      let sent = simulator.requests().dropFirst()
      #expect(sent.map(\.status) == [503, 503, 200, 200])
      #expect(Set(sent.prefix(3).map(\.requestID)).count == 1)
      #expect(sent.last?.requestID == "after" && sent.last?.json?["subscription_id"] == "t-2")
      #expect(
        simulator.state.profiles.flatMap(\.subscriptions).map { [$0.token, $0.status] }
          == [["t-2", "suspended"]])
    }
  }

  @Test("a device with a new token is still handed over from one user to the other")
  func handedOver() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let token = Mutex("t-1")
    let user = Mutex(TestJWT.ann)
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(user.withLock { $0 }) }
      host.onCallback("provider.getToken") { _ in .string(token.withLock { $0 }) }
      host.onCallback("provider.deleteToken") { _ in
        token.withLock { $0 = "t-2" }
        return true
      }
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try await host.call("forcedTokenUpdate")

      user.withLock { $0 = TestJWT.bob }
      let answer = try await host.call("unSuspendPushSubscription")

      #expect(answer["httpCode"] == 200 && answer["response"]?["profile"] == .null)
      #expect(
        simulator.state.profiles.flatMap(\.subscriptions).map { [$0.token, $0.status] }
          == [["t-2", "suspended"]])
    }
  }

  @Test(
    "APNs has no update by force, and without a token there is nothing to update",
    arguments: [
      ("forcedTokenUpdate", "[]", 406), ("deleteDeviceToken", #"["Ios-Apns"]"#, 406),
      ("deleteDeviceToken", #"["pigeon"]"#, 473),
      ("changePushProviderPriorityList", #"[["ios-apns","pigeon"]]"#, 473),
    ])
  func refused(method: String, text: String, code: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.call("events.subscribe")
      if method == "forcedTokenUpdate" {
        #expect(try await host.refusal(of: method).code == 502)
      }
      try await host.call("setAPNSTokenProvider", [["token": "apns-1"]])

      let refused = try await host.refusal(
        of: method, try JSONParser.parse(Array(text.utf8)).value)

      #expect(refused.code == code)
      #expect(try await host.event(code)["function"]?.stringValue == method)
      #expect(simulator.requests().isEmpty)
    }
  }
}
