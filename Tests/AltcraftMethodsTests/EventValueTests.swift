import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

/// The document as the author of a client generator reads it, and the events that are checked against it.
struct EventContract {
  let checker: SchemaChecker
  /// By the name of the event.
  private let values: [String: JSON]

  /// Created once: the document is large.
  static let made = Result { try EventContract() }

  private init() throws {
    let document = JSON.object(Catalog.openRPC(version: "").document)
    checker = try SchemaChecker(document: document)
    values = Dictionary(
      uniqueKeysWithValues: (document["x-events"]?.arrayValue ?? []).compactMap { entry in
        entry["name"]?.stringValue.map { ($0, entry["value"] ?? false) }
      })
  }

  /// Returns the errors in the parameters of a notification `event`.
  func problems(_ event: JSON) -> [String] {
    let name = event["name"]?.stringValue ?? ""
    return checker.problems(inNotice: "event", event)
      + checker.problems(in: event["value"] ?? .null, values[name] ?? false, at: name)
  }

  func problems(inList page: JSON) -> [String] {
    checker.problems(inResult: page, of: "events.list")
  }
}

@Suite("The values of events", .timeLimit(.minutes(10)))
struct EventValueTests {
  @Test("each code names the schema of its value, as in the contract")
  func shapes() {
    var expected: [ClosedRange<Int>: String] = [
      201...201: "ProviderValue", 202...202: "ForeignPushValue", 205...205: "ClearedValue",
      403...403: "StorageValue", 455...455: "ButtonValue", 457...457: "UnknownButtonValue",
      473...473: "ProviderValue", 475...475: "MemberValue", 600...602: "EndedJobValue",
    ]
    for hundred in [200, 400, 500] {
      expected[hundred + 30...hundred + 38] = "AnswerValue"
      expected[hundred + 36...hundred + 36] = "PushAnswerValue"
      expected[hundred + 37...hundred + 37] = "MobileAnswerValue"
    }
    for entry in EventCatalog.entries {
      let json = EventValue.entry(entry)["value"]
      let code = entry.code.rawValue
      let name = expected.filter { $0.key.contains(code) }
        .min { $0.key.count < $1.key.count }?.value
      let reference: JSON? = name.map { ["$ref": .string("#/components/schemas/\($0)")] }
      let found = code == 202 ? json?["anyOf"]?[0] : json
      #expect(found == reference ?? ["type": "null"], "\(code)")
    }
  }

  /// A call that makes a request, and the last two digits of its events in either numbering.
  struct Request: Sendable, CustomTestStringConvertible {
    let method: String
    var params: JSONObject = [:]
    let current: Int
    let legacy: Int
    let name: String
    var more: JSONObject = [:]
    var isDurable = true
    var testDescription: String { method }

    static let all = [
      Request(method: "pushSubscribe", current: 30, legacy: 30, name: "pushSubscribe"),
      Request(method: "pushSuspend", current: 31, legacy: 30, name: "pushSuspend"),
      Request(method: "pushUnSubscribe", current: 32, legacy: 30, name: "pushUnSubscribe"),
      Request(
        method: "unSuspendPushSubscription", current: 34, legacy: 32, name: "unSuspend",
        isDurable: false),
      Request(
        method: "getStatusOfLatestSubscription", current: 35, legacy: 33, name: "status",
        isDurable: false),
      Request(
        method: "getStatusForCurrentSubscription", current: 35, legacy: 33, name: "status",
        isDurable: false),
      Request(
        method: "getStatusOfLatestSubscriptionForProvider", params: ["provider": "IOS-apns"],
        current: 35, legacy: 33, name: "status", isDurable: false),
      Request(
        method: "deliveryEvent", params: ["messageUID": "u-1"], current: 36, legacy: 34,
        name: "pushEvent", more: ["uid": "u-1", "type": "delivery"]),
      Request(
        method: "openEvent", params: ["messageUID": "u-1"], current: 36, legacy: 34,
        name: "pushEvent", more: ["uid": "u-1", "type": "open"]),
      Request(
        method: "mobileEvent", params: ["sid": "px", "eventName": "signup"], current: 37,
        legacy: 35, name: "mobileEvent", more: ["name": "signup"]),
      Request(method: "updateProfileFields", current: 38, legacy: 38, name: "profileUpdate"),
    ]
  }

  @Test(
    "an answer of the platform is in the event, with its code in either numbering",
    arguments: Request.all, [200, 400, 503])
  func answers(_ request: Request, status: Int) async throws {
    let contract = try EventContract.made.get()
    let isTriedAgain = status == 503 && request.isDurable
    let hundred = status == 200 ? 200 : isTriedAgain ? 500 : 400
    let name = request.name + [200: ".succeeded", 400: ".failed", 500: ".retrying"][hundred]!
    for numbering in ["current", "legacy"] {
      let fixture = try MethodFixture(
        ScriptedHTTPClient(
          [], then: .status(status, #"{"error":3,"error_text":"t","profile":{"id":"1"}}"#)))
      let client = try fixture.ready()
      _ = client.send(
        "initialization",
        [
          "configuration": [
            "apiUrl": "https://platform.example", "rToken": "resource-token",
            "eventCodes": .string(numbering),
          ]
        ])
      client.subscribe()
      var params = request.params
      if request.isDurable { params["requestId"] = "r" }

      client.receive([client.request(request.method, .object(params))])
      try await eventually { events(fixture).contains { $0["name"]?.stringValue == name } }

      let event = try #require(events(fixture).first { $0["name"]?.stringValue == name })
      #expect(
        event["code"]?.intValue
          == hundred + (numbering == "legacy" ? request.legacy : request.current))
      #expect(
        event["type"]
          == (hundred == 200 ? "event" : hundred == 400 ? "error" : "retryError"))
      #expect(event["function"] == "processResponse")
      #expect(event["requestId"] == (request.isDurable ? "r" : .null))
      let response: JSON = [
        "error": 3, "errorText": "t",
        "profile": ["id": "1", "status": nil, "isTest": nil, "subscription": nil],
      ]
      let answer: JSONObject = [
        "response_with_http_code": ["httpCode": .int(status), "response": response]
      ]
      #expect(event["value"] == .object(JSONObject(answer.members + request.more.members)))
      #expect(contract.problems(event) == [])
      await fixture.engine.stop()
    }
  }

  @Test("an event without the platform has exactly the value of the contract")
  func others() async throws {
    let contract = try EventContract.made.get()
    let fixture = try MethodFixture(
      ScriptedHTTPClient([], then: .fail(.transport(message: "refused"))))
    let client = try fixture.ready()
    for call in FailedCall.all { _ = client.send(call.method, call.params) }
    let push: JSON = ["_ac_push": "1", "_uid": "u", "_media": "none", "_buttons": "[]"]
    let click: (JSON) -> JSON = {
      ["response": ["actionIdentifier": $0, "request": ["content": ["userInfo": push]]]]
    }
    for (method, params) in [
      ("pushSubscribe", ["requestId": "w"]), ("unSuspendPushSubscription", [:]),
      ("takePush", ["message": ["order": 7]]), ("takePush", ["message": push]),
      ("takePush", ["message": ["order": .string(String(repeating: "x", count: 5000))]]),
      ("nse.handleNotificationRequest", ["request": ["content": ["userInfo": push]]]),
      ("notificationManager.didReceive", click("button3")),
      ("notificationManager.didReceive", click("dismiss")),
      ("setPushToken", ["provider": "ios-apns", "pushToken": "t"]), ("getPushToken", [:]),
      (
        "initialization",
        ["configuration": ["apiUrl": "https://platform.example", "rToken": "other"]]
      ), ("setPushToken", ["ios-apns", nil]), ("unSuspendPushSubscription", [:]),
      ("initialization", ["configuration": ["apiUrl": "https://platform.example"]]),
      ("getStatusForCurrentSubscription", [:]), ("pushSubscribe", [:]),
      ("setJWTProvider", ["provider": ["token": "junk"]]), ("pushSubscribe", [:]),
    ] as [(String, JSON)] {
      _ = await client.call(method, params)
    }
    let expected: Set = [
      200, 201, 202, 203, 204, 401, 402, 405, 422, 423, 453, 455, 457, 471, 472, 473, 475, 500, 502,
      540, 541, 543, 601,
    ]
    try await eventually {
      expected.isSubset(of: events(fixture).compactMap { $0["code"]?.intValue })
    }

    let all = events(fixture)
    #expect(expected.subtracting(all.compactMap { $0["code"]?.intValue }) == [])
    for event in all { #expect(contract.problems(event) == [], "\(event.text)") }
    let page = await client.call("events.list", ["limit": 1000])["result"]
    #expect(contract.problems(inList: page ?? .null) == [])
    let texts = all.map(\.text)
    #expect(!texts.contains { $0.contains("resource-token") || $0.contains("junk") })
    await fixture.engine.stop()
  }

  private func events(_ fixture: MethodFixture) -> [JSON] {
    fixture.engine.events.list(since: 0, limit: 1000, bytes: .max, epoch: nil, codes: nil).events
      .compactMap { try? JSONParser.parse($0.bytes).value }
  }
}
