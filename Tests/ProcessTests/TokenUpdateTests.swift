import Glibc
import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Tests of the push token update of a device, as the platform gets it.
@Suite struct TokenUpdateTests {
  static let path = RequestFilter(path: "/subscription/push/update/")

  /// The ways in which the user is known, and the value of `sync` for each.
  static let users: [(user: String, sync: String)] = [("rToken", "true"), ("JWT", "false")]

  @Test(
    "a forced update deletes the old token, requests another and moves the subscription to it",
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
        // The answer of the host does not matter.
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
      let event = try await host.event(233)
      let id = try #require(event["requestId"])
      #expect(id.stringValue == update.requestID)
      let job = try await host.call("outbox.get", ["requestId": id])
      #expect(job["method"] == "tokenUpdate" && job.state == "delivered")
      #expect(try await host.call("bridge.stats")["outbox"]?["delivered"] == 2)
      #expect(
        try await host.call("getPushToken") == ["provider": "ios-firebase", "token": "t-2"])
    }
  }

  @Test("an unchanged token is not reported")
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

  @Test(
    "a different first provider is a different token: the platform gets the old pair and the new"
  )
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
    "a device that returns with another token reports it before anything else, until that is accepted"
  )
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

  @Test("a device with a new token is still transferred from one user to the other")
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
    "APNs has no forced update, and without a token there is nothing to update",
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

  @Test("a changed token is reported before the next subscription, and the platform moves it")
  func gate() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url, token: "first")
      try await host.call("events.subscribe")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try await host.event(230)
      host.onCallback("provider.getToken") { _ in "second" }

      try await host.call("pushSubscribe", ["requestId": "again", "wait": "outcome"])

      #expect(
        simulator.requests().map(\.path) == [
          "/subscription/push/subscribe/", "/subscription/push/update/",
          "/subscription/push/subscribe/",
        ])
      #expect(
        simulator.requests()[1].json == [
          "old_token": "first", "old_provider": "ios-firebase", "new_token": "second",
          "new_provider": "ios-firebase",
        ])
      try await eventually("the event of the second subscription") {
        host.events.filter { $0.code == 230 }.count == 2
      }
      #expect(host.events.compactMap(\.code) == [201, 230, 201, 207, 233, 230])
      #expect(host.events[3]["requestId"] == "again")
      // The platform treats them as one subscription of one device.
      let subscriptions = simulator.state.databases.values.flatMap(\.profiles)
        .flatMap(\.subscriptions)
      #expect(subscriptions.map(\.token) == ["second"])
    }
  }

  @Test("an update survives a kill, and is made with the same id")
  func kill() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let update = ScriptRule.Match(path: "/subscription/push/update/")
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      try await host.prepare(url, token: "first")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try simulator.script([ScriptRule(update, fault: .status(500))])
      host.onCallback("provider.getToken") { _ in "second" }
      try await host.call("events.subscribe")
      try await host.call(
        "initialization",
        [
          "configuration": ["apiUrl": .string(url), "rToken": "r-1"]
        ])
      let event = try await host.event(533)
      let list = try await host.call("outbox.list")["items"]
      #expect(list?[0]?["method"] == "tokenUpdate" && list?[0]?["requestId"] == event["requestId"])
      bridge.send(signal: SIGKILL)
      try await bridge.waitForExit()
    }
    simulator.clearScript()

    try await withBridge(in: directory) { bridge in
      try await eventually("the update is delivered") {
        try await bridge.stdio.call("outbox.list")["items"] == []
      }
      let updates = simulator.requests(.init(path: "/subscription/push/update/"))
      #expect(updates.count >= 2 && updates.last?.status == 200)
      #expect(Set(updates.map(\.requestID)).count == 1)
      #expect(Set(updates.compactMap { $0.json?.text }).count == 1)
    }
  }

  @Test("the host's answer to a deletion is ignored")
  func deletion() async throws {
    try await withBridge(["--limit", "callbackSeconds=0.3"]) { bridge in
      let host = bridge.stdio
      try await host.call("setHMSTokenProvider", ["provider": "callback"])
      for answer: JSON in [true, false, nil, "what?"] {
        host.onCallback("provider.deleteToken") { _ in answer }
        #expect(try await host.call("deleteDeviceToken", ["provider": "IOS-Huawei"]) == true)
      }
      host.onCallback("provider.deleteToken") { _ in nil as JSON? }
      #expect(try await host.call("deleteDeviceToken", ["provider": "ios-huawei"]) == true)
    }
  }

  @Test("a background pass reports a new token, attempts waiting jobs, and reports its end")
  func background() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--limit", "retryFirstSeconds=3600"]) { bridge in
      let host = bridge.stdio
      try await host.prepare(url, token: "first")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try simulator.script([ScriptRule(times: 1, fault: .status(500))])
      try await host.call("events.subscribe")
      try await host.call(
        "mobileEvent", ["sid": "s", "eventName": "e", "requestId": "waits"])
      try await host.event(537)
      host.onCallback("provider.getToken") { _ in "second" }

      try await host.call("backgroundTasks.registerBackgroundTask", ["intervalSeconds": 1])
      try await host.event(209)

      let codes = host.events.compactMap(\.code)
      let pass = codes.prefix(through: codes.firstIndex(of: 209) ?? 0).drop { $0 != 208 }
      #expect(pass.first == 208 && pass.last == 209)
      #expect(Set(pass) == [208, 201, 233, 237, 209])
    }
  }
}
