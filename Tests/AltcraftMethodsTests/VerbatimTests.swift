import AltcraftEngine
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

/// Values of the host that pass through the bridge.
@Suite("Values from the host are sent unchanged", .timeLimit(.minutes(10)))
struct VerbatimTests {
  /// Numbers digit for digit, nulls at any depth, members in order, keys that are empty or look alike.
  private static let scalars =
    #"{"a":1.0,"b":1e2,"c":18446744073709551615,"d":-0,"e":0.1000,"f":123456789012345678901234567890,"#
    + #""g":null,"h":1E+2,"i":-9223372036854775808,"j":true,"":"","e\#u{301}":1,"\#u{e9}":2,"k":"\\\"/\n"}"#
  private static let deep =
    #"{"z":[1.0,null,{"n":null,"x":2.50}],"a":{},"l":[],"s":"1.0"}"#

  private func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)).value }

  /// Returns the body of the only request to the platform that `call` causes.
  private func sent(_ call: String, _ params: String) async throws -> String {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.receive([client.request(call, try json(params))])
    await fixture.http.waitForRequests(1)
    await fixture.engine.stop()
    return String(decoding: fixture.http.requests[0].body, as: UTF8.self)
  }

  @Test(
    "in a subscription", arguments: ["pushSubscribe", "pushSuspend", "pushUnSubscribe"])
  func subscription(method: String) async throws {
    let fields = Self.scalars.replacing(#""g":null"#, with: #""g":null,"_os":7.0"#)

    let body = try json(
      try await sent(method, #"{"profileFields":\#(Self.deep),"customFields":\#(fields)}"#))

    #expect(body["profile_fields"] == (try json(Self.deep)))
    let wire = try #require(body["subscription"]?["fields"]?.objectValue)
    for member in try #require(json(fields).objectValue).members {
      #expect(wire[member.key] == member.value, "\(member.key)")
    }
    #expect(wire["_device_type"] == "mob")
  }

  @Test("in a profile update")
  func profile() async throws {
    let fields = #"{"a":{"action":"upsert","value":\#(Self.deep)},"n":null,"x":1e2}"#

    let body = try json(try await sent("updateProfileFields", "[\(fields)]"))

    #expect(body == (try json(#"{"profile_fields":\#(fields),"skip_triggers":false}"#)))
  }

  @Test("in every part of a mobile event")
  func mobileEvent() async throws {
    let subscription =
      #""resource_id":1,"cc_data":\#(Self.deep),"priority":3,"custom_fields":\#(Self.deep)"#

    let body = try await sent(
      "mobileEvent",
      #"{"sid":"px","eventName":"e","payload":\#(Self.scalars),"matching":\#(Self.deep),"profileFields":\#(Self.deep),"#
        + #""subscription":{"status":null,\#(subscription),"channel":"viber"}}"#)

    let parts: [String: String] = [
      "wd": try json(Self.scalars).text, "ma": try json(Self.deep).text,
      "pf": try json(Self.deep).text, "sn": try json(#"{"channel":"viber",\#(subscription)}"#).text,
    ]
    for (name, text) in parts {
      let part =
        "name=\"\(name)\"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n\(text)\r\n--"
      #expect(body.contains(part), "\(name)")
    }
  }

  @Test("in answers")
  func answers() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let value = try json(Self.scalars)
    let deep = try json(Self.deep)

    #expect(
      client.send("actionField", ["k", "add", deep])[0]["result"]
        == ["k": ["action": "add", "value": deep]])
    _ = client.send("setUserDefaultsValue", ["s", "k", value])
    #expect(client.send("bridge.getUserDefaultsValue", ["s", "k"])[0]["result"] == value)
    #expect(client.send("parsePush", [["own": value]])[0]["result"]?["extra"] == ["own": value])
    client.subscribe()
    let foreign = client.send("takePush", [["own": value]])
    #expect(foreign.last?["params"]?["value"] == ["message": ["own": value]])
    await fixture.engine.stop()
  }
}
