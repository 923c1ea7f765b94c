import AltcraftEngine
import JSONCodec

// Tables of rejected calls, as JSON text.
extension FailedCall {
  private init(rule method: String, _ params: String, _ code: Int) throws {
    let reason = SDKCode(rawValue: code)?.name ?? "?"
    self.init(
      method, try JSONParser.parse(Array(params.utf8)).value, code,
      ["reason": .string(reason), "retryable": false], events: ["event \(code)"])
  }

  /// Values of the right type that break a rule of the SDK: rejected with the code of an event, and the event follows.
  static let rules: [FailedCall] = ruleTexts.map { method, params, code in
    do { return try FailedCall(rule: method, params, code) } catch {
      preconditionFailure("not JSON: \(params)")
    }
  }

  /// Values of another type than in the contract, by the parameter that is named.
  static let illTyped: [FailedCall] = illTypedTexts.map { method, params, parameter in
    guard let json = try? JSONParser.parse(Array(params.utf8)).value else {
      preconditionFailure("not JSON: \(params)")
    }
    return .invalid(method, json, parameter, "")
  }

  private static let ruleTexts: [(String, String, Int)] = [
    ("pushSubscribe", #"{"customFields":{"ok":1,"none":null,"a":[]}}"#, 475),
    ("pushSuspend", #"{"customFields":{"a":{"action":"set","value":1}}}"#, 475),
    ("pushUnSubscribe", #"[true,{},{"a":{"b":1}}]"#, 475),
    ("mobileEvent", #"{"sid":"px","eventName":"e","payload":{"a":[1]}}"#, 475),
    ("mobileEvent", #"["px","e",null,{"a":{}}]"#, 475),
    ("updateProfileFields", #"{"profileFields":{"a":[1]}}"#, 475),
    ("updateProfileFields", #"{"profileFields":{"a":{"b":1}}}"#, 475),
    ("updateProfileFields", #"{"profileFields":{"a":{"action":"erase","value":1}}}"#, 475),
    ("updateProfileFields", #"{"profileFields":{"a":{"action":"set","value":1,"by":2}}}"#, 475),
    ("mobileEvent", event(#"{}"#), 476),
    ("mobileEvent", event(#"{"channel":null,"resource_id":1,"email":"a@b.c"}"#), 476),
    ("mobileEvent", event(#"{"channel":7,"resource_id":1,"email":"a@b.c"}"#), 476),
    ("mobileEvent", event(#"{"channel":"fax","resource_id":"x"}"#), 476),
    ("mobileEvent", event(#"{"channel":"cc_data","resource_id":1,"cc_data":{}}"#), 476),
    ("mobileEvent", event(#"{"type":"cc_data","resource_id":1,"cc_data":{}}"#), 476),
    ("mobileEvent", event(#"{"type":"viber","resource_id":1,"cc_data":{}}"#), 476),
    ("getStatusOfLatestSubscriptionForProvider", #"{"provider":"ios"}"#, 473),
    ("getStatusOfLatestSubscriptionForProvider", #"[""]"#, 473),
    ("setPushToken", #"{"provider":"","pushToken":"x"}"#, 473),
    ("setPushToken", #"{"provider":"android-firebase","pushToken":null}"#, 473),
    ("initialization", #"[null]"#, 401),
    ("initialization", #"{"configuration":{}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":null}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":""}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":"https://"}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":"ftp://example.com"}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":"example.com"}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":"https://example.com/?a=1"}}"#, 471),
    ("initialization", #"{"configuration":{"apiUrl":"https://example.com/#a"}}"#, 471),
    ("initialize", #"{"configuration":{"apiUrl":"https://x","rToken":"t\u00e9"}}"#, 472),
    ("initialization", #"{"configuration":{"apiUrl":"https://x","rToken":"a\nb"}}"#, 472),
    (
      "initialization",
      #"{"configuration":{"apiUrl":"https://x","rToken":"\#(String(repeating: "t", count: 513))"}}"#,
      472
    ),
    (
      "initialization",
      #"{"configuration":{"apiUrl":"https://x","providerPriorityList":["ios-apns",""]}}"#, 473
    ),
    ("deliveryEvent", #"{"message":{"_ac_push":null}}"#, 451),
    ("openEvent", #"{"messageUID":""}"#, 451),
    ("openEvent", #"{"request":{"content":{"userInfo":{"hub_link":{"open":"o"}}}}}"#, 451),
    ("nse.setAppGroup", #"[""]"#, 405),
  ]

  private static func event(_ subscription: String) -> String {
    #"{"sid":"px","eventName":"e","subscription":\#(subscription)}"#
  }

  private static let illTypedTexts: [(String, String, String)] =
    [
      ("pushSubscribe", #"{"sync":1}"#, "sync"), ("pushSubscribe", "[1]", "sync"),
      ("pushSubscribe", #"{"profileFields":[1]}"#, "profileFields"),
      ("pushSubscribe", #"[true,"{}"]"#, "profileFields"),
      ("pushSubscribe", #"{"customFields":7}"#, "customFields"),
      ("pushSubscribe", #"{"cats":{}}"#, "cats"), ("pushSubscribe", #"{"cats":[null]}"#, "cats[0]"),
      ("pushSubscribe", #"{"cats":["a",["b"]]}"#, "cats[1]"),
      ("pushSubscribe", #"{"cats":[{"name":"a","x":1}]}"#, "cats[0].x"),
      ("pushSubscribe", #"{"cats":[{"active":"yes"}]}"#, "cats[0].active"),
      ("pushSuspend", #"{"replace":"no"}"#, "replace"),
      ("pushUnSubscribe", #"{"skipTriggers":0}"#, "skipTriggers"),
      ("pushSubscribe", #"{"requestId":""}"#, "requestId"),
      ("pushSubscribe", #"{"requestId":7}"#, "requestId"),
      (
        "pushSubscribe", #"{"requestId":"\#(String(repeating: "r", count: 129))"}"#, "requestId"
      ),
      ("pushSubscribe", #"{"wait":true}"#, "wait"),
      ("pushSubscribe", #"{"waitTimeoutMs":0}"#, "waitTimeoutMs"),
      ("pushSubscribe", #"{"waitTimeoutMs":1.0}"#, "waitTimeoutMs"),
      ("pushSubscribe", #"{"waitTimeoutMs":18446744073709551615}"#, "waitTimeoutMs"),
      ("pushSubscribe", #"{"profileFields":{"a":1e400}}"#, "profileFields.a"),
      ("pushSubscribe", #"{"profileFields":{"a":[0,{"b":-1e999}]}}"#, "profileFields.a[1].b"),
      ("pushSubscribe", #"{"customFields":{"a":1e400}}"#, "customFields.a"),
      ("pushSubscribe", #"{"profileFields":{"a":1,"a":2}}"#, "profileFields.a"),
      ("pushSubscribe", #"{"cats":[{"name":"a","name":"b"}]}"#, "cats[0].name"),
      ("pushSubscribe", #"{"sync":true,"sync":true}"#, "sync"),
      ("pushSubscribe", #"[true,{"a":[{"b":1,"b":2}]}]"#, "profileFields.a[0].b"),
      ("bridge.ping", #"[{"a":1,"a":2}]"#, "0.a"),
      ("updateProfileFields", #"{"profileFields":"x"}"#, "profileFields"),
      (
        "updateProfileFields", #"{"profileFields":{"a":{"action":"set","value":1e400}}}"#,
        "profileFields.a.value"
      ),
      ("updateProfileFields", #"{"skipTriggers":"x"}"#, "skipTriggers"),
      ("updateProfileFields", #"{"customFields":{}}"#, "customFields"),
      ("actionField", #"{"key":"","action":"set"}"#, "key"),
      ("actionField", #"["k","erase"]"#, "action"),
      ("actionField", #"["k","set",1e400]"#, "value"),
      ("setUserDefaultsValue", #"["s","k",[1e400]]"#, "value[0]"),
      ("setUserDefaultsValue", #"{"suiteName":null,"key":"k"}"#, "suiteName"),
      ("getStatusOfLatestSubscriptionForProvider", "[7]", "provider"),
      ("getStatusOfLatestSubscription", #"{"provider":"ios-apns"}"#, "provider"),
      ("setJWTProvider", "{}", "provider"), ("setJWTProvider", #"["token"]"#, "provider"),
      ("setJWTProvider", "[{}]", "provider.token"),
      ("setFCMTokenProvider", #"[{"token":null}]"#, "provider.token"),
      ("setHMSTokenProvider", #"[{"token":"t","x":1}]"#, "provider.x"),
      ("setPushToken", #"[7,null]"#, "provider"), ("setPushToken", #"["ios-apns",7]"#, "pushToken"),
      ("setPushToken", #"["ios-apns","00","utf8"]"#, "encoding"),
      ("setPushToken", #"["ios-apns","=","base64"]"#, "pushToken"),
      ("deliveryEvent", "[]", "messageUID"), ("openEvent", "{}", "messageUID"),
      ("deliveryEvent", #"{"request":null,"message":null,"messageUID":null}"#, "messageUID"),
      ("openEvent", "[null,null,null]", "messageUID"),
      ("openEvent", #"{"messageUID":7}"#, "messageUID"),
      ("deliveryEvent", #"{"request":{}}"#, "request.content"),
      ("openEvent", #"{"request":{"content":{"badge":"1"}}}"#, "request.content.badge"),
      ("openEvent", #"{"request":{"content":{"userInfo":[1]}}}"#, "request.content.userInfo"),
      ("isAltcraftPush", #"{"request":{"content":{"x":1}}}"#, "request.content.x"),
      ("nse.isAltcraftPush", #"{"message":[1]}"#, "message"), ("isAltcraftPush", "{}", "message"),
      ("parsePush", #"{"message":null}"#, "message"),
      ("parsePush", #"{"message":{"a":1e400}}"#, "message.a"), ("takePush", #"["x"]"#, "message"),
      (
        "nse.handleNotificationRequest", #"{"request":{"identifier":7,"content":{}}}"#,
        "request.identifier"
      ),
      ("notificationManager.willPresent", #"[{"content":{"sound":{}}}]"#, "request.content.sound"),
      ("notificationManager.didReceive", "{}", "response"),
      (
        "notificationManager.didReceive", #"[{"actionIdentifier":7,"request":{"content":{}}}]"#,
        "response.actionIdentifier"
      ),
      (
        "notificationManager.didReceive", #"[{"request":{"content":{"title":1}}}]"#,
        "response.request.content.title"
      ),
      ("notificationManager.setPermission", "[1]", "granted"),
      ("notificationManager.setCustomPushProcessing", "[null]", "enabled"),
      ("notificationManager.setCustomClickProcessing", "{}", "enabled"),
      ("requestNotificationPermission", "[true]", "0"),
      ("events.subscribe", #"{"since":-1}"#, "since"),
      ("events.subscribe", #"{"since":1.0}"#, "since"),
      ("events.subscribe", #"{"epoch":1}"#, "epoch"),
      ("events.subscribe", #"{"codes":[230,"430"]}"#, "codes[1]"),
      ("events.list", #"{"limit":0}"#, "limit"), ("events.list", #"{"limit":1001}"#, "limit"),
      ("events.list", #"{"codes":230}"#, "codes"), ("outbox.get", "{}", "requestId"),
      ("outbox.list", #"{"state":"dead"}"#, "state"), ("outbox.list", #"{"limit":0}"#, "limit"),
    ] + mobileEventTexts + configurationTexts

  private static let mobileEventTexts: [(String, String, String)] =
    [
      (#"{}"#, "sid"), (#"{"sid":"px"}"#, "eventName"), (#"{"sid":"","eventName":"e"}"#, "sid"),
      (#"{"sid":null,"eventName":"e"}"#, "sid"), (#"{"sid":"px","eventName":""}"#, "eventName"),
      (#"["px","e",7]"#, "sendMessageId"), (#"["px","e",null,[1]]"#, "payload"),
      (#"["px","e",null,{"a":1e400}]"#, "payload.a"), (#"["px","e",null,null,"x"]"#, "matching"),
      (#"["px","e",null,null,{"a":[1e400]}]"#, "matching.a[0]"),
      (#"["px","e",null,null,null,1]"#, "matchingType"),
      (#"["px","e",null,null,null,null,[1]]"#, "profileFields"),
      (event(#""email""#), "subscription"),
      (event(#"{"channel":"email","resource_id":1}"#), "subscription.email"),
      (event(#"{"channel":"email","resource_id":1,"email":7}"#), "subscription.email"),
      (event(#"{"channel":"email","email":"a@b.c"}"#), "subscription.resource_id"),
      (
        event(#"{"channel":"email","resource_id":"1","email":"a@b.c"}"#), "subscription.resource_id"
      ),
      (
        event(#"{"channel":"email","resource_id":1.0,"email":"a@b.c"}"#), "subscription.resource_id"
      ),
      (event(#"{"type":"sms","resource_id":1}"#), "subscription.phone"),
      (
        event(#"{"channel":"push","resource_id":1,"provider":"p"}"#), "subscription.subscription_id"
      ),
      (
        event(#"{"channel":"push","resource_id":1,"subscription_id":"s"}"#), "subscription.provider"
      ),
      (event(#"{"channel":"whatsapp","resource_id":1}"#), "subscription.cc_data"),
      (event(#"{"channel":"notify","resource_id":1,"cc_data":[1]}"#), "subscription.cc_data"),
      (email(#""status":7"#), "subscription.status"),
      (email(#""priority":"1""#), "subscription.priority"),
      (email(#""custom_fields":[1]"#), "subscription.custom_fields"),
      (email(#""custom_fields":{"a":1e400}"#), "subscription.custom_fields.a"),
      (email(#""cats":"a""#), "subscription.cats"),
      (email(#""cats":["a",7]"#), "subscription.cats[1]"),
      (email(#""cats":[{"name":"a"}]"#), "subscription.cats[0]"),
      (email(#""unknown":1"#), "subscription.unknown"),
      // A member of another kind is unknown to this one.
      (email(#""phone":"1""#), "subscription.phone"),
      (email(#""cc_data":{}"#), "subscription.cc_data"),
      (email(#""subscription_id":null"#), "subscription.subscription_id"),
      (email(#""type":7"#), "subscription.type"), (email(#""type":"sms""#), "subscription.type"),
      (utm("[1]"), "utm"), (utm(#"{"campaign":7}"#), "utm.campaign"),
      (utm(#"{"campain":"x"}"#), "utm.campain"),
    ].map { ("mobileEvent", $0.0, $0.1) }

  private static func email(_ member: String) -> String {
    event(#"{"channel":"email","resource_id":1,"email":"a@b.c",\#(member)}"#)
  }

  private static func utm(_ utm: String) -> String {
    #"{"sid":"px","eventName":"e","utm":\#(utm)}"#
  }

  private static let configurationTexts: [(String, String, String)] =
    [
      (#""apiUrl":7"#, "apiUrl"), (#""rToken":7"#, "rToken"), (#""appInfo":"x""#, "appInfo"),
      (#""appInfo":{"appID":7}"#, "appInfo.appID"), (#""appInfo":{"appId":"x"}"#, "appInfo.appId"),
      (#""appInfo":{}"#, "appInfo.appID"), (#""appInfo":{"appID":"a"}"#, "appInfo.appIID"),
      (#""appInfo":{"appID":"a","appIID":"b"}"#, "appInfo.appVer"),
      (#""appInfo":{"appID":"a","appIID":"b","appVer":null}"#, "appInfo.appVer"),
      (#""providerPriorityList":"ios-apns""#, "providerPriorityList"),
      (#""providerPriorityList":["ios-apns",7]"#, "providerPriorityList[1]"),
      (#""enableLogging":1"#, "enableLogging"), (#""device":{"adTrack":"no"}"#, "device.adTrack"),
      (#""device":{"timeZone":3}"#, "device.timeZone"),
      (#""device":{"model":"x"}"#, "device.model"),
      (#""eventCodes":"old""#, "eventCodes"),
      (#""retry":{"firstSeconds":0}"#, "retry.firstSeconds"),
      (#""retry":{"maxSeconds":"1"}"#, "retry.maxSeconds"),
      (#""retry":{"totalSeconds":-1}"#, "retry.totalSeconds"),
      (#""retry":{"totalSeconds":1e400}"#, "retry.totalSeconds"),
      (#""rTokenMatchingMode":"x""#, "rTokenMatchingMode"), (#""apiURL":"https://x""#, "apiURL"),
    ].map { ("initialization", #"{"configuration":{\#($0.0)}}"#, "configuration." + $0.1) }
    + [
      ("initialization", "{}", "configuration"), ("initialization", #"["x"]"#, "configuration"),
      ("initialization", #"[{"apiUrl":"https://x"},1]"#, "1"),
    ]
}
