import AltcraftEngine
import JSONCodec
import PushMessages
import TestSupport
import Testing

@testable import AltcraftMethods

/// Tests that the one form of a push loses nothing of the message.
@Suite("Nothing of a push is lost") struct PushRestTests {
  /// Returns the message with each leaf changed. A text that contains JSON counts as that JSON.
  private static func mapped(_ json: JSON, _ change: (JSON) -> JSON) -> JSON {
    switch json {
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { JSONObject.Member(key: $0.key, value: mapped($0.value, change)) }))
    case .array(let elements): return .array(elements.map { mapped($0, change) })
    case .string(let text):
      let inner = (try? JSONParser.parse(Array(text.utf8)))?.value
      switch inner {
      case .object?, .array?:
        let bytes = mapped(inner ?? .null, change).bytes
        return .string(String(decoding: bytes, as: UTF8.self))
      default: return change(json)
      }
    case .null, .bool, .number: return change(json)
    }
  }

  private static func leaves(_ json: JSON) -> [JSON] {
    var leaves: [JSON] = []
    _ = mapped(json) {
      leaves.append($0)
      return $0
    }
    return leaves
  }

  /// Returns the message with one leaf changed to a value of its type that nothing else in the message has.
  private static func message(_ message: JSON, changing index: Int) -> (message: JSON, leaf: JSON) {
    var (position, leaf) = (-1, JSON.null)
    let changed = mapped(message) {
      position += 1
      guard position == index else { return $0 }
      switch $0 {
      case .string: leaf = .string("https://unique.example/\(index)")
      case .number: leaf = .int(9_000_000 + index)
      default: leaf = $0
      }
      return leaf
    }
    return (changed, leaf)
  }

  private static func result(_ message: JSON) -> JSON {
    var writer = JSONWriter()
    ParsedPush.codec.encode(ParsedPush(message.objectValue ?? [:]), &writer)
    return (try? JSONParser.parse(writer.bytes, limits: .generous).value) ?? .null
  }

  /// Returns the leaves of the message that are not in the result. Each leaf is also changed alone, so that an equal
  /// value elsewhere does not stand for it.
  private static func lost(_ message: JSON) -> [JSON] {
    let kept = leaves(result(message))
    return leaves(message).enumerated().filter { index, leaf in
      let (changed, unique) = Self.message(message, changing: index)
      return !kept.contains(leaf) || !leaves(result(changed)).contains(unique)
    }.map(\.element)
  }

  @Test("each value of each documented message is in the result", arguments: PushSample.names)
  func documented(_ name: String) throws {
    let sample = try #require(PushSample(name))
    #expect(Self.lost(sample.sent) == [])
  }

  @Test("a member without a name here is in the rest, nested as it came")
  func nested() throws {
    let sample = try #require(PushSample("fcmV1Android"))
    let rest = Self.result(sample.sent)["rest"]
    let notification = rest?["message"]?["android"]?["notification"]
    #expect(rest?["message"]?["token"] == "SubscriptionID")
    #expect(rest?["message"]?["android"]?["ttl"] == "3600s")
    #expect(notification?["light_settings"]?["color"]?["red"] == 1)
    #expect(notification?["title"] == nil && notification?["color"] == nil)
  }

  @Test("a text that contains JSON is an object if a part of it is held, and unchanged otherwise")
  func texts() {
    let rest = Self.result([
      "_ac_push": "1", "_uid": "u", "hub_link": #"{"open":"o","ack":"a","more":"m"}"#,
      "_buttons": #"[{"label":"A","link":"l"},{"label":"B","icon":"i"},{"link":"hidden"}]"#,
      "_extra": #"{"a":1}"#, "other": #"{"b":[1, 2]}"#,
    ])["rest"]
    #expect(
      rest == [
        "_ac_push": "1", "hub_link": ["more": "m"],
        "_buttons": [nil, ["icon": "i"], ["link": "hidden"]], "other": #"{"b":[1, 2]}"#,
      ])
  }

  @Test(
    "any message keeps its values",
    arguments: [
      #"{}"#, #"{"a":{}}"#, #"{"aps":{"alert":"text","content-available":2}}"#,
      #"{"aps":{"alert":{"title":7}},"_ac_push":null,"uid":"","_uid":"x"}"#,
      #"{"_uid":"a","uid":"b","launch_id":"c","title":"d","_title":"e","_ac_push":1}"#,
      #"{"to":"x","data":{"media":"","hub_link":{"open":1}},"notification":{"sound":2}}"#,
      #"{"push_batch_request":{"batch":[{"messages":{"iOS":{}}},{"x":1}]}}"#,
      #"{"_ac_push":"","aps":{"badge":"3","sound":{"name":"s","critical":1}},"_buttons":"[1"}"#,
    ])
  func any(_ text: String) throws {
    let message = try JSONParser.parse(Array(text.utf8)).value
    let lost = Self.lost(message).filter { $0 != .string("3") }
    #expect(lost == [])
  }

  @Test("a deep and a wide message cost linear work", arguments: [1, 10, 100])
  func size(_ percent: Int) throws {
    let count = 1000 * percent
    let wide = JSON.object(
      JSONObject((0..<count).map { JSONObject.Member(key: "k\($0)", value: .int($0)) }))
    let deep = (0..<percent).reduce(JSON.int(1)) { json, _ in ["a": json] }
    let result = Self.result(["_ac_push": "1", "_uid": "u", "wide": wide, "deep": deep])
    #expect(result["rest"]?["wide"] == nil && result["extra"]?["wide"] == wide)
    #expect(result["extra"]?["deep"] == deep)
  }

  @Test(
    "a push is silent if it says so, or if it wakes the app and shows nothing",
    arguments: [
      (#"{"_ac_push":"1","aps":{"content-available":1}}"#, true),
      (#"{"_ac_push":"1","aps":{"content-available":1,"alert":"text"}}"#, false),
      (#"{"_ac_push":"1","aps":{"content-available":0}}"#, false),
      (#"{"_ac_push":"1","_title":"t"}"#, false), (#"{"_ac_push":"1"}"#, false),
      (
        #"{"push_batch_request":{"batch":[{"messages":{"iOS":{"silent":true,"content":{"title":"t"}}}}]}}"#,
        true
      ),
      (
        #"{"push_batch_request":{"batch":[{"messages":{"android":{"silent":false}}}]}}"#, false
      ),
    ])
  func silent(_ text: String, _ isSilent: Bool) throws {
    let message = try JSONParser.parse(Array(text.utf8)).value
    #expect(Self.result(message)["silent"] == .bool(isSilent))
  }

  @Test("a silent push is taken and reported as delivered, with event 203 and without 204")
  func silentTaken() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    client.subscribe()
    let answer = await client.call(
      "takePush",
      ["message": ["_ac_push": "1", "_uid": "u", "aps": ["content-available": 1]]])
    #expect(answer["result"]?["silent"] == true)
    try await eventually { fixture.http.requests.count == 1 }
    try await eventually { client.eventCount >= 2 }
    let codes = client.take().compactMap { $0["params"]?["code"]?.intValue }
    #expect(codes.contains(203) && !codes.contains(204))
    await fixture.engine.stop()
  }

  @Test(
    "what shows and opens a push has a name",
    arguments: [
      ("hmsAndroid", "intent", "#Intent;compo=com.example/app2;S.W=U;end"),
      ("hmsAndroid", "importance", "NORMAL"), ("hmsAndroid", "color", "#cdc167"),
      ("ruStore", "channelId", "ChannelID"), ("fcmV1Android", "color", "ImageBackgroundColor"),
      ("fcmLegacyIOS", "contentAvailable", true), ("appMetricaIOS", "silent", true),
      ("appMetricaAndroid", "deeplink", "Deeplink"), ("appMetricaAndroid", "clickUrl", "URL"),
    ] as [(String, String, JSON)])
  func named(_ sample: String, _ member: String, _ value: JSON) throws {
    #expect(Self.result(try #require(PushSample(sample)).sent)[member] == value)
  }
}
