import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the platform's documented rules for subscriptions, as the host sees their results.
@Suite struct PlatformRulesTests {
  static let refusals: [(String, String)] = [
    (
      #"{"cats":["football"]}"#,
      #"field "subscriptions.cats" is not valid: category not found in resource"#
    ),
    (#"{"profileFields":{"town":"x"}}"#, #"with field "town": Incorrect field"#),
    (
      #"{"customFields":{"colour":1}}"#,
      #"field "colour" is not valid: failed convert custom field"#
    ),
  ]

  @Test(
    "a feature that an administrator has not set up is refused in the documented words",
    arguments: refusals)
  func refused(text: String, reason: String) async throws {
    let (simulator, url) = try platform { options in
      options.platform.categories = [
        ResourceCategory(name: "developer_news", title: "dev_news", isSteady: false)
      ]
      options.platform.profileFields = []
      options.platform.subscriptionFields = []
    }
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("events.subscribe")
      var parameters = try #require(try JSONParser.parse(Array(text.utf8)).value.objectValue)
      parameters["wait"] = "outcome"

      let outcome = try await host.call("pushSubscribe", .object(parameters))["outcome"]

      #expect(outcome?.state == "rejected" && outcome?["eventCode"] == 430)
      let reply = try #require(outcome?["response"])
      #expect(reply["httpCode"] == 400 && reply["response"]?["error"] == 400)
      #expect(
        reply["response"]?["errorText"]?.stringValue
          == "Platform profile processing error: \(reason)")
      #expect(try await host.event(430)["value"]?["response_with_http_code"] == reply)
      #expect(simulator.state.profiles.isEmpty)
    }
  }

  @Test("a category is returned with the values of the resource")
  func categories() async throws {
    let (simulator, url) = try platform { options in
      options.platform.categories = [
        ResourceCategory(name: "developer_news", title: "dev_news", isSteady: false)
      ]
    }
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)

      for (cats, isActive): (JSON, Bool) in [
        (["developer_news"], true), ([["name": "developer_news", "active": false]], false),
      ] {
        try await host.call("pushSubscribe", ["cats": cats, "wait": "outcome"])
        let status = try await host.call("getStatusForCurrentSubscription")
        let answered = status["response"]?["profile"]?["subscription"]?["cats"]
        #expect(
          answered == [
            [
              "name": "developer_news", "title": "dev_news", "steady": false,
              "active": .bool(isActive),
            ]
          ])
      }
    }
  }

  @Test("replace unsubscribes the other profiles with the device in that database")
  func replace() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t-1"])
      let neighbour = TestJWT.with([
        "matching": ["db_id": 1, "matching": "email", "email": "c@d.e"]
      ])
      for (jwt, replaces): (String, JSON) in [
        (TestJWT.ann, nil), (TestJWT.bob, false), (neighbour, true),
      ] {
        try await host.call("setJWTProvider", ["provider": ["token": .string(jwt)]])
        try await host.call("pushSubscribe", ["replace": replaces, "wait": "outcome"])
      }

      #expect(
        simulator.state.profiles.flatMap(\.subscriptions).map(\.status)
          == ["unsubscribed", "subscribed", "subscribed"])
    }
  }

  @Test("triggers are skipped if the call requests it")
  func triggers() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }

      for method in ["pushSubscribe", "pushSuspend", "updateProfileFields"] {
        try await host.call(method, ["skipTriggers": true, "wait": "outcome"])
      }
      for skips: JSON in [false, nil] {
        try await host.call("pushUnSubscribe", ["skipTriggers": skips, "wait": "outcome"])
      }

      let profile = try #require(simulator.state.profiles.first)
      #expect(profile.triggersSkipped == 3 && profile.triggersFired == 2)
    }
  }

  @Test("without sync the platform only confirms the acceptance")
  func accepted() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)

      let answer = try await host.call("pushSubscribe", ["sync": false, "wait": "outcome"])

      #expect(
        answer["outcome"]?["response"]
          == ["httpCode": 200, "response": ["error": 0, "errorText": "", "profile": nil]])
      #expect(simulator.state.profiles.count == 1)
    }
  }
}
