import JSONCodec
import Testing

@testable import AltcraftMethods

@Suite("The parsing of pushes")
struct PushParsingTests {
  /// A message and the result of parsePush, without members that are null, empty or false.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let message: String
    let expected: JSON

    init(_ description: String, _ message: String, _ expected: JSON) {
      testDescription = description
      self.message = message
      self.expected = expected
    }
  }

  @Test(
    "every message of the documentation is read as intended", arguments: ProviderMessages.cases)
  func providerMessage(_ case: Case) throws {
    #expect(try parsed(`case`.message) == `case`.expected.canonical)
  }

  @Test("the data that arrives on a device is read", arguments: deviceCases)
  func deviceData(_ case: Case) throws {
    #expect(try parsed(`case`.message) == `case`.expected.canonical)
  }

  @Test(
    "hub_link may be an object or a text, in every structure", arguments: ProviderMessages.cases)
  func hubLink(_ case: Case) throws {
    for form in [HubLinkForm.object, .text] {
      let message = form.rewritten(try json(`case`.message))

      let push = ParsedPush(try #require(message.objectValue))

      #expect(push.isAltcraft)
      #expect(push.hubLink?.open == "URLOpenEvent")
      #expect(push.hubLink?.ack == "URLDelivEvent")
    }
  }

  @Test(
    "the marker, hub_link, or uid and launch_id identify a push of the platform",
    arguments: [
      (#"{"_ac_push": "true"}"#, true), (#"{"_ac_push": ""}"#, true),
      (#"{"_ac_push": null}"#, true), (#"{"ac_push": "true"}"#, false),
      (#"{"hub_link": {"open": "o"}}"#, true), (#"{"hub_link": {"ack": "a"}}"#, true),
      (#"{"hub_link": "{\"ack\":\"a\"}"}"#, true), (#"{"hub_link": "a"}"#, false),
      (#"{"hub_link": {}}"#, false), (#"{"hub_link": {"open": ""}}"#, false),
      (#"{"hub_link": {"open": 1}}"#, false), (#"{"hub_link": ["open"]}"#, false),
      (#"{"uid": "u", "launch_id": "l"}"#, true), (#"{"uid": "u"}"#, false),
      (#"{"launch_id": "l"}"#, false), (#"{"uid": "", "launch_id": "l"}"#, false),
      (#"{"uid": 1, "launch_id": "l"}"#, false), ("{}", false),
      (#"{"to": "t", "data": {"order": "7"}, "notification": {"title": "T"}}"#, false),
      (#"{"message": {"data": {"_ac_push": "1"}}}"#, true),
      (
        #"{"message": {"apns": {"payload": {"aps": {}}}, "data": {"uid": "u", "launch_id": "l"}}}"#,
        false
      ),
    ])
  func recognition(message: String, isAltcraft: Bool) throws {
    let push = ParsedPush(try #require(json(message).objectValue))

    #expect(push.isAltcraft == isAltcraft)
    #expect((push.structure != nil) == isAltcraft)
  }

  @Test("a message of another sender is still read")
  func foreign() throws {
    let message = #"{"aps": {"alert": "Hello", "badge": 2}, "media": "m", "order": 7}"#

    let expected: JSON = ["body": "Hello", "badge": 2, "media": "m", "extra": ["order": 7]]

    #expect(try parsed(message) == expected.canonical)
  }

  static let deviceCases: [Case] = [
    Case(
      "with the marker, names with an underscore win",
      """
      {"_ac_push": "1", "_uid": "U", "uid": "u", "launch_id": "L", "_title": "T", "title": "t",
       "_body": "B", "body": "b", "_media": "M", "_image": "I", "media": "m", "_icon": "C", "icon": "c",
       "_click-url": "K", "_click_action": "A", "click-url": "k", "_extra": "{\\"a\\":[1]}",
       "_color": "#fff", "_vibration": "true", "_soundless": "false", "other": 1}
      """,
      [
        "isAltcraft": true, "structure": "sdk", "uid": "U", "launchId": "L", "title": "T",
        "body": "B", "media": "M", "icon": "C", "clickUrl": "K", "color": "#fff",
        "extra": ["a": [1]],
      ]),
    Case(
      "with the marker and plain names",
      """
      {"_ac_push": "1", "uid": "u", "title": "t", "message": "b", "image": "m", "mediaUrl": "c",
       "click_action": "k", "other": 1}
      """,
      [
        "isAltcraft": true, "structure": "sdk", "uid": "u", "title": "t", "body": "b",
        "media": "m", "icon": "c", "clickUrl": "k", "extra": ["other": 1],
      ]),
    Case(
      "with the marker, shown by iOS",
      """
      {"_ac_push": "1", "_uid": "u", "_click_action": "k", "_image": "m",
       "aps": {"alert": {"title": "t", "subtitle": "s", "body": "b"}, "badge": 0, "sound": "d"}}
      """,
      [
        "isAltcraft": true, "structure": "sdk", "uid": "u", "title": "t", "subtitle": "s",
        "body": "b", "media": "m", "clickUrl": "k", "badge": 0, "sound": "d",
      ]),
    Case(
      "with the marker, texts in place of objects",
      #"{"_ac_push": "1", "aps": "{\"alert\":\"b\",\"badge\":\"4\"}", "_extra": {"a": 1}}"#,
      [
        "isAltcraft": true, "structure": "sdk", "body": "b", "badge": 4, "extra": ["a": 1],
      ]),
    Case(
      "the data of Firebase and RuStore",
      #"""
      {"uid": "u", "launch_id": "l", "message": "b", "mediaUrl": "c", "image": "m", "own": "1",
       "hub_link": "{\"open\": \"o\", \"ack\": \"a\"}"}
      """#,
      [
        "isAltcraft": true, "structure": "data", "uid": "u", "launchId": "l", "body": "b",
        "media": "m", "icon": "c", "hubLink": ["open": "o", "ack": "a"], "extra": ["own": "1"],
      ]),
    Case(
      "the params of Huawei", #"{"uid": "u", "launch_id": "l", "hub_link": "{\"open\": \"o\"}"}"#,
      [
        "isAltcraft": true, "structure": "data", "uid": "u", "launchId": "l",
        "hubLink": ["open": "o"],
      ]),
    Case(
      "the payload of APNs through Firebase or Huawei",
      #"""
      {"aps": {"alert": {"title": "t", "body": "b"}, "badge": 3}, "click-url": "k", "uid": "u",
       "launch_id": "l", "hub_link": "{\"open\": \"o\", \"ack\": \"a\"}", "media": "m", "mediaUrl": "c"}
      """#,
      [
        "isAltcraft": true, "structure": "apns", "uid": "u", "launchId": "l", "title": "t",
        "body": "b", "media": "m", "icon": "c", "clickUrl": "k", "badge": 3,
        "hubLink": ["open": "o", "ack": "a"],
      ]),
    Case(
      "buttons as text; one without a label is not shown",
      #"""
      {"_ac_push": "1", "_uid": "u",
       "_buttons": "[{\"label\":\"A\",\"link\":\"x\"},{\"link\":\"y\"},{\"label\":\"C\"}, 7]"}
      """#,
      [
        "isAltcraft": true, "structure": "sdk", "uid": "u",
        "buttons": [
          ["identifier": "button0", "label": "A", "link": "x"],
          ["identifier": "button2", "label": "C", "link": nil],
        ],
      ]),
    Case(
      "what has another type counts as absent",
      """
      {"_ac_push": 1, "_uid": 7, "_title": ["t"], "_body": "", "body": "b", "_media": {}, "_buttons": "x",
       "_extra": "no JSON", "aps": {"badge": "many", "sound": {"name": "s"}, "alert": 3}}
      """,
      ["isAltcraft": true, "structure": "sdk", "body": "b"]),
  ]
}

/// Returns the result of parsePush without empty members.
private func parsed(_ message: String) throws -> JSON {
  let push = ParsedPush(try #require(json(message).objectValue))
  let result = try JSONParser.parse(ParsedPush.codec.bytes(push)).value
  // `PushRestTests` compares the rest.
  let telling = try #require(result.objectValue).members.compactMap { member in
    member.key == "rest" ? nil : withoutNulls(member)
  }
  return JSON.object(JSONObject(telling)).canonical
}

private func withoutNulls(_ member: JSONObject.Member) -> JSONObject.Member? {
  switch member.value {
  case .null, .bool(false): nil
  case .array(let elements) where elements.isEmpty: nil
  case .object(let object) where object.isEmpty: nil
  case .object(let object) where member.key == "hubLink":
    .init(key: member.key, value: .object(JSONObject(object.members.filter { !$0.value.isNull })))
  default: member
  }
}

private func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)).value }

/// A form to which every hub_link of a message is rewritten.
private enum HubLinkForm {
  case object, text

  func rewritten(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map(rewritten))
    case .object(let object): .object(JSONObject(object.members.map(rewritten)))
    default: json
    }
  }

  private func rewritten(_ member: JSONObject.Member) -> JSONObject.Member {
    switch (member.key, member.value) {
    case ("hub_link", let link): JSONObject.Member(key: "hub_link", value: form(of: link))
    // The data of AppMetrica is a text as a whole.
    case ("data", .string(let text)):
      JSONObject.Member(
        key: "data",
        value: .string(((try? AltcraftMethodsTests.json(text)).map(rewritten) ?? .null).text))
    default: JSONObject.Member(key: member.key, value: rewritten(member.value))
    }
  }

  private func form(of link: JSON) -> JSON {
    switch (self, link) {
    case (.object, .string(let text)): (try? AltcraftMethodsTests.json(text)) ?? .null
    case (.text, .object): .string(link.text)
    default: link
    }
  }
}
