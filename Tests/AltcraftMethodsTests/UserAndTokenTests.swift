import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine

/// Calls that need a user or a push token, of several connections.
@Suite("Users and tokens of calls", .timeLimit(.minutes(10)))
struct UserAndTokenTests {
  private static let url: JSON = ["configuration": ["apiUrl": "https://platform.example"]]
  private static let callback: JSON = ["provider": "callback"]

  private static func fixed(_ token: String) -> JSON { ["provider": ["token": .string(token)]] }

  /// Returns the parameters of the requests for a status, as `provider subscription_id`.
  private static func statusRequests(_ fixture: MethodFixture) -> [String] {
    fixture.http.requests.filter { $0.url.contains("/push/status/") }.map { request in
      let query = request.url.split(separator: "?").last?.split(separator: "&") ?? []
      return ["provider=", "subscription_id="].map { name in
        query.first { $0.hasPrefix(name) }?.dropFirst(name.count) ?? "-"
      }.joined(separator: " ")
    }
  }

  private static let statusCalls: [(method: String, params: JSON, saved: String, asks: Bool)] = [
    ("getStatusOfLatestSubscription", [:], "- -", false),
    ("getStatusForCurrentSubscription", [:], "ios-firebase saved", true),
    ("getStatusOfLatestSubscriptionForProvider", [:], "ios-firebase -", true),
    ("getStatusOfLatestSubscriptionForProvider", ["provider": nil], "ios-firebase -", true),
    (
      "getStatusOfLatestSubscriptionForProvider", ["provider": "ios-huawei"], "ios-huawei -", false
    ),
  ]

  @Test(
    "with a saved token no status call asks the provider", arguments: Self.statusCalls.indices)
  func saved(index: Int) async throws {
    let one = Self.statusCalls[index]
    let fixture = try MethodFixture()
    let app = try fixture.ready()
    _ = app.send("setFCMTokenProvider", Self.fixed("saved"))
    #expect(await app.call("pushSubscribe", ["wait": "outcome"])["result"]?["outcome"] != nil)
    _ = app.send("setFCMTokenProvider", Self.callback)

    #expect(await app.call(one.method, one.params)["result"]?["httpCode"] == 200)

    #expect(Self.statusRequests(fixture) == [one.saved])
    #expect(app.take() == [])
    await fixture.engine.stop()
  }

  @Test(
    "without a saved token the provider is asked once, by the calls that need one",
    arguments: Self.statusCalls.indices, [JSON.string("asked"), nil] as [JSON])
  func asked(index: Int, token: JSON) async throws {
    let one = Self.statusCalls[index]
    let fixture = try MethodFixture()
    let app = try fixture.ready()
    _ = app.send("setFCMTokenProvider", Self.callback)

    app.receive([app.request(one.method, one.params)])
    if one.asks {
      let question = await app.question()
      #expect(question["method"] == "provider.getToken")
      app.reply(to: question, token)
    }
    #expect(await app.answer()["result"]?["httpCode"] == 200)

    let given = one.saved.replacing("saved", with: "asked")
    #expect(Self.statusRequests(fixture) == [one.asks && token == nil ? "- -" : given])
    #expect(app.take() == [] && fixture.clock.sleeperCount == 0)
    await fixture.engine.stop()
  }

  @Test("a notification extension that comes and goes leaves the JWT provider of the app in place")
  func extensionGoes() async throws {
    let fixture = try MethodFixture()
    let (app, service) = (fixture.connect(), fixture.connect())
    _ = app.send("initialization", Self.url)
    _ = app.send("setJWTProvider", Self.callback)
    _ = service.send("nse.setJWTProvider", Self.callback)
    service.receive([service.request("getStatusOfLatestSubscription")])
    service.reply(to: await service.question(), .string(TestJWT.bob))
    #expect(await service.answer()["result"]?["httpCode"] == 200)
    service.end()

    app.receive([app.request("getStatusOfLatestSubscription")])
    let question = await app.question()
    #expect(question["method"] == "provider.getJWT")
    app.reply(to: question, .string(TestJWT.ann))

    #expect(await app.answer()["result"]?["httpCode"] == 200)
    #expect(
      fixture.http.requests.map { $0.headers[0].value }
        == [TestJWT.bob, TestJWT.ann].map {
          "Bearer " + $0
        })
    await fixture.engine.stop()
  }

  @Test(
    "a call whose provider leaves in the middle of the callback asks the one before it",
    arguments: [
      ("setJWTProvider", "getStatusOfLatestSubscription", "provider.getJWT"),
      ("setJWTProvider", "mobileEvent", "provider.getJWT"),
      ("setFCMTokenProvider", "getPushToken", "provider.getToken"),
    ])
  func leavesWhileAsked(_ registration: String, _ method: String, _ callback: String) async throws {
    let fixture = try MethodFixture()
    let (app, service, caller) = (fixture.connect(), fixture.connect(), fixture.connect())
    _ = app.send("initialization", Self.url)
    _ = app.send(registration, Self.callback)
    _ = service.send(registration, Self.callback)
    let params: JSON = method == "mobileEvent" ? ["sid": "p", "eventName": "e"] : [:]
    caller.receive([caller.request(method, params)])
    #expect(await service.question()["method"] == .string(callback))

    service.end()

    let question = await app.question()
    #expect(question["method"] == .string(callback))
    app.reply(to: question, .string(TestJWT.ann))
    let answer = await caller.answer()
    #expect(answer["result"] != nil && answer["result"] != .null)
    await fixture.engine.stop()
  }

  @Test("null ends the registration of its connection, and a fixed token whose connection is gone")
  func null() async throws {
    let fixture = try MethodFixture()
    let (app, service) = (fixture.connect(), fixture.connect())
    _ = app.send("initialization", Self.url)
    _ = app.send("setJWTProvider", Self.callback)
    _ = service.send("setJWTProvider", Self.fixed(TestJWT.bob))
    _ = service.send("setJWTProvider", Self.callback)
    _ = service.send("setJWTProvider", ["provider": nil])
    _ = service.send("setJWTProvider", ["provider": nil])
    app.receive([app.request("pushSuspend", [:])])
    app.reply(to: await app.question(), .string(TestJWT.ann))
    #expect(await app.answer()["result"] != nil)

    let script = fixture.connect()
    _ = script.send("setJWTProvider", Self.fixed(TestJWT.bob))
    script.end()
    app.end()
    let other = fixture.connect()
    #expect(await other.call("pushSuspend", [:])["result"] != nil)
    _ = other.send("setJWTProvider", ["provider": nil])
    #expect(await other.call("pushSuspend", [:])["error"]?["code"] == 402)
    await fixture.engine.stop()
  }

  @Test("an expired JWT is a user: the call is accepted; without a JWT it is 402")
  func expired() async throws {
    let fixture = try MethodFixture()
    let app = fixture.connect()
    _ = app.send("initialization", Self.url)
    let expired = TestJWT.make(
      #"{"db_id":1,"matching":"email","email":"a@b.c"}"#, expiresAt: 1)
    _ = app.send("setJWTProvider", Self.fixed(expired))
    let parameters: JSON = ["requestId": "r", "profileFields": ["a": 1]]
    #expect(await app.call("updateProfileFields", parameters)["result"] == ["requestId": "r"])
    try await eventually {
      let job = await app.call("outbox.get", ["requestId": "r"])["result"]
      return job?["waitingFor"] == "user"
    }

    _ = app.send("setJWTProvider", Self.fixed(TestJWT.ann))
    try await eventually {
      await app.call("outbox.get", ["requestId": "r"])["result"]?["state"] == "delivered"
    }
    _ = app.send("setJWTProvider", ["provider": nil])
    #expect(await app.call("updateProfileFields", ["profileFields": [:]])["error"]?["code"] == 402)
    await fixture.engine.stop()
  }

  @Test("setPushToken answers false while a provider is registered, of any push service")
  func byHand() async throws {
    let fixture = try MethodFixture()
    let (app, other) = (try fixture.ready(), fixture.connect())
    let setters = ["setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider"]
    for setter in setters {
      _ = other.send(setter, Self.callback)
      let parameters: JSON = ["provider": "ios-firebase", "pushToken": "t"]
      #expect(await app.call("setPushToken", parameters)["result"] == false)
      _ = other.send(setter, ["provider": nil])
      #expect(await app.call("getPushToken")["result"] == .null)
      #expect(await app.call("setPushToken", parameters)["result"] == true)
    }
    await fixture.engine.stop()
  }
}
