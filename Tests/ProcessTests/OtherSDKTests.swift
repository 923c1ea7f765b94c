import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of calls as the React Native and Flutter SDKs make them: their names, and their arguments in their
/// order.
@Suite struct OtherSDKTests {
  @Test("initialize accepts the configuration of React Native, and the event stream its names")
  func start() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let configuration = """
      {"apiUrl":"\(url)","rToken":"r-1","enableLogging":true,
       "appInfo":{"appID":"com.example.app","appIID":"1","appVer":"1.2.3"},
       "providerPriorityList":["ios-firebase","ios-apns"],
       "android_icon":7,"android_usingService":true,"android_serviceMessage":"working",
       "android_pushReceiverModules":["a.b"],"android_pushChannelName":"News",
       "android_pushChannelDescription":null}
      """
    try await withBridge { bridge in
      let host = bridge.stdio
      #expect(try await host.call("initialize", .array([try parsed(configuration)])) == true)
      #expect(try await host.call("setPushToken", ["ios-firebase", "t-1"]) == true)
      let position = try await host.call("subscribeToEvents")
      #expect(position["epoch"]?.stringValue != nil && position["gap"] == .null)

      try await host.call("pushSubscribe", ["wait": "outcome"])
      try await host.event(230)
      #expect(try await host.call("unsubscribeFromEvent") == true)
      let former = host.events.count
      try await host.call("pushSuspend", ["wait": "outcome"])
      try await host.call("bridge.ping")

      #expect(host.events.count == former)
      let fields = simulator.requests().first?.json?["subscription"]?["fields"]
      #expect(fields?["_app_id"] == "com.example.app" && fields?["_app_ver"] == "1.2.3")
      #expect(fields?.objectValue?.keys.contains { $0.hasPrefix("android") } == false)
    }
  }

  /// All parameters by position, as in React Native, and the same by name.
  static let everything: (positions: String, names: String) = (
    positions: """
    [false, {"_fname":"Ann","visits":3,"rate":1.50,"vip":true,"none":null,"tags":["a",1]},
     {"plan":"pro","size":38,"price":2.50,"big":9007199254740993,"trial":false,"text":"1"},
     ["news", {"name":"offers","active":false}], true, true, "one", "outcome"]
    """,
    names: """
    {"skipTriggers":true, "replace":true, "cats":["news", {"name":"offers","active":false}],
     "customFields":{"plan":"pro","size":38,"price":2.50,"big":9007199254740993,"trial":false,
       "text":"1"},
     "profileFields":{"_fname":"Ann","visits":3,"rate":1.50,"vip":true,"none":null,"tags":["a",1]},
     "sync":false, "requestId":"two", "wait":"outcome"}
    """
  )

  @Test(
    "subscriptions accept their arguments in the order of React Native, and every value keeps its type",
    arguments: [
      ("pushSubscribe", "subscribed"), ("pushSuspend", "suspended"),
      ("pushUnSubscribe", "unsubscribed"),
    ])
  func subscriptions(method: String, status: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)

      for text in [Self.everything.positions, Self.everything.names] {
        let answer = try await host.call(method, try parsed(text))
        #expect(answer["outcome"]?.state == "delivered")
      }

      let requests = simulator.requests()
      #expect(requests.map(\.requestID) == ["one", "two"])
      for request in requests {
        #expect(request.query["sync"] == "false" && request.query["provider"] == "ios-firebase")
        let body = try #require(request.json)
        #expect(body["replace"] == true && body["skip_triggers"] == true)
        #expect(body["subscription"]?["status"]?.stringValue == status)
        #expect(
          body["profile_fields"]?.text
            == #"{"_fname":"Ann","visits":3,"rate":1.50,"vip":true,"none":null,"tags":["a",1]}"#)
        #expect(
          body["subscription"]?["cats"]
            == [["name": "news", "active": true], ["name": "offers", "active": false]])
        let fields = try #require(body["subscription"]?["fields"])
        let kept = ["plan", "size", "price", "big", "trial", "text"].map { fields[$0]?.text ?? "" }
        #expect(kept == [#""pro""#, "38", "2.50", "9007199254740993", "false", #""1""#])
      }
    }
  }

  @Test(
    "trailing arguments may be omitted, and null counts as omitted",
    arguments: ["[]", "[null]", "[true,null,null,null,null,null]"])
  func fewArguments(text: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)

      try await bridge.stdio.call("pushSubscribe", try parsed(text))

      let request = try #require(simulator.waitForRequests(1).first)
      #expect(request.status == 200 && request.query["sync"] == "true")
      let body = try #require(request.json)
      #expect(body["replace"] == false && body["skip_triggers"] == false)
      #expect(body["profile_fields"] == nil && body["subscription"]?["cats"] == [])
    }
  }

  @Test(
    "one argument too many, or one of the wrong type, is named",
    arguments: [
      ("pushSubscribe", #"[true,null,null,null,null,null,"id","accepted",1,"more"]"#, "9"),
      ("pushSubscribe", #"["true"]"#, "sync"),
      ("pushSubscribe", #"[true,"{}"]"#, "profileFields"),
      ("pushSubscribe", "[true,null,null,[7]]", "cats[0]"),
      ("mobileEvent", #"["px"]"#, "eventName"),
      ("mobileEvent", #"["px","e",7]"#, "sendMessageId"),
      ("mobileEvent", #"["px","e",null,null,null,null,null,"email"]"#, "subscription"),
      ("setUserDefaultsValue", #"["suite"]"#, "key"),
      (
        "initialize", #"[{"apiUrl":"https://example.com","androidIcon":1}]"#,
        "configuration.androidIcon"
      ),
    ])
  func wrongArguments(method: String, text: String, parameter: String) async throws {
    try await withBridge { bridge in
      let refused = try await bridge.stdio.refusal(of: method, try parsed(text))

      #expect(refused.code == -32602 && refused.data["parameter"]?.stringValue == parameter)
    }
  }

  static let wholeEvent: (positions: String, names: String) = (
    positions: """
    ["px-1", "purchase", "m-7", {"amount":12.50,"count":3,"gift":true,"note":null,"code":"007"},
     {"email":"a@b.c","level":2}, "email", {"_fname":"Ann","orders":{"action":"incr","value":1}},
     {"type":"email","resource_id":5,"email":"a@b.c"},
     {"campaign":"spring","content":"c","keyword":"k","medium":"m","source":"s","temp":"t"},
     "one", "outcome"]
    """,
    names: """
    {"requestId":"two","wait":"outcome",
     "utm":{"campaign":"spring","content":"c","keyword":"k","medium":"m","source":"s","temp":"t"},
     "subscription":{"channel":"email","resource_id":5,"email":"a@b.c"},
     "profileFields":{"_fname":"Ann","orders":{"action":"incr","value":1}}, "matchingType":"email",
     "matching":{"email":"a@b.c","level":2},
     "payload":{"amount":12.50,"count":3,"gift":true,"note":null,"code":"007"},
     "sendMessageId":"m-7", "eventName":"purchase", "sid":"px-1"}
    """
  )

  @Test(
    "mobileEvent accepts its arguments in the order of React Native, and the form contains all of them"
  )
  func mobileEvent() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)

      for text in [Self.wholeEvent.positions, Self.wholeEvent.names] {
        let answer = try await host.call("mobileEvent", try parsed(text))
        #expect(answer["outcome"]?["eventCode"] == 237)
      }

      let requests = simulator.requests()
      #expect(requests.map(\.requestID) == ["one", "two"])
      for request in requests {
        #expect(request.query == ["i": "px-1", "tr": "px", "t": "open", "v": "2"])
        var parts = try #require(request.form)
        #expect(
          parts.keys == [
            "tz", "t", "aci", "wn", "mm", "cn", "cc", "ck", "cm", "cs", "ct", "wd", "mi", "ma",
            "sn", "pf",
          ])
        for changing in ["tz", "t"] { parts[changing] = nil }
        #expect(
          JSON.object(parts).text == """
            {"aci":"","wn":"purchase","mm":"email","cn":"spring","cc":"c","ck":"k","cm":"m","cs":"s",\
            "ct":"t","wd":{"amount":12.50,"count":3,"gift":true,"note":null,"code":"007"},\
            "mi":"m-7","ma":{"email":"a@b.c","level":2},\
            "sn":{"channel":"email","resource_id":5,"email":"a@b.c"},\
            "pf":{"_fname":"Ann","orders":{"action":"incr","value":1}}}
            """)
      }
    }
  }

  @Test("a call by an alias equals the call by name: the same job, events and rules")
  func alias() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("subscribeToEvents")
      let call: JSON = ["sid": "px", "eventName": "e", "requestId": "one", "wait": "outcome"]

      for method in ["nse.mobileEvent", "mobileEvent"] {
        #expect(try await host.call(method, call)["outcome"]?.state == "delivered")
        #expect(
          try await host.call("bridge.check", ["method": .string(method), "params": call]) == true)
      }
      let job = try await host.call("outbox.get", ["requestId": "one"])
      #expect(job["method"] == "mobileEvent" && simulator.requests().count == 1)

      let wrong: JSON = ["sid": "px", "eventName": "e", "payload": ["a": []]]
      #expect(try await host.refusal(of: "nse.mobileEvent", wrong).code == 475)
      #expect(try await host.event(475)["function"] == "mobileEvent")
      #expect(try await host.refusal(of: "nse.setAppGroup", [""]).code == 405)
      #expect(try await host.event(405)["function"] == "setAppGroup")
      #expect(try await host.refusal(of: "initialize", [nil]).code == 401)
      #expect(try await host.event(401)["function"] == "initialization")
    }
  }

  /// Values as JavaScript writes them, and as they arrive.
  static let kinds: [(String, String)] = [
    (
      #"{"type":"email","resource_id":1,"email":"a@b.c","status":"subscribed","priority":2}"#,
      #"{"channel":"email","resource_id":1,"email":"a@b.c","status":"subscribed","priority":2}"#
    ),
    (
      #"{"type":"sms","resource_id":1,"phone":"+790012345","cats":["a","b"],"priority":null}"#,
      #"{"channel":"sms","resource_id":1,"phone":"+790012345","cats":["a","b"]}"#
    ),
    (
      #"{"type":"push","resource_id":1,"provider":"ios-apns","subscription_id":"t-9","custom_fields":{"n":1.0,"b":false}}"#,
      #"{"channel":"push","resource_id":1,"provider":"ios-apns","subscription_id":"t-9","custom_fields":{"n":1.0,"b":false}}"#
    ),
    (
      #"{"type":"cc_data","channel":"telegram_bot","resource_id":1,"cc_data":{"chat_id":12345678901}}"#,
      #"{"channel":"telegram_bot","resource_id":1,"cc_data":{"chat_id":12345678901}}"#
    ),
    (
      #"{"type":"cc_data","channel":"whatsapp","resource_id":1,"cc_data":{"phone":"1"}}"#,
      #"{"channel":"whatsapp","resource_id":1,"cc_data":{"phone":"1"}}"#
    ),
    (
      #"{"type":"cc_data","channel":"viber","resource_id":1,"cc_data":{"phone":"1"}}"#,
      #"{"channel":"viber","resource_id":1,"cc_data":{"phone":"1"}}"#
    ),
    (
      #"{"type":"cc_data","channel":"notify","resource_id":1,"cc_data":{"id":null}}"#,
      #"{"channel":"notify","resource_id":1,"cc_data":{"id":null}}"#
    ),
    (
      #"{"channel":"sms","resource_id":1,"phone":"2"}"#,
      #"{"channel":"sms","resource_id":1,"phone":"2"}"#
    ),
  ]

  @Test("a subscription may give its type instead of its channel", arguments: kinds)
  func subscriptionTypes(given: String, arrives: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)

      let parameters: JSON = [
        "px", "e", nil, nil, nil, nil, nil, try parsed(given), nil, nil, "outcome",
      ]
      let answer = try await bridge.stdio.call("mobileEvent", parameters)

      #expect(answer["outcome"]?.state == "delivered")
      #expect(simulator.requests().first?.form?["sn"]?.text == arrives)
    }
  }

  @Test(
    "push events accept the message and its uid",
    arguments: [
      ("deliveryEvent", #"{"message":{"_ac_push":"true","_uid":"u-1"}}"#, "delivery", "u-1"),
      (
        "openEvent", #"{"message":{"_ac_push":"true","_uid":"u-1"},"messageUID":"u-2"}"#, "open",
        "u-2"
      ),
      ("deliveryEvent", #"[null,{"_uid":"u-3","_launch_id":"l-1"}]"#, "delivery", "u-3"),
      ("openEvent", #"[null,null,"u-4"]"#, "open", "u-4"),
      ("takePush", #"[{"_ac_push":"true","_uid":"u-6","_buttons":"[]"}]"#, "delivery", "u-6"),
      ("deliveryEvent", #"[null,{"id":"7"},"u-5","key-1","outcome"]"#, "delivery", "u-5"),
    ])
  func pushEvents(method: String, text: String, type: String, uid: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)

      try await bridge.stdio.call(method, try parsed(text))

      let request = try #require(simulator.waitForRequests(1).first)
      #expect(request.path == "/event/push/\(type)" && request.status == 200)
      #expect(request.json?["smid"]?.stringValue == uid)
    }
  }

  @Test("the smaller functions accept their arguments by position too")
  func smallFunctions() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let calls = [
      ("setPushToken", #"["IOS-HUAWEI","hms-1"]"#, "true"),
      ("getPushToken", "[]", #"{"provider":"ios-huawei","token":"hms-1"}"#),
      ("setPushToken", #"["ios-huawei",null]"#, "true"), ("getPushToken", "[]", "null"),
      ("setUserDefaultsValue", #"["suite","key",{"a":1.50}]"#, "true"),
      ("bridge.getUserDefaultsValue", #"["suite","key"]"#, #"{"a":1.50}"#),
      ("setUserDefaultsValue", #"["suite"," ","ignored"]"#, "true"),
      ("bridge.getUserDefaultsValue", #"["suite"," "]"#, "null"),
      ("setUserDefaultsValue", #"["suite","key",null]"#, "true"),
      ("bridge.getUserDefaultsValue", #"["suite","key"]"#, "null"),
      ("actionField", #"["_fname","set","Ann"]"#, #"{"_fname":{"action":"set","value":"Ann"}}"#),
      ("isAltcraftPush", #"{"message":{"_ac_push":"1"}}"#, "true"),
      ("nse.isAltcraftPush", #"[null,{"id":"1"}]"#, "false"),
      ("unlockInitialOperationsInThisSession", "[]", "true"),
      ("changePushProviderPriorityList", #"[["IOS-APNS"]]"#, "true"),
      ("deleteDeviceToken", #"["ios-huawei"]"#, "true"),
      ("setAppGroup", #"["other"]"#, "true"), ("nse.setAppGroup", #"["default"]"#, "true"),
      ("takePush", #"[{}]"#, "null"),
    ]
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("initialize", [["apiUrl": .string(url), "rToken": "r-1"]])

      for (method, parameters, expected) in calls {
        let answer = try await host.call(method, try parsed(parameters))
        #expect(answer.text == expected, "\(method) \(parameters)")
      }
      try await host.call("updateProfileFields", [["a": 1], true, "p-1", "outcome"])
      for parameters: JSON in [[], [nil], ["Ios-Apns"]] {
        let answer = try await host.call("getStatusOfLatestSubscriptionForProvider", parameters)
        #expect(answer["httpCode"] == 200)
      }

      let requests = simulator.requests()
      #expect(requests.first?.json == ["profile_fields": ["a": 1], "skip_triggers": true])
      #expect(requests.dropFirst().map { $0.query["provider"] } == [nil, nil, "ios-apns"])
    }
  }
}

private func parsed(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)).value }
