import Foundation
import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

/// A rejected call and the events it causes, in order.
struct FailedCall: Sendable, CustomTestStringConvertible {
  let method: String
  let params: JSON?
  let code: Int
  let data: JSONObject
  let events: [String]
  let isReady: Bool

  init(
    _ method: String, _ params: JSON?, _ code: Int, _ data: JSONObject, events: [String] = [],
    isReady: Bool = true
  ) {
    self.method = method
    self.params = params
    self.code = code
    self.data = data
    self.events = events
    self.isReady = isReady
  }

  var testDescription: String { "\(method) \(params?.text ?? "")" }

  /// Every call with them is rejected.
  var hasDuplicateMembers: Bool {
    (try? JSONParser.parse(params?.bytes ?? []).hasDuplicateMembers) ?? false
  }

  static func invalid(
    _ method: String, _ params: JSON?, _ parameter: String, _ expected: String
  ) -> FailedCall {
    FailedCall(
      method, params, -32602,
      [
        "reason": "invalidParams", "retryable": false, "parameter": .string(parameter),
        "expected": .string(expected),
      ])
  }

  static let all = basic + rules + illTyped

  private static let basic: [FailedCall] = [
    FailedCall(
      "pushSubscribe", [:], 501, ["reason": "configurationMissing", "retryable": false],
      events: ["event 501"], isReady: false),
    FailedCall(
      "pushSubscribe", ["customFields": ["a": [1]]], 475,
      ["reason": "valuesNotScalar", "retryable": false], events: ["event 475"]),
    FailedCall(
      "pushUnSubscribe", ["customFields": ["a": [:]]], 475,
      ["reason": "valuesNotScalar", "retryable": false], events: ["event 475"]),
    FailedCall(
      "initialization", ["configuration": nil], 401,
      ["reason": "configurationNotSet", "retryable": false], events: ["event 401"]),
    FailedCall(
      "initialization", ["configuration": ["rToken": "x"]], 471,
      ["reason": "apiUrlInvalid", "retryable": false], events: ["event 471"]),
    FailedCall(
      "initialization", ["configuration": ["apiUrl": "http://example.com"]], 471,
      ["reason": "apiUrlInvalid", "retryable": false], events: ["event 471"]),
    FailedCall(
      "initialization", ["configuration": ["apiUrl": "https://x", "rToken": "a b"]], 472,
      ["reason": "rTokenInvalid", "retryable": false], events: ["event 472"]),
    FailedCall(
      "initialization", ["configuration": ["apiUrl": "https://x", "providerPriorityList": ["p"]]],
      473, ["reason": "providerInvalid", "retryable": false], events: ["event 473"]),
    FailedCall(
      "setPushToken", ["provider": "pigeon", "pushToken": "x"], 473,
      ["reason": "providerInvalid", "retryable": false], events: ["event 473"]),
    FailedCall(
      "setAppGroup", ["groupName": ""], 405, ["reason": "appGroupMissing", "retryable": false],
      events: ["event 405"]),
    .invalid("setAppGroup", ["groupName": 7], "groupName", "string"),
    .invalid("pushSubscribe", ["snyc": true], "snyc", "no such parameter"),
    .invalid("pushSubscribe", ["sync": "yes"], "sync", "boolean"),
    .invalid("pushSubscribe", ["cats": [["name": 7]]], "cats[0].name", "string"),
    .invalid("pushSubscribe", ["cats": ["a", 7]], "cats[1]", "string or object"),
    .invalid(
      "pushSubscribe", [true, nil, nil, nil, nil, nil, nil, nil, nil, 1], "9",
      "at most 9 parameters"),
    .invalid(
      "pushSubscribe", ["requestId": "a b"], "requestId",
      "1 to 128 characters of A-Z a-z 0-9 . _ : -"),
    .invalid("pushSubscribe", ["wait": "never"], "wait", #""accepted" or "outcome""#),
    .invalid("setPushToken", ["provider": "ios-apns"], "pushToken", "string"),
    .invalid(
      "setPushToken", ["provider": "ios-apns", "pushToken": "0", "encoding": "hex"], "pushToken",
      "an even number of hex digits"),
    .invalid("bridge.ping", [1], "0", "no parameters"),
  ]
}

@Suite struct FailedCallTests {
  @Test(
    "a rejected call has its code, its data, and its events after it", arguments: FailedCall.all)
  func refusal(_ call: FailedCall) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    if call.isReady { try client.ready() }
    client.subscribe()
    let before = fixture.engine.outbox.statistics
    let (configuration, group) = (fixture.engine.configuration, fixture.engine.appGroup)

    let messages = client.send(call.method, call.params)

    #expect(messages.map(\.summary) == ["error \(call.code)"] + call.events)
    let error = messages.first?["error"]
    if call.code == -32602 {
      #expect(error?["data"]?["parameter"] == call.data["parameter"])
      #expect(error?["data"]?["expected"]?.stringValue?.isEmpty == false)
    } else {
      // 475 names the member, 476 the accepted channels.
      let more = [475: ["parameter"], 476: ["accepted"]][call.code] ?? []
      let data = error?["data"]?.objectValue ?? [:]
      #expect(more.allSatisfy { data[$0] != nil })
      let others = data.members.filter { !more.contains($0.key) }
      #expect(JSON.object(JSONObject(others)).canonical == JSON.object(call.data).canonical)
      let event = messages.last?["params"] ?? .null
      #expect(event["function"]?.stringValue == Self.unaliased(call.method))
      #expect(event["name"] == error?["data"]?["reason"])
      // The event keeps the text of the SDK; the error says what to do.
      if call.code == 501 {
        #expect(event["message"] == "config data is nil")
        #expect(error?["message"] == "no configuration yet: call initialization first")
      } else {
        #expect(event["message"] == error?["message"])
      }
      #expect(event["type"] == "error" && event["requestId"] == .null)
      #expect(try EventContract.made.get().problems(event) == [])
    }
    #expect(error?["message"]?.stringValue?.isEmpty == false)
    #expect(fixture.engine.outbox.statistics.counters == before.counters)
    #expect(fixture.engine.outbox.statistics.accepted == before.accepted)
    #expect(fixture.engine.configuration == configuration && fixture.engine.appGroup == group)
    #expect(fixture.http.requests.isEmpty)
    await fixture.engine.stop()
  }

  private static func unaliased(_ method: String) -> String {
    let declaration = Catalog.methods.map(\.declaration).first { $0.aliases.contains(method) }
    return declaration?.name ?? method
  }

  @Test(
    "bridge.check returns the error of the call, without effects and events",
    arguments: FailedCall.all.filter { !$0.hasDuplicateMembers })
  func check(_ call: FailedCall) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    if call.isReady { try client.ready() }
    client.subscribe()
    var params: JSONObject = ["method": .string(call.method)]
    params["params"] = call.params

    let checked = client.send("bridge.check", .object(params))
    let called = client.send(call.method, call.params)

    #expect(checked.count == 1)
    #expect(checked.first?["error"] == called.first?["error"])
    await fixture.engine.stop()
  }

  @Test("bridge.check of a valid call is true and has no effect")
  func checkOfGood() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    for (method, params) in [
      ("pushSubscribe", ["sync": true, "requestId": "r"]), ("pushSuspend", [false]),
      ("setAppGroup", ["groupName": "other"]), ("setPushToken", ["ios-apns", nil]),
      (
        "initialization",
        ["configuration": ["apiUrl": "https://other.example", "rToken": "other"]]
      ), ("initialize", ["configuration": ["apiUrl": "https://other.example"]]),
    ] as [(String, JSON)] {
      let messages = client.send("bridge.check", ["method": .string(method), "params": params])
      #expect(messages.map { $0["result"] } == [true], "\(method)")
    }
    #expect(fixture.engine.appGroup == "default")
    #expect(fixture.engine.configuration?.rToken?.reveal() == "resource-token")
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test("a full outbox and an oversized record are refused with their limits, without events")
  func limits() async throws {
    var limits = Limits()
    limits.outboxRecords = 1
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold), limits: limits)
    let client = try fixture.ready()
    client.subscribe()
    _ = await client.call("pushSubscribe", ["requestId": "a"])
    let full = await client.call("pushSubscribe", ["requestId": "b"])
    #expect(full["error"]?["code"] == -32010)
    #expect(
      full["error"]?["data"]?.canonical
        == ([
          "reason": "outboxFull", "retryable": true, "limit": "outboxRecords", "max": 1, "used": 1,
          "retryAfterMs": 1000,
        ] as JSON).canonical)
    let large = await client.call(
      "pushSubscribe", ["profileFields": ["a": .string(String(repeating: "x", count: 300_000))]])
    #expect(large["error"]?["code"] == -32003)
    #expect(large["error"]?["data"]?["limit"] == "recordBytes")
    #expect(large["error"]?["data"]?["max"] == 262_144)
    #expect(client.take().allSatisfy { $0.summary == "event 201" })
    await fixture.engine.stop()
  }

  // The event for a found token preceded the answer with it.
  @Test("getPushToken is answered before event 201, which is emitted once for each new token")
  func pushToken() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    let first = await client.call("getPushToken")
    #expect(first["result"] == ["provider": "ios-firebase", "token": "fcm-token-1"])
    try await eventually { client.eventCount == 1 }
    _ = await client.call("getPushToken")
    client.receive([client.request("setPushToken", ["provider": "IOS-APNS", "pushToken": "b"])])
    client.receive([client.request("getPushToken")])
    try await eventually { client.eventCount == 2 }
    let rest = client.take()
    #expect(rest.map(\.summary) == ["result", "result", "event 201"])
    #expect(rest.last?["params"]?["value"] == ["provider": "ios-apns"])
    #expect(!rest.last!.text.contains(#""b""#))
    await fixture.engine.stop()
  }

  @Test("with legacy numbering errors and events have the numbers of the old table")
  func legacy() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(400)))
    let client = try fixture.ready()
    _ = client.send(
      "initialization",
      [
        "configuration": [
          "apiUrl": "https://platform.example", "rToken": "resource-token", "eventCodes": "legacy",
        ]
      ])
    let answer = await client.call("pushSuspend", ["wait": "outcome"])
    #expect(answer["result"]?["outcome"]?["eventCode"] == 430)
    await fixture.engine.stop()
  }

  /// A JWT without a user, by the event that gives the reason.
  private static let withoutIdentity: [(JSON, Int)] = [
    (nil, 540), (["token": ""], 540), (["token": "junk"], 541),
    (["token": .string(jwt(#"{"matching":7}"#))], 541),
    (["token": .string(jwt(#"{"matching":{"db_id":1,"matching":"email"}}"#))], 542),
    (["token": .string(jwt(#"{"matching":{"matching":"email","email":"a@b.c"}}"#))], 542),
    (
      ["token": .string(jwt(#"{"x":"\#(String(repeating: "x", count: 17_000))"}"#))], 542
    ),
  ]

  private static func jwt(_ payload: String) -> String {
    "e30." + Data(payload.utf8).base64EncodedString().filter { $0 != "=" } + ".sig"
  }

  @Test(
    "without a user a job is refused with 402 after the event of its cause",
    arguments: withoutIdentity)
  func withoutUser(provider: JSON, cause: Int) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = client.send("setJWTProvider", [provider])
    client.subscribe()
    for (method, params) in [
      ("pushSubscribe", [:]), ("pushSuspend", [:]), ("pushUnSubscribe", [:]),
      ("mobileEvent", ["px", "e"]), ("nse.mobileEvent", ["px", "e"]), ("updateProfileFields", [:]),
      ("deliveryEvent", ["messageUID": "u"]), ("openEvent", ["message": PushSamples.device]),
    ] as [(String, JSON)] {
      let checked = client.send("bridge.check", [.string(method), params])
      let messages = client.send(method, params)

      #expect(messages.map(\.summary) == ["error 402", "event \(cause)", "event 402"], "\(method)")
      #expect(messages[0]["error"]?["data"]?["cause"]?.intValue == cause)
      #expect(checked.map { $0["error"] } == [messages[0]["error"]])
    }
    for (method, params) in [
      ("takePush", [PushSamples.device]), ("nse.handleNotificationRequest", [PushSamples.request]),
      ("notificationManager.didReceive", [["request": PushSamples.request]]),
    ] as [(String, JSON)] {
      let codes = client.send(method, params).map(\.summary).filter {
        !["event 203", "event 204"].contains($0)
      }
      #expect(codes == ["result", "event \(cause)", "event 402"], "\(method)")
    }
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    #expect(fixture.http.requests.isEmpty)
    await fixture.engine.stop()
  }
}
