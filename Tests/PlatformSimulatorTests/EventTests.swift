import JSONCodec
import PlatformSimulator
import Testing

@Suite struct EventTests {
  @Test("deliveries and opens are counted by message")
  func pushEvents() throws {
    let platform = try TestPlatform()

    for (type, smid) in [
      ("delivery", "m-1"), ("open", "m-1"), ("delivery", "m-2"), ("open", "m-1"),
    ] {
      let answer = try platform.answer(pushEvent(type, smid: smid))
      #expect(try answer.json == ["error": 0, "error_text": ""])
    }

    let messages = platform.simulator.state.pushMessages
    #expect(messages["m-1"]?.deliveries == 1)
    #expect(messages["m-1"]?.opens == 2)
    #expect(messages["m-2"]?.deliveries == 1)
  }

  @Test("a mobile event is stored with all its parts")
  func mobileEvents() throws {
    let platform = try TestPlatform()
    let parts =
      Part.required + [
        .text("mm", "email"), .text("cn", "spring"), .text("ct", "t"),
        .json("wd", #"{"price":9.90,"note":null}"#), .json("mi", #""m\"1""#),
        .json("ma", #"{"email":"a@b.c"}"#), .json("pf", #"{"city":"Kazan"}"#),
        .json("sn", #"{"channel":"sms","resource_id":5,"phone":"+7","cats":["a"],"status":null}"#),
      ]

    let answer = try platform.answer(mobileEvent(parts))

    #expect(try answer.json == ["error": 0, "error_text": ""])
    let event = try #require(platform.simulator.state.mobileEvents.first)
    #expect(event.pixel == "px-1")
    #expect(event.name == "purchase")
    #expect(event.time == 1_700_000_000)
    #expect(event.minutesWestOfGMT == -180)
    #expect(event.payload.map { JSON.object($0).text } == #"{"price":9.90,"note":null}"#)
    #expect(event.messageID == #"m"1"#)
    #expect(event.matchingType == "email")
    #expect(event.campaign == ["campaign": "spring", "temp": "t"])
    #expect(event.profileID == "db1-p1")
    let profile = try #require(platform.simulator.state.profiles.first)
    #expect(profile.fields == ["city": "Kazan"])
    #expect(profile.channelSubscriptions.map { $0["phone"] } == ["+7"])
  }

  @Test("under a resource token the profile parts of a mobile event are ignored")
  func mobileEventOfResource() throws {
    let platform = try TestPlatform()

    let answer = try platform.answer(
      mobileEvent(as: resource, Part.required + [.json("pf", #"{"city":"Kazan"}"#)])
        .with(header: "Request-ID", nil))

    #expect(answer.status == 200)
    #expect(platform.simulator.state.profiles.isEmpty)
    #expect(platform.simulator.state.mobileEvents.first?.profileID == nil)
  }

  @Test("the list of mobile events is bounded, and dropped events are counted")
  func bounded() throws {
    let platform = try TestPlatform { $0.limits.mobileEvents = 3 }

    for _ in 1...5 { _ = try platform.answer(mobileEvent()) }

    #expect(platform.simulator.state.mobileEvents.count == 3)
    #expect(platform.simulator.state.droppedMobileEvents == 2)
  }

  @Test(
    "action fields",
    arguments: [
      (#"{"f":{"action":"set","value":"x"}}"#, #"{"n":5,"l":["a","b"],"f":"x"}"#),
      (#"{"n":{"action":"unset","value":null}}"#, #"{"l":["a","b"]}"#),
      (#"{"n":{"action":"unset"}}"#, #"{"l":["a","b"]}"#),
      (#"{"n":{"action":"incr","value":-7}}"#, #"{"n":-2,"l":["a","b"]}"#),
      (#"{"n":{"action":"incr","value":0.5}}"#, #"{"n":5.5,"l":["a","b"]}"#),
      (#"{"z":{"action":"incr","value":2}}"#, #"{"n":5,"l":["a","b"],"z":2}"#),
      (#"{"l":{"action":"add","value":"a"}}"#, #"{"n":5,"l":["a","b","a"]}"#),
      (#"{"l":{"action":"add","value":["c","d"]}}"#, #"{"n":5,"l":["a","b","c","d"]}"#),
      (#"{"n":{"action":"add","value":6}}"#, #"{"n":[5,6],"l":["a","b"]}"#),
      (#"{"l":{"action":"delete","value":"a"}}"#, #"{"n":5,"l":["b"]}"#),
      (#"{"l":{"action":"upsert","value":["b","c"]}}"#, #"{"n":5,"l":["a","b","c"]}"#),
      (
        #"{"o":{"action":"set","more":1}}"#, #"{"n":5,"l":["a","b"],"o":{"action":"set","more":1}}"#
      ),
      (#"{"n":null}"#, #"{"n":null,"l":["a","b"]}"#),
    ])
  func actionFields(change: String, result: String) throws {
    let platform = try TestPlatform()
    let start: JSON = ["n": 5, "l": ["a", "b"]]
    _ = try platform.answer(profileUpdate(start))

    let changed = try platform.answer(
      profileUpdate(try JSONParser.parse(Array(change.utf8)).value))

    #expect(changed.status == 200)
    let fields = try #require(platform.simulator.state.profiles.first?.fields)
    #expect(JSON.object(fields).text == result)
  }

  @Test("one invalid field leaves all the others unchanged")
  func atomic() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(profileUpdate(["a": 1]))

    let answer = try platform.answer(
      profileUpdate(["a": 2, "b": ["action": "incr", "value": "x"]]))

    #expect(answer.status == 400)
    #expect(platform.simulator.state.profiles.first?.fields == ["a": 1])
    #expect(platform.simulator.state.profiles.first?.triggersFired == 1)
  }

  @Test("a profile update has no profile under a resource token, and is counted")
  func updateOfResource() throws {
    let platform = try TestPlatform()

    let answer = try platform.answer(profileUpdate(as: resource, ["a": 1]))

    #expect(answer.status == 200)
    #expect(platform.simulator.state.profiles.isEmpty)
    #expect(platform.simulator.state.unmatchedProfileUpdates == 1)
  }
}
