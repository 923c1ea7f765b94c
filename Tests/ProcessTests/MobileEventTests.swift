import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the delivery of users' actions and profile data to the platform.
@Suite struct MobileEventTests {
  @Test("a mobile event is sent as a form, part by part according to the contract")
  func mobileEvent() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization",
        [
          "configuration": [
            "apiUrl": .string(url), "rToken": "r-1", "device": ["timeZone": "+0330"],
          ]
        ])

      let answer = try await host.call(
        "mobileEvent",
        [
          "sid": "px+1", "eventName": "sign \"up\"", "sendMessageId": "m\"7", "payload": ["n": 1],
          "matching": ["email": "a@b.c"], "matchingType": "email", "profileFields": ["_fname": "A"],
          "utm": ["campaign": "spring", "source": ""], "requestId": "event-1", "wait": "outcome",
          "subscription": ["type": "email", "resource_id": 7, "email": "a@b.c", "status": nil],
        ])

      #expect(answer["outcome"]?["eventCode"] == 237)
      let request = try #require(simulator.waitForRequests(1).first)
      #expect(request.path == "/event/post" && request.requestID == "event-1")
      #expect(request.query == ["i": "px+1", "tr": "px", "t": "open", "v": "2"])
      let parts = try #require(request.form)
      #expect(parts["tz"] == "-210" && parts["aci"] == "" && parts["wn"] == "sign \"up\"")
      #expect(parts["mm"] == "email" && parts["cn"] == "spring" && parts["cs"] == nil)
      #expect(parts["wd"] == ["n": 1] && parts["ma"] == ["email": "a@b.c"])
      #expect(parts["mi"] == "m\"7" && parts["pf"] == ["_fname": "A"])
      #expect(parts["sn"] == ["channel": "email", "resource_id": 7, "email": "a@b.c"])
    }
  }

  @Test("an empty array where an object belongs is an empty object, as PHP and Lua write it")
  func emptyArrays() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    // The document of the interface does not allow them.
    let bridge = try ServiceProcess(serving: [], in: TemporaryDirectory(), log: WireLog(nil))
    try await bridge.stdio.call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])

    try await bridge.stdio.call(
      "mobileEvent",
      [
        "sid": "px", "eventName": "e", "payload": [], "matching": [], "profileFields": [],
        "utm": [],
        "subscription": ["channel": "viber", "resource_id": 7, "cc_data": []], "wait": "outcome",
      ])

    let parts = try #require(simulator.waitForRequests(1).first?.form)
    #expect(parts["wd"] == [:] && parts["ma"] == [:] && parts["pf"] == [:])
    #expect(parts["sn"] == ["channel": "viber", "resource_id": 7, "cc_data": [:]])
    try await stop(bridge)
  }

  @Test(
    "invalid content of a mobile event is refused, and nothing is stored",
    arguments: [
      (#"{"payload":{"a":[1]}}"#, 475, "payload.a"),
      (#"{"subscription":{"resource_id":1}}"#, 476, "subscriptionTypeUnsupported"),
      (#"{"subscription":{"type":"cc_data","resource_id":1}}"#, 476, "subscriptionTypeUnsupported"),
      (#"{"subscription":{"channel":"sms","resource_id":1}}"#, -32602, "subscription.phone"),
      (#"{"subscription":{"channel":"sms","phone":"1"}}"#, -32602, "subscription.resource_id"),
      (
        #"{"subscription":{"channel":"viber","resource_id":1,"cc_data":"x"}}"#, -32602,
        "subscription.cc_data"
      ),
      (#"{"utm":{"campain":"x"}}"#, -32602, "utm.campain"),
      (#"{"sid":""}"#, -32602, "sid"),
    ])
  func refusals(text: String, code: Int, reason: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let members = try #require(try JSONParser.parse(Array(text.utf8)).value.objectValue)
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)
      var parameters: JSONObject = ["sid": "px", "eventName": "e"]
      for member in members.members { parameters[member.key] = member.value }

      let error = try await bridge.stdio.refusal(of: "mobileEvent", .object(parameters))

      #expect(error.code == code)
      #expect((error.data["parameter"]?.stringValue ?? error.reason) == reason)
      let stats = try await bridge.stdio.call("bridge.stats")
      #expect(stats["outbox"]?["accepted"] == 0)
    }
  }

  @Test("a profile update is sent with its actions, and null for no fields")
  func profileUpdate() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      let field = try await host.call("actionField", ["visits", "incr", 2])

      _ = try await host.call(
        "updateProfileFields",
        ["profileFields": field, "skipTriggers": true, "wait": "outcome"])
      let answer = try await host.call("updateProfileFields", ["wait": "outcome"])

      #expect(answer["outcome"]?["eventCode"] == 238)
      let bodies = simulator.waitForRequests(2).compactMap(\.json)
      #expect(
        bodies == [
          ["profile_fields": ["visits": ["action": "incr", "value": 2]], "skip_triggers": true],
          ["profile_fields": nil, "skip_triggers": false],
        ])
    }
  }
}
