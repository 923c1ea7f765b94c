import AltcraftEngine
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

/// Tests of single rules of the SDK that no other suite has.
@Suite("The small print of the SDK", .timeLimit(.minutes(10))) struct SmallPrintTests {
  @Test("clear ends the background task, and registering starts it again")
  func background() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    client.subscribe()
    func pass() async { await fixture.clock.advance(by: .seconds(60)) }
    let register = ["intervalSeconds": 60] as JSON
    _ = await client.call("backgroundTasks.registerBackgroundTask", register)
    await fixture.clock.waitForSleepers(1)
    await pass()
    try await eventually { codes(client).contains(209) }

    _ = await client.call("clear")
    for _ in 0..<5 { await pass() }
    #expect(!codes(client).contains(208))

    _ = await client.call("backgroundTasks.registerBackgroundTask", register)
    await fixture.clock.waitForSleepers(1)
    await pass()
    try await eventually { codes(client).contains(209) }
    await fixture.engine.stop()
  }

  private func codes(_ client: Connection) -> [Int] {
    client.take().compactMap { $0["params"]?["code"]?.intValue }
  }

  @Test(
    "a time zone is a name or an offset; anything else is refused",
    arguments: [
      ("Z", true), ("UTC", true), ("GMT", true), ("+0300", true), ("-03:30", true),
      ("GMT+3", true), ("UTC-11", true), ("GMT+05:30", true), ("UTC+0530", true),
      ("Europe/Berlin", true), ("", false), ("Nowhere/Atall", false), ("+99:99", false),
      ("GMT+", false), ("GMT+24", false), ("UTC+5:3", false), ("5", false), ("+3", false),
      ("+05:30:00", false), ("+٠٣٠٠", false), ("../etc/passwd", false),
    ])
  func timeZone(_ zone: String, _ isAccepted: Bool) async throws {
    let fixture = try MethodFixture()
    let answer = await fixture.connect().call(
      "initialization",
      [["apiUrl": "https://platform.example", "device": ["timeZone": .string(zone)]]])
    if isAccepted {
      #expect(answer["result"] == true)
    } else {
      #expect(answer["error"]?["code"] == -32602)
      #expect(answer["error"]?["data"]?["parameter"] == "configuration.device.timeZone")
    }
    await fixture.engine.stop()
  }

  @Test("a push of another sender passes the notification extension unchanged, with event 202")
  func foreign() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    client.subscribe()
    let content: JSON = [
      "title": "News", "subtitle": nil, "body": "b", "badge": 2, "sound": "s",
      "categoryIdentifier": "theirs",
      "userInfo": [
        "id": "42", "_media": "https://e.example/x.png", "_buttons": #"[{"label":"A"}]"#,
      ],
    ]
    let answer = await client.call(
      "nse.handleNotificationRequest", ["request": ["content": content]])
    for (key, value) in content.objectValue?.members.map({ ($0.key, $0.value) }) ?? [] {
      #expect(answer["result"]?[key] == value, "\(key)")
    }
    #expect(answer["result"]?["attachments"] == [] && answer["result"]?["category"] == .null)
    try await eventually { client.eventCount >= 1 }
    #expect(codes(client) == [202])
    #expect(fixture.engine.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test(
    "the answer to the request for permission has the text of the host",
    arguments: [
      (true, ["granted": true, "error": nil]), (false, ["granted": false, "error": nil]),
      (["granted": false, "error": "forbidden"], ["granted": false, "error": "forbidden"]),
      (["granted": true], ["granted": true, "error": nil]),
      (["granted": "yes"], ["granted": true, "error": nil]), (7, ["granted": true, "error": nil]),
    ] as [(JSON, JSON)])
  func permission(_ reply: JSON, _ result: JSON) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    client.receive([client.request("notificationManager.registerForPushNotifications")])
    client.reply(to: await client.question(), reply)
    #expect(await client.answer()["result"] == result)
    await fixture.engine.stop()
  }

  @Test("a dismissal is not an open: nothing is sent, and no connection is asked")
  func dismissal() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    let app = fixture.connect()
    _ = app.send("notificationManager.setCustomClickProcessing", ["enabled": true])
    let answer = await client.call(
      "notificationManager.didReceive",
      [
        "response": [
          "actionIdentifier": "com.apple.UNNotificationDismissActionIdentifier",
          "request": PushSamples.request,
        ]
      ])
    #expect(answer["result"] == ["url": nil, "handledBy": "dismissed"])
    #expect(app.take().isEmpty && fixture.engine.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test(
    "475 names the member",
    arguments: [
      ("mobileEvent", ["sid": "1", "eventName": "e", "payload": ["a": 1, "b": [1]]], "payload.b"),
      ("pushSubscribe", ["customFields": ["x": ["y": 1]]], "customFields.x"),
      ("updateProfileFields", ["profileFields": ["sizes": [38]]], "profileFields.sizes"),
    ] as [(String, JSON, String)])
  func notScalar(_ method: String, _ parameters: JSON, _ path: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    let answer = await client.call(method, parameters)
    #expect(answer["error"]?["code"] == 475)
    #expect(answer["error"]?["data"]?["parameter"] == .string(path))
    try await eventually { client.eventCount >= 1 }
    #expect(client.take().last?["params"]?["value"] == ["parameter": .string(path)])
    await fixture.engine.stop()
  }

  @Test(
    "a subscription of a mobile event is accepted in camel case, and sent as the platform reads it",
    arguments: [
      (
        #"{"channel":"email","resourceId":1,"email":"a@b.c","customFields":{"plan":"pro"}}"#,
        #"{"channel":"email","resource_id":1,"email":"a@b.c","custom_fields":{"plan":"pro"}}"#
      ),
      (
        #"{"channel":"push","resourceId":1,"provider":"ios-apns","subscriptionId":"t"}"#,
        #"{"channel":"push","resource_id":1,"provider":"ios-apns","subscription_id":"t"}"#
      ),
      (
        #"{"channel":"viber","resource_id":1,"ccData":{"phone":"1"}}"#,
        #"{"channel":"viber","resource_id":1,"cc_data":{"phone":"1"}}"#
      ),
    ])
  func camelCase(given: String, sent: String) async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    let event: JSON = [
      "sid": "1", "eventName": "e", "wait": "outcome",
      "subscription": try JSONParser.parse(Array(given.utf8)).value,
    ]
    #expect(await client.call("mobileEvent", event)["error"] == nil)
    let form = String(decoding: fixture.http.requests.last?.body ?? [], as: UTF8.self)
    #expect(form.contains(sent))
    await fixture.engine.stop()
  }

  @Test("both spellings of one member are refused, and so is any other one")
  func bothSpellings() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    for (member, value) in [("resourceId", 1), ("ResourceId", 1)] as [(String, JSON)] {
      var subscription: JSONObject = ["channel": "email", "resource_id": 1, "email": "a@b.c"]
      subscription[member] = value
      let answer = await client.call(
        "mobileEvent", ["sid": "1", "eventName": "e", "subscription": .object(subscription)])
      #expect(answer["error"]?["code"] == -32602)
      #expect(answer["error"]?["data"]?["parameter"] == .string("subscription.\(member)"))
    }
    await fixture.engine.stop()
  }

  @Test("476 lists the channels that are accepted")
  func channels() async throws {
    let fixture = try MethodFixture()
    let answer = await (try fixture.ready()).call(
      "mobileEvent",
      ["sid": "1", "eventName": "e", "subscription": ["channel": "pigeon", "resource_id": 1]])
    #expect(
      answer["error"]?["data"]?["accepted"]
        == ["email", "sms", "push", "telegram_bot", "whatsapp", "viber", "notify"])
    await fixture.engine.stop()
  }

  @Test(
    "a method named as the SDK's pages name it suggests the method here",
    arguments: [
      ("eventSDKFunctions.subscribe", "events.subscribe"),
      ("AltcraftSDK.shared.pushTokenFunctions.getPushToken", "getPushToken"),
      ("AltcraftPushReceiver.didReceive", "nse.handleNotificationRequest"),
    ])
  func suggestions(_ name: String, _ method: String) async throws {
    let fixture = try MethodFixture()
    let answer = await fixture.connect().call(name)
    #expect(answer["error"]?["code"] == -32601)
    #expect(answer["error"]?["data"]?["suggestions"]?[0] == .string(method))
    await fixture.engine.stop()
  }

  @Test("206 and 207 of the legacy numbering are the background task, and nothing else")
  func legacy() {
    #expect(SDKCode.backgroundTaskStarted.number(.legacy) == 206)
    #expect(SDKCode.backgroundTaskCompleted.number(.legacy) == 207)
    let numbers = EventCatalog.entries.filter(\.isEmitted).map { $0.code.number(.legacy) }
    #expect(numbers.count { $0 == 206 || $0 == 207 } == 2)
    #expect(SDKCode.tokenUpdateWaiting.number(.legacy) == 506)
  }

  @Test("a forced update removes the token that it found, and not one that was set after it")
  func laterToken() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    client.receive([
      client.request("forcedTokenUpdate"),
      client.request("setPushToken", ["provider": "ios-firebase", "pushToken": "fcm-token-1"]),
    ])
    _ = await client.answer()
    _ = await client.answer()
    #expect(await client.call("getPushToken")["result"]?["token"] == "fcm-token-1")
    await fixture.engine.stop()
  }
}
