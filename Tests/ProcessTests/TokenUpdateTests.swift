import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// A push token that changes, in the real process, with the real platform's view of it.
@Suite(.serialized) struct TokenUpdateTests {
  @Test("a token that changed is told before the next subscription, and the platform moves it")
  func gate() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url, token: "first")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      host.onCallback("provider.getToken") { _ in "second" }
      try await host.call("events.subscribe")

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
      try await host.event(230)
      #expect(host.events.compactMap(\.code) == [201, 207, 233, 230])
      #expect(host.events[1]["requestId"] == "again")
      // For the platform it is one subscription of one device.
      let subscriptions = simulator.state.databases.values.flatMap(\.profiles)
        .flatMap(\.subscriptions)
      #expect(subscriptions.map(\.token) == ["second"])
    }
  }

  @Test("an update is kept over a kill, and made with the same id")
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

  @Test("a forced update asks the host to delete, asks for a new token, and tells the platform")
  func forced() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url, token: "first")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      host.onCallback("provider.deleteToken") { parameters in
        host.onCallback("provider.getToken") { _ in "second" }
        return .bool(parameters["provider"] == "ios-firebase")
      }

      #expect(try await host.call("forcedTokenUpdate") == true)

      #expect(simulator.requests().last?.json?["new_token"] == "second")
      #expect(try await host.call("getPushToken")["token"] == "second")
      #expect(try await host.call("forcedTokenUpdate") == true)
      #expect(simulator.requests().count == 2)
    }
  }

  @Test("what the host answers to a deletion does not matter")
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

  @Test("a background pass tells of a new token, tries what waits, and says when it is over")
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

      try await host.call(
        "backgroundTasks.registerBackgroundTask", ["intervalSeconds": .number(JSONNumber(0.2)!)])
      try await host.event(209)

      let codes = host.events.compactMap(\.code)
      let pass = codes.prefix(through: codes.firstIndex(of: 209) ?? 0).drop { $0 != 208 }
      #expect(pass.first == 208 && pass.last == 209)
      #expect(Set(pass) == [208, 201, 233, 237, 209])
    }
  }
}
