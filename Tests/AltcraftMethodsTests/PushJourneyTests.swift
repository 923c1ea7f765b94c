import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

/// Messages of every structure through every method that accepts one.
@Suite("The processing of a push", .timeLimit(.minutes(10)))
struct PushJourneyTests {
  private func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)).value }

  private func request(_ message: JSON, _ content: JSONObject = [:]) -> JSON {
    var content = content
    content["userInfo"] = message
    return ["content": .object(content)]
  }

  @Test(
    "a push is accepted if it parses; its delivery and open are registered once each, and nothing is fetched",
    arguments: ProviderMessages.cases + PushParsingTests.deviceCases)
  func journey(_ case: PushParsingTests.Case) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let message = try json(`case`.message)
    let parsed = client.send("parsePush", [message])[0]["result"]
    let uid = parsed?["uid"]?.stringValue

    for _ in 1...2 {
      for method in ["isAltcraftPush", "nse.isAltcraftPush"] {
        #expect(client.send(method, ["message": message])[0]["result"] == true)
        #expect(client.send(method, ["request": request(message)])[0]["result"] == true)
      }
      #expect(await client.call("takePush", [message])["result"] == parsed)
      _ = await client.call("nse.handleNotificationRequest", [request(message)])
      let click = await client.call(
        "notificationManager.didReceive", [["request": request(message)]])
      #expect(click["result"] == ["url": parsed?["clickUrl"] ?? .null, "handledBy": "sdk"])
    }

    #expect(fixture.engine.outbox.statistics.accepted == (uid == nil ? 0 : 2))
    try await eventually {
      fixture.engine.outbox.statistics.counters.delivered == (uid == nil ? 0 : 2)
    }
    let sent = fixture.http.requests.map { request in
      request.url + " " + String(decoding: request.body, as: UTF8.self)
    }
    let platform = "https://platform.example/event/push/"
    #expect(sent.count == (uid == nil ? 0 : 2))
    for (sent, type) in zip(sent.sorted(), ["delivery", "open"]) {
      #expect(sent.hasPrefix(platform + type + "?matching_mode=push_sub"))
      #expect(sent.contains(#""smid":\#(JSON.optional(uid).text)"#))
    }
    await fixture.engine.stop()
  }

  @Test(
    "every method uses the same rule to identify the sender of a push",
    arguments: [
      #"{}"#, #"{"uid":"u"}"#, #"{"launch_id":"l"}"#, #"{"uid":"u","launch_id":""}"#,
      #"{"hub_link":{}}"#, #"{"hub_link":"text"}"#, #"{"hub_link":{"click":"c"}}"#,
      #"{"_AC_PUSH":"1"}"#, #"{"aps":{"alert":"Hello","badge":1}}"#,
      #"{"to":"t","data":{"uid":"u"},"notification":{"title":"T"}}"#,
      #"{"message":{"apns":{"payload":{"uid":"u"}},"data":{"uid":"u","launch_id":"l"}}}"#,
      #"{"push_batch_request":{"batch":[]},"uid":"u"}"#,
      #"{"_uid":"u","_media":"https://example.com/i.png","_buttons":"[]"}"#,
    ])
  func foreign(text: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    let message = try json(text)

    let parsed = client.send("parsePush", [message])[0]["result"]
    #expect(parsed?["isAltcraft"] == false && parsed?["structure"] == .null)
    for method in ["isAltcraftPush", "nse.isAltcraftPush"] {
      #expect(client.send(method, ["message": message])[0]["result"] == false)
      #expect(client.send(method, ["request": request(message)])[0]["result"] == false)
    }
    for (method, params) in [
      ("takePush", [message]), ("deliveryEvent", ["message": message]),
      ("openEvent", ["request": request(message), "wait": "outcome"]),
    ] as [(String, JSON)] {
      let messages = client.send(method, params)
      #expect(messages.map(\.summary) == ["result", "event 202"], "\(method)")
      #expect(messages[0]["result"] == .null)
      #expect(messages[1]["params"]?["function"]?.stringValue == method)
      #expect(messages[1]["params"]?["value"] == ["message": message])
    }
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    #expect(fixture.http.requests.isEmpty)
    await fixture.engine.stop()
  }

  @Test(
    "the content to show has the buttons and the image, and everything else is unchanged",
    arguments: [
      (#""_media":"https://e.com/i.png""#, ["https://e.com/i.png"], [], nil),
      (#""media":"HTTPS://e.com/i.png""#, ["HTTPS://e.com/i.png"], [], nil),
      (#""_image":"cid:7""#, ["cid:7"], [], nil), (#""_media":"/i.png""#, [], [], 453),
      (#""_media":"://e.com""#, [], [], 453), (#""_media":"https:""#, [], [], 453),
      (#""_media":"https://e.com/a b""#, [], [], 453), (#""_media":"12:30""#, [], [], 453),
      (#""_media":"""#, [], [], nil), (#""_media":7"#, [], [], nil),
      (#""_buttons":"[{\"label\":\"A\"},{\"link\":\"x\"},{\"label\":\"C\"}]""#, [], [0, 2], nil),
      (#""_buttons":[{"label":"A","link":"x"}]"#, [], [0], nil),
      (#""_buttons":"none""#, [], [], nil),
    ] as [(String, [String], [Int], Int?)])
  func shown(member: String, images: [String], buttons: [Int], event: Int?) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    let content: JSONObject = [
      "title": "T", "subtitle": "S", "body": "B", "badge": 0, "sound": "x.caf",
      "categoryIdentifier": "mine",
    ]
    let message = try json(#"{"_ac_push":"1","_title":"other",\#(member)}"#)

    let messages = client.send("nse.handleNotificationRequest", [request(message, content)])

    var expected = content
    expected["userInfo"] = message
    if !buttons.isEmpty { expected["categoryIdentifier"] = "Altcraft" }
    expected["attachments"] = .array(
      images.map { ["identifier": "img", "url": .string($0)] })
    expected["category"] =
      buttons.isEmpty
      ? .null
      : [
        "identifier": "Altcraft",
        "actions": .array(
          buttons.map { index in
            [
              "identifier": .string("button\(index)"), "title": .string(["A", "B", "C"][index]),
              "options": ["foreground"],
            ]
          }),
      ]
    #expect(messages.first?["result"]?.canonical == JSON.object(expected).canonical)
    let events = [451, event, 204].compactMap(\.self).map { "event \($0)" }
    #expect(messages.dropFirst().map(\.summary) == events)
    await fixture.engine.stop()
  }

  @Test("a delivery without room in the outbox is an event 403, and the push is still shown")
  func full() async throws {
    var limits = Limits()
    limits.outboxRecords = 1
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold), limits: limits)
    let client = try fixture.ready()
    client.subscribe()
    _ = await client.call("deliveryEvent", ["messageUID": "first"])

    let messages = client.send("takePush", ["message": PushSamples.device])

    #expect(messages.map(\.summary) == ["result", "event 203", "event 403", "event 204"])
    #expect(messages.first?["result"] == PushSamples.parsedDevice)
    #expect(messages[2]["params"]?["value"] == ["cause": "outboxFull"])
    #expect(try EventContract.made.get().problems(messages[2]["params"] ?? .null) == [])
    await fixture.engine.stop()
  }
}
