import JSONCodec
import PlatformSimulator
import PushMessages
import TestSupport
import Testing

/// Tests of campaigns and their pushes, from the message to the counted events.
@Suite struct CampaignTests {
  private func campaign(_ members: JSONObject = [:]) -> JSON {
    var campaign: JSONObject = [
      "message": [
        "title": "Sale", "body": "Today", "clickUrl": "https://shop.example/sale?x=1#top",
        "data": ["order": 7],
      ]
    ]
    for member in members.members { campaign[member.key] = member.value }
    return .object(campaign)
  }

  private func counts(_ platform: TestPlatform) -> [[Int]] {
    platform.simulator.state.campaigns.map {
      [$0.sent, $0.received, $0.delivered, $0.opened, $0.attributed]
    }
  }

  @Test(
    "a campaign composes a message of each structure, with the id of the push and its UTM tags",
    arguments: PushSample.names, ["device", "provider"])
  func composed(structure: String, form: String) throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    try platform.simulator.send(
      campaign: campaign(["structure": .string(structure), "form": .string(form), "utm": "spring"]))

    let push = try #require(platform.simulator.pushes(of: "t-1").first)
    let text = push.message.text
    #expect(push.campaign == "c1" && push.number == 1_700_000_000_000)
    for part in ["c1.1700000000000", "Sale", "Today", "spring", "__hub?open=c1.1700000000000"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.utf8.count < 4096)
    // This structure opens an intent, so it has no link.
    #expect(
      text.contains("https://shop.example/sale?x=1&utm_campaign=spring&utm_source=altcraft")
        == (structure != "hmsAndroid" && !(structure == "fcmLegacyIOS" && form == "device")))
    for placeholder in ["Title", "Deeplink", "SubscriptionID", "URLOpenEvent"] {
      #expect(!text.contains("\"\(placeholder)"), "\(placeholder)")
    }
  }

  @Test(
    "the structure of a push is that of the provider, unless the campaign names one",
    arguments: [
      ("ios-apns", "click-url"), ("ios-firebase", "launch_id"), ("ios-huawei", "hub_link"),
      ("android-firebase", "click_action"), ("android-rustore", "mediaUrl"),
    ])
  func ofProvider(provider: String, member: String) throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe(provider: provider))
    try platform.simulator.send(campaign: campaign())

    #expect(try #require(platform.simulator.pushes(of: "t-1").first).message[member] != nil)
  }

  @Test("a push waits until its device acknowledges it with the next question")
  func acknowledged() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    let waiting = RawClient(platform.address)
    waiting.send(
      "GET /__pushes?token=t-1&waitMs=10000 HTTP/1.1\r\nHost: \(platform.address.host):\(platform.address.port)\r\n\r\n"
    )
    let sent = try platform.control("POST", "/__campaigns", campaign().text).json
    #expect(sent == ["id": "c1", "pushes": 1])

    let first = try waiting.readAnswer().json
    #expect(first["pushes"]?.arrayValue?.count == 1)
    #expect(try platform.control("GET", "/__pushes?token=t-1").json == first)
    let last = try #require(first["last"]?.text)
    let next = try platform.control("GET", "/__pushes?token=t-1&since=\(last)&waitMs=1").json
    #expect(next["pushes"] == [] && next["last"]?.text == last)
    #expect(counts(platform) == [[1, 1, 0, 0, 0]])
  }

  @Test("deliveries and opens are counted once for each push, and events by their UTM tags")
  func counted() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    try platform.simulator.send(campaign: campaign())
    let uid = try #require(
      platform.simulator.pushes(of: "t-1").first?.message["uid"]?.stringValue)

    for _ in 1...2 {
      // The open may come first.
      for type in ["open", "delivery"] { _ = try platform.answer(pushEvent(type, smid: uid)) }
    }
    _ = try platform.answer(mobileEvent(Part.required + [.text("cn", "c1")]))
    _ = try platform.answer(mobileEvent(Part.required + [.text("cn", "other")]))

    #expect(counts(platform) == [[1, 0, 1, 1, 1]])
    #expect(platform.simulator.state.pushMessages[uid] == PushMessage(deliveries: 2, opens: 2))
  }

  @Test("the addresses in a message count its events too")
  func hub() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    try platform.simulator.send(campaign: campaign())
    let links = try #require(platform.simulator.pushes(of: "t-1").first?.message["hub_link"])
    for name in ["open", "ack"] {
      let link = try #require(links[name]?.stringValue)
      #expect(link.hasPrefix(platform.address.url + "/__hub?"))
      let answer = try platform.control("GET", String(link.dropFirst(platform.address.url.count)))
      #expect(answer.status == 204)
    }

    #expect(counts(platform) == [[1, 0, 1, 1, 0]])
    for query in ["", "?open=", "?open=a&ack=b", "?uid=a"] {
      #expect(try platform.control("GET", "/__hub\(query)").status == 400)
    }
  }

  @Test("a lost push never arrives, a repeated one twice, and one of another sender in between")
  func faults() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(subscribe())
    try platform.simulator.send(campaign: campaign(["fault": "lose"]))
    _ = try platform.control("POST", "/__pushes", #"{"token":"t-1","message":{"id":"42"}}"#)
    try platform.simulator.send(campaign: campaign(["fault": "repeat"]))

    let pushes = platform.simulator.pushes(of: "t-1")
    #expect(pushes.map(\.campaign) == [nil, "c2", "c2"])
    #expect(pushes.first?.message == ["id": "42"])
    #expect(pushes[1].message == pushes[2].message && pushes[1].number < pushes[2].number)
    #expect(counts(platform) == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0]])
  }

  @Test(
    "an audience has the subscribed ones that match every member",
    arguments: [
      ("{}", ["t-1", "t-2", "t-3"]), (#"{"databaseId":2}"#, ["t-3"]),
      (#"{"provider":"ios-firebase"}"#, ["t-2"]), (#"{"token":"t-1"}"#, ["t-1"]),
      (#"{"profileId":"p123"}"#, ["t-3"]), (#"{"category":"news"}"#, []),
      (#"{"token":"t-4"}"#, []), (#"{"token":"t-1","databaseId":2}"#, []),
    ])
  func audience(audience: String, tokens: [String]) throws {
    let platform = try TestPlatform()
    for request in [
      subscribe(), subscribe(token: "t-2", provider: "ios-firebase"),
      subscribe(as: registered, token: "t-3"),
      subscribe(token: "t-4", status: "suspended"),
    ] { _ = try platform.answer(request) }

    let audience = try JSONParser.parse(Array(audience.utf8)).value
    try platform.simulator.send(campaign: campaign(["audience": audience]))

    let got = ["t-1", "t-2", "t-3", "t-4"].filter { !platform.simulator.pushes(of: $0).isEmpty }
    #expect(got == tokens)
  }

  @Test(
    "a campaign that cannot be sent is refused with the place of the error",
    arguments: [
      ("{}", "$.message: is missing"), ("[", "not JSON at byte 1"),
      (#"{"message":{"subtitel":"x"}}"#, "$.message.subtitel: is unknown"),
      (#"{"message":{"uid":"x"}}"#, "$.message.uid: is unknown"),
      (#"{"message":{"badge":"x"}}"#, "$.message.badge: must be an integer from 0 to 2147483647"),
      (#"{"message":{"data":{"a":[]}}}"#, "$.message.data.a: must be a scalar, got an array"),
      (#"{"message":{},"utm":"a b"}"#, "$.utm: must be 1 to 64 of A-Z a-z 0-9 . _ -"),
      (#"{"message":{},"structure":"sms"}"#, "$.structure: must be one of apns"),
      (#"{"message":{},"fault":"x"}"#, "$.fault: must be one of lose, repeat, got \"x\""),
      (#"{"message":{},"audience":{"age":7}}"#, "$.audience.age: is unknown"),
      (
        #"{"message":{"body":"\#(String(repeating: "x", count: 3100))"}}"#,
        "$.message: must have at most 3072 bytes"
      ),
    ])
  func refused(body: String, error: String) throws {
    let platform = try TestPlatform()
    let answer = try platform.control("POST", "/__campaigns", body)

    #expect(answer.status == 400)
    #expect(try answer.errorText.hasPrefix(error))
    #expect(platform.simulator.state.campaigns.isEmpty)
  }

  private static let triggers = #"""
    {"platform": {"triggers": [
      {"id": "welcome", "on": "subscribe", "campaign": {"message": {"title": "Welcome"}}},
      {"on": "profileUpdate", "campaign": {"message": {"title": "Thanks"}}},
      {"id": "buy", "on": "mobileEvent", "name": "purchase", "campaign": {"message": {"title": "B"}}}]}}
    """#

  @Test("a request with a trigger sends its campaign to the profile, unless it skips triggers")
  func triggers() throws {
    let platform = try TestPlatform()
    #expect(try platform.control("POST", "/__script", Self.triggers).status == 200)
    _ = try platform.answer(try subscribe().with("skip_triggers", true))
    #expect(platform.simulator.pushes(of: "t-1").isEmpty)

    _ = try platform.answer(subscribe())
    _ = try platform.answer(profileUpdate(["a": 1]))
    _ = try platform.answer(try profileUpdate(["a": 1]).with("skip_triggers", true))
    _ = try platform.answer(mobileEvent())
    _ = try platform.answer(
      mobileEvent(Part.required.filter { $0.name != "wn" } + [.text("wn", "other")]))
    // Under a resource token the matching of the event names the profile.
    let matching = #"{"provider":"ios-apns","subscription_id":"t-1"}"#
    _ = try platform.answer(
      mobileEvent(
        as: resource, Part.required + [.text("mm", "push_sub"), .json("ma", matching)]))
    _ = try platform.answer(mobileEvent(as: resource))

    #expect(
      platform.simulator.pushes(of: "t-1").map(\.campaign)
        == ["welcome", "trigger-2", "buy", "buy"])
    #expect(platform.simulator.state.campaigns.map(\.sent) == [1, 1, 2])
  }

  @Test(
    "a trigger that cannot be used is refused",
    arguments: [
      (#"{"on":"purchase"}"#, "$.platform.triggers[0].on: must be one of subscribe"),
      (
        #"{"on":"subscribe","name":"x"}"#,
        "$.platform.triggers[0].name: is only for on: mobileEvent"
      ),
      (#"{"on":"subscribe"}"#, "$.platform.triggers[0].campaign: is missing"),
      (
        #"{"on":"subscribe","campaign":{"message":{},"audience":{}}}"#,
        "$.platform.triggers[0].campaign.audience: is unknown"
      ),
    ])
  func refusedTrigger(trigger: String, error: String) throws {
    let platform = try TestPlatform()
    let body = #"{"platform":{"triggers":[\#(trigger)]}}"#
    let answer = try platform.control("POST", "/__script", body)
    #expect(try answer.errorText.hasPrefix("script " + error))
  }

  @Test("waiting pushes are bounded for each token and in all, and the dropped ones are counted")
  func bounded() throws {
    let platform = try TestPlatform { $0.limits.campaigns = 3 }
    for number in 1...10_500 {
      try platform.simulator.send(push: ["n": .int(number)], to: "t-\(number % 200)")
    }
    for number in 1...200 {
      try platform.simulator.send(push: ["n": .int(number)], to: "one")
    }

    let pushes = platform.simulator.state.pushes
    #expect(pushes.count <= 10_000 && pushes.count + pushes.dropped == 10_700)
    let one = platform.simulator.pushes(of: "one")
    #expect(one.count == 100 && one.last?.message == ["n": 200])
    for _ in 1...5 { try platform.simulator.send(campaign: campaign()) }
    #expect(platform.simulator.state.campaigns.map(\.id) == ["c3", "c4", "c5"])
  }

  @Test("an audience of more subscriptions than pushes can wait is refused")
  func tooMany() throws {
    let platform = try TestPlatform { $0.limits.pushes = 2 }
    for number in 1...3 { _ = try platform.answer(subscribe(token: "t-\(number)")) }

    #expect(
      throws: SimulatorError.state("the audience has 3 subscriptions; at most 2")
    ) { try platform.simulator.send(campaign: campaign()) }
  }

  @Test("a thousand devices get, report and open the push of one campaign")
  func thousandDevices() throws {
    let platform = try TestPlatform()
    let client = RawClient(platform.address)
    func answer(_ request: TestRequest) throws -> RawClient.Answer {
      client.send(request.bytes)
      return try client.readAnswer()
    }
    for number in 1...1000 {
      let caller = Caller.email("person-\(number)@example.com", database: 1)
      #expect(try answer(subscribe(as: caller, token: "t-\(number)", sync: false)).status == 200)
    }

    try platform.simulator.send(campaign: campaign())
    for number in 1...1000 {
      let push = try #require(platform.simulator.pushes(of: "t-\(number)").first)
      let uid = try #require(push.message["uid"]?.stringValue)
      for type in ["delivery", "open"] {
        #expect(try answer(pushEvent(type, smid: uid)).status == 200)
      }
      #expect(platform.simulator.pushes(of: "t-\(number)", after: push.number).isEmpty)
    }

    #expect(counts(platform) == [[1000, 1000, 1000, 1000, 0]])
    #expect(platform.simulator.state.pushes.count == 0)
  }
}
