import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

/// Tests of several connections, one of which is asked about notifications.
@Suite("The connection that is asked about notifications", .timeLimit(.minutes(10)))
struct NotificationReceiverTests {
  private static let standard: JSON = ["options": ["banner", "badge", "sound"]]
  private static let opened: JSON = ["url": "https://example.com/sale", "handledBy": "sdk"]
  private static let handed: JSON = ["url": nil, "handledBy": "app"]

  /// A callback, the call that triggers it, and the default outcome.
  struct Matter: Sendable, CustomTestStringConvertible {
    let setter: String
    let method: String
    let params: JSON
    let callback: String
    let byDefault: JSON
    var testDescription: String { method }

    static let foreground = Matter(
      setter: "notificationManager.setCustomPushProcessing",
      method: "notificationManager.willPresent", params: ["request": PushSamples.request],
      callback: "notificationManager.onForegroundNotification", byDefault: standard)
    static let click = Matter(
      setter: "notificationManager.setCustomClickProcessing",
      method: "notificationManager.didReceive",
      params: ["response": ["request": PushSamples.request]],
      callback: "notificationManager.onNotificationClick", byDefault: opened)
    static let all = [foreground, click]
  }

  @Test("no connection receives a request without a registration", arguments: Matter.all)
  func unregistered(_ matter: Matter) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())

    #expect(await system.call(matter.method, matter.params)["result"] == matter.byDefault)

    #expect(app.take() == [] && system.take() == [])
    await fixture.engine.stop()
  }

  @Test(
    "the registered connection receives the request for a call of any connection",
    arguments: Matter.all)
  func decides(_ matter: Matter) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())
    _ = app.send(matter.setter, ["enabled": true])

    system.receive([system.request(matter.method, matter.params)])
    let question = await app.question()
    #expect(system.send("bridge.ping").map(\.summary) == ["result"])
    app.reply(to: question, ["options": ["list"]])
    let result = await system.answer()["result"]

    #expect(question["method"]?.stringValue == matter.callback)
    #expect(question["params"]?["request"] == PushSamples.fullRequest)
    #expect(result == (matter.method.hasSuffix("didReceive") ? Self.handed : ["options": ["list"]]))
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test(
    "a connection that only observes is notified, and the call does not wait for it",
    arguments: Matter.all)
  func observes(_ matter: Matter) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())
    _ = app.send(matter.setter, ["enabled": true])
    _ = app.send(matter.setter, ["enabled": false])

    let result = await system.call(matter.method, matter.params)["result"]
    let question = await app.question()
    app.reply(to: question, ["options": []])

    #expect(result == matter.byDefault)
    #expect(question["method"]?.stringValue == matter.callback)
    #expect(system.take() == [])
    await fixture.engine.stop()
  }

  @Test(
    "the latest registration wins; after its connection has gone the one before it is asked again",
    arguments: Matter.all)
  func latest(_ matter: Matter) async throws {
    let fixture = try MethodFixture()
    let (first, last, system) = (try fixture.ready(), fixture.connect(), fixture.connect())
    _ = first.send(matter.setter, ["enabled": true])
    _ = last.send(matter.setter, ["enabled": true])
    system.receive([system.request(matter.method, matter.params)])
    last.reply(to: await last.question(), ["options": []])
    _ = await system.answer()

    #expect(first.take() == [])
    last.end()
    system.receive([system.request(matter.method, matter.params)])
    let question = await first.question()
    first.reply(to: question, ["options": []])
    _ = await system.answer()
    #expect(question["method"]?.stringValue == matter.callback)

    first.end()
    #expect(await system.call(matter.method, matter.params)["result"] == matter.byDefault)
    await fixture.engine.stop()
  }

  @Test(
    "without an answer in time: standard options, and a click stays with the app",
    arguments: zip(Matter.all, [standard, handed]))
  func silence(_ matter: Matter, _ expected: JSON) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())
    _ = app.send(matter.setter, ["enabled": true])
    system.receive([system.request(matter.method, matter.params)])
    let question = await app.question()
    await fixture.clock.waitForSleepers()

    await fixture.clock.advance(by: .milliseconds(9999))
    #expect(system.take() == [])
    await fixture.clock.advance(by: .milliseconds(1))
    let result = await system.answer()["result"]
    app.reply(to: question, ["options": []])

    #expect(result == expected)
    #expect(system.take() == [])
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test(
    "with an unusable answer: standard options, and a click stays with the app",
    arguments: zip(Matter.all, [standard, handed]))
  func unusable(_ matter: Matter, _ expected: JSON) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())
    _ = app.send(matter.setter, ["enabled": true])
    let answers: [(String, JSON)] = [
      ("result", nil), ("result", "yes"), ("result", ["badge"]), ("result", ["options": nil]),
      ("result", ["options": ["badge", 7]]), ("result", [:]),
      ("error", ["code": 1, "message": "no"]),
    ]
    for (member, value) in answers {
      system.receive([system.request(matter.method, matter.params)])
      let question = await app.question()
      var response: JSONObject = ["jsonrpc": "2.0", "id": question["id"] ?? .null]
      response[member] = value
      app.receive([.object(response)])

      #expect(await system.answer()["result"] == expected, "\(member): \(value.text)")
    }
    await fixture.engine.stop()
  }

  // The app that handles clicks crashed while it handled one: the click was lost, and no open was registered.
  @Test(
    "when the asked connection disconnects, the bridge applies its defaults", arguments: Matter.all
  )
  func goesWhileAsked(_ matter: Matter) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (try fixture.ready(), fixture.connect())
    _ = app.send(matter.setter, ["enabled": true])
    system.receive([system.request(matter.method, matter.params)])
    _ = await app.question()

    app.end()

    #expect(await system.answer()["result"] == matter.byDefault)
    if matter.method.hasSuffix("didReceive") {
      try await eventually("the open goes out") { fixture.http.requests.count == 1 }
      #expect(fixture.http.requests.allSatisfy { $0.url.contains("/event/push/open") })
    }
    await fixture.engine.stop()
  }

  // The app was not asked when the extension, which had registered later, ended while it was asked.
  @Test(
    "when the asked connection disconnects, the one that registered before it is asked",
    arguments: Matter.all, [true, false])
  func earlierIsAsked(_ matter: Matter, earlierDecides: Bool) async throws {
    let fixture = try MethodFixture()
    let (first, last, system) = (try fixture.ready(), fixture.connect(), fixture.connect())
    _ = first.send(matter.setter, ["enabled": .bool(earlierDecides)])
    _ = last.send(matter.setter, ["enabled": true])
    system.receive([system.request(matter.method, matter.params)])
    _ = await last.question()

    last.end()

    let question = await first.question()
    #expect(question["method"]?.stringValue == matter.callback)
    #expect(question["params"]?["request"] == PushSamples.fullRequest)
    if earlierDecides { first.reply(to: question, ["options": ["list"]]) }
    let result = await system.answer()["result"]
    let decided = matter.setter == Matter.click.setter ? Self.handed : ["options": ["list"]]
    #expect(result == (earlierDecides ? decided : matter.byDefault))
    #expect(first.take() == [])
    await fixture.engine.stop()
  }

  @Test(
    "the user of a returned click is then requested",
    arguments: [(JSON.string(TestJWT.ann), []), (nil, [540, 402])] as [(JSON, [Int])])
  func userAfterwards(jwt: JSON, codes: [Int]) async throws {
    let fixture = try MethodFixture()
    let (app, system) = (fixture.connect(), fixture.connect())
    _ = system.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = system.send("setJWTProvider", ["provider": "callback"])
    _ = app.send(Matter.click.setter, ["enabled": true])
    system.receive([system.request(Matter.click.method, Matter.click.params)])
    _ = await app.question()
    _ = system.send("events.subscribe", ["codes": [540, 402, 451]])

    app.end()
    let question = await system.question()
    try #require(question["method"] == "provider.getJWT")
    system.reply(to: question, jwt)

    #expect(await system.answer()["result"] == Self.opened)
    try await eventually { system.eventCount == codes.count }
    #expect(fixture.engine.outbox.statistics.accepted == (codes.isEmpty ? 1 : 0))
    await fixture.engine.stop()
  }

  // It asked for a JWT first, for an open that it was not to register, and made the app wait for that.
  @Test("a connection that handles clicks is asked at once, not after a JWT")
  func withoutUser() async throws {
    let fixture = try MethodFixture()
    let app = fixture.connect()
    _ = app.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = app.send("setJWTProvider", ["provider": "callback"])
    _ = app.send("notificationManager.setCustomClickProcessing", ["enabled": true])

    app.receive([app.request(Matter.click.method, Matter.click.params)])
    let question = await app.question()
    try #require(question["method"] == "notificationManager.onNotificationClick")
    app.reply(to: question, true)

    #expect(await app.answer()["result"] == Self.handed)
    await fixture.engine.stop()
  }

  @Test(
    "permission is requested from the calling connection; without an answer it stays unchanged",
    arguments: [
      "requestNotificationPermission", "notificationManager.registerForPushNotifications",
    ])
  func permission(method: String) async throws {
    let fixture = try MethodFixture()
    let (app, other) = (try fixture.ready(), fixture.connect())
    _ = other.send("notificationManager.setPermission", ["granted": false])
    _ = other.send(Matter.foreground.setter, ["enabled": true])

    app.receive([app.request(method)])
    let question = await app.question()
    #expect(question["method"] == "notificationManager.requestAuthorization")
    await fixture.clock.waitForSleepers()
    await fixture.clock.advance(by: .seconds(10))
    #expect(await app.answer()["result"] == ["granted": false, "error": nil])

    app.receive([app.request(method)])
    app.reply(to: await app.question(), true)
    #expect(await app.answer()["result"] == ["granted": true, "error": nil])
    #expect(other.take() == [])
    await fixture.engine.stop()
  }

  @Test(
    "an answer with a readable `granted` counts, whatever stands beside it",
    arguments: [
      (#"{"granted":false,"error":5}"#, #"{"granted":false,"error":null}"#),
      (#"{"granted":false,"status":"denied"}"#, #"{"granted":false,"error":null}"#),
      (#"{"granted":false,"error":"no"}"#, #"{"granted":false,"error":"no"}"#),
      (#"{"granted":"false"}"#, #"{"granted":true,"error":null}"#),
    ])
  func readableAnswer(answer: String, result: String) async throws {
    let fixture = try MethodFixture()
    let app = try fixture.ready()
    app.receive([app.request("requestNotificationPermission")])
    let question = await app.question()
    app.reply(to: question, try JSONParser.parse(Array(answer.utf8)).value)
    #expect(await app.answer()["result"] == (try JSONParser.parse(Array(result.utf8)).value))
    await fixture.engine.stop()
  }

  @Test("the best content is that of the same connection")
  func bestContent() async throws {
    let fixture = try MethodFixture()
    let (extension_, other) = (try fixture.ready(), fixture.connect())

    let shown = await extension_.call(
      "nse.handleNotificationRequest", ["request": PushSamples.request])

    let method = "nse.serviceExtensionTimeWillExpire"
    #expect(await extension_.call(method)["result"] == shown["result"])
    #expect(await other.call(method)["result"] == .null)
    await fixture.engine.stop()
  }

  // Every click on a notification of another sender was an event 451, or an open under its uid.
  @Test("a click on another sender's push returns its link, and no open is registered")
  func foreignClick() async throws {
    let fixture = try MethodFixture()
    let app = try fixture.ready()
    app.subscribe()
    for (info, url) in [
      (["click-url": "https://other.example", "uid": "theirs"], "https://other.example"),
      (["aps": ["alert": "Hello"]], nil),
    ] as [(JSON, JSON)] {
      let messages = app.send(
        "notificationManager.didReceive",
        ["response": ["request": ["content": ["userInfo": info]]]])

      #expect(messages.map(\.summary) == ["result", "event 202"])
      #expect(messages.first?["result"] == ["url": url, "handledBy": "sdk"])
    }
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    await fixture.engine.stop()
  }
}
