import AltcraftEngine
import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftMethods

@Suite("Bounds on input from hosts and the platform", .timeLimit(.minutes(5)))
struct ContentLimitTests {
  private static let longToken = String(repeating: "t", count: 4097)
  private static let fitting = String(repeating: "t", count: 4096)

  private func isRefused(_ answer: JSON?, _ parameter: String) -> Bool {
    answer?["error"]?["code"] == -32602
      && answer?["error"]?["data"]?["parameter"] == .string(parameter)
  }

  // A single message of 210 MB was built from 200 large events.
  @Test("a page of events fits the queue of a connection, and paging returns all of them")
  func pages() async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    let response: JSON = [
      "error": 0, "errorText": .string(String(repeating: "e", count: 40_000)), "profile": nil,
    ]
    for _ in 0..<90 {
      fixture.engine.emit(
        EventDraft(
          .pushSubscribeSucceeded, function: "processResponse",
          value: ["response_with_http_code": ["httpCode": 200, "response": response]],
          requestID: "r"))
    }

    var (seqs, since, pages) = ([Int](), 0, 0)
    while let page = client.send("events.list", ["since": .int(since), "limit": 1000]).first,
      let events = page["result"]?["events"]?.arrayValue, !events.isEmpty
    {
      #expect(page.bytes.count <= Limits().outQueueBytes)
      seqs += events.compactMap { $0["seq"]?.intValue }
      since = seqs.last ?? .max
      pages += 1
    }

    #expect(seqs == Array(1...90))
    #expect(pages > 1)
    await fixture.engine.stop()
  }

  @Test(
    "a push token has at most 4,096 bytes as JSON, in any notation",
    arguments: [
      (fitting, "text", true), (longToken, "text", false),
      (String(repeating: "aB", count: 2048), "hex", true),
      (String(repeating: "aB", count: 2049), "hex", false),
      (String(repeating: "AAAA", count: 682), "base64", true),
      (String(repeating: "AAAA", count: 683), "base64", false),
      (String(repeating: "é", count: 2049), "text", false),
      (String(repeating: "\u{1}", count: 700), "text", false),
    ])
  func manualToken(token: String, encoding: String, isFine: Bool) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    let parameters: JSON = [
      "provider": "ios-apns", "pushToken": .string(token), "encoding": .string(encoding),
    ]

    let answers = [
      client.send("bridge.check", ["method": "setPushToken", "params": parameters]).first,
      client.send("setPushToken", parameters).first,
    ]

    for answer in answers {
      #expect(isFine ? answer?["result"] == true : isRefused(answer, "pushToken"))
    }
    await fixture.engine.stop()
  }

  @Test(
    "a static push token has the same bound",
    arguments: ["setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider"])
  func staticToken(method: String) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()

    let fitting = client.send(method, ["provider": ["token": .string(Self.fitting)]]).first
    let long = client.send(method, ["provider": ["token": .string(Self.longToken)]]).first

    #expect(fitting?["result"] == true)
    #expect(isRefused(long, "provider.token"))
    #expect(
      await client.call("getPushToken", [:])["result"]?["token"] == .string(Self.fitting))
    await fixture.engine.stop()
  }

  @Test(
    "a push token in a host's answer counts as missing when it is too long",
    .timeLimit(.minutes(10)))
  func tokenOfCallback() async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = client.send("setFCMTokenProvider", ["provider": "callback"])

    client.receive([client.request("getPushToken", [:])])
    let question = await fixture.clock.passing { await client.question() }
    client.reply(to: question, .string(Self.longToken))

    #expect(await fixture.clock.passing { await client.answer() }["result"] == .null)
    await fixture.engine.stop()
  }

  // 1e-9 s used a whole processor and made 40,000 events a second.
  @Test(
    "a background task runs at most once a second and at least once a year",
    arguments: [
      (1e-9, false), (0.999, false), (1, true), (31_536_000, true), (31_536_001, false),
      (1e308, false),
    ])
  func background(seconds: Double, isFine: Bool) async throws {
    let fixture = try MethodFixture()
    let parameters: JSON = ["intervalSeconds": JSONNumber(seconds).map(JSON.number) ?? .null]

    let answer = fixture.connect().send("backgroundTasks.registerBackgroundTask", parameters).first

    #expect(isFine ? answer?["result"] == true : isRefused(answer, "intervalSeconds"))
    await fixture.engine.stop()
  }

  @Test(
    "the retry settings of a configuration have the ranges of the limits they replace",
    arguments: ["firstSeconds", "maxSeconds", "totalSeconds"], [1e-9, 0, -1, 1e10, 1e308])
  func retrySettings(member: String, seconds: Double) async throws {
    let fixture = try MethodFixture()
    let configuration: JSON = [
      "apiUrl": "https://platform.example",
      "retry": .object([member: JSONNumber(seconds).map(JSON.number) ?? .null]),
    ]

    let answer = fixture.connect().send("initialization", ["configuration": configuration]).first

    #expect(isRefused(answer, "configuration.retry.\(member)"))
    await fixture.engine.stop()
  }

  @Test("a configuration that no start could read again is rejected")
  func largeConfiguration() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let text = JSON.string(String(repeating: "d", count: 500_000))
    let device = JSONObject(
      [
        "os", "osVersion", "deviceModel", "deviceName", "deviceType", "language", "adId",
        "timeZone",
      ].map { .init(key: $0, value: $0 == "timeZone" ? "UTC" : text) })
    let appInfo: JSON = ["appID": text, "appIID": text, "appVer": text]

    let answer = client.send(
      "initialization",
      [
        "configuration": [
          "apiUrl": "https://platform.example", "device": .object(device), "appInfo": appInfo,
        ]
      ]
    ).first

    #expect(isRefused(answer, "configuration"))
    await fixture.engine.stop()
    let restarted = try MethodFixture(in: fixture.directory)
    #expect(restarted.engine.configuration?.rToken != nil)
    await restarted.engine.stop()
  }
}
