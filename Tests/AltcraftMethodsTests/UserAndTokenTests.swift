import AltcraftEngine
import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

/// Tests of the providers of several connections, of an expired JWT, and of a push token set by hand.
@Suite("Users and tokens", .timeLimit(.minutes(10)))
struct UserAndTokenTests {
  private static let configuration: JSON = ["configuration": ["apiUrl": "https://platform.example"]]
  /// The time of the fixture's clock, in seconds.
  private static let now: Int64 = 1_763_700_000
  private static let ann = #"{"db_id":1,"matching":"email","email":"a@b.c"}"#

  private func world() throws -> (MethodFixture, Connection) {
    let world = try MethodFixture(
      ScriptedHTTPClient([], then: .status(200, #"{"error":0,"error_text":""}"#)))
    let client = world.connect()
    _ = client.send("initialization", Self.configuration)
    return (world, client)
  }

  private func fixed(_ jwt: String) -> JSON { ["provider": ["token": .string(jwt)]] }

  private func job(_ client: Connection, _ id: String) async -> JSON? {
    await client.call("outbox.get", ["requestId": .string(id)])["result"]
  }

  @Test(
    "work is accepted for the user of an expired JWT, and is delivered with a valid one",
    arguments: [0, -1, 1, Self.now - 1, Self.now])
  func expired(at expiry: Int64) async throws {
    let (world, client) = try world()
    _ = client.send("setJWTProvider", fixed(TestJWT.make(Self.ann, expiresAt: expiry)))

    let answer = await client.call(
      "mobileEvent", ["sid": "1", "eventName": "e", "requestId": "r"])
    #expect(answer["result"] == ["requestId": "r"])
    try await eventually { await job(client, "r")?["waitingFor"] == "user" }
    #expect(world.http.requests.isEmpty)

    _ = client.send("setJWTProvider", fixed(TestJWT.make(Self.ann, expiresAt: Self.now + 60)))
    try await eventually { await job(client, "r")?["state"] == "delivered" }
    await world.engine.stop()
  }

  @Test(
    "an expired JWT from a callback is requested once more before each attempt, and its user is known"
  )
  func expiredFromCallback() async throws {
    let (world, client) = try world()
    _ = client.send("setJWTProvider", ["provider": "callback"])
    let old = TestJWT.make(Self.ann, expiresAt: Self.now - 1)
    client.receive([
      client.request("mobileEvent", ["sid": "1", "eventName": "e", "requestId": "r"])
    ])
    let question = await client.question()
    #expect(question["params"] == ["reason": "request"])
    client.reply(to: question, .string(old))
    #expect(await client.answer()["result"] == ["requestId": "r"])
    // The attempt asks, and asks again for what has expired.
    for reason in ["request", "expired"] {
      let question = await client.question()
      #expect(question["params"] == ["reason": .string(reason)])
      client.reply(
        to: question,
        .string(reason == "request" ? old : TestJWT.make(Self.ann, expiresAt: Self.now + 9)))
    }
    try await eventually { world.http.requests.count == 1 }
    await world.engine.stop()
  }

  @Test(
    "a call is refused with 402 only without a JWT, or with one that cannot be read",
    arguments: [nil, "junk", "a.b.c", TestJWT.with(["exp": 1])])
  func refused(_ jwt: String?) async throws {
    let (world, client) = try world()
    if let jwt { _ = client.send("setJWTProvider", fixed(jwt)) }
    let answer = await client.call("mobileEvent", ["sid": "1", "eventName": "e"])
    #expect(answer["error"]?["code"] == 402)
    await world.engine.stop()
  }

  @Test("the JWT provider of the app is in force again after an extension has come and gone")
  func extensionLeaves() async throws {
    let (world, app) = try world()
    let system = world.connect()
    _ = app.send("setJWTProvider", ["provider": "callback"])
    _ = system.send("setJWTProvider", ["provider": "callback"])
    app.receive([app.request("pushSubscribe", ["requestId": "r"])])
    let question = await system.question()
    #expect(question["method"] == "provider.getJWT")
    system.reply(to: question, .string(TestJWT.ann))
    #expect(await app.answer()["result"] == ["requestId": "r"])

    system.end()

    // The work waits for a token, and a new call asks the app.
    app.receive([app.request("mobileEvent", ["sid": "1", "eventName": "e", "requestId": "e"])])
    let again = await app.question()
    #expect(again["method"] == "provider.getJWT")
    app.reply(to: again, .string(TestJWT.ann))
    await world.engine.stop()
  }

  @Test("a provider that leaves while it is asked gives its question to none, and its work waits")
  func leavesWhileAsked() async throws {
    let (world, app) = try world()
    let system = world.connect()
    _ = app.send("setJWTProvider", fixed(TestJWT.ann))
    _ = system.send("setJWTProvider", ["provider": "callback"])
    app.receive([app.request("mobileEvent", ["sid": "1", "eventName": "e", "requestId": "r"])])
    _ = await system.question()
    system.end()
    #expect(await app.answer()["error"]?["code"] == 402)
    let answer = await app.call("mobileEvent", ["sid": "1", "eventName": "e", "requestId": "r"])
    #expect(answer["result"] == ["requestId": "r"])
    await world.engine.stop()
  }

  @Test("a connection that registers nothing for its provider ends its own registration only")
  func unregister() async throws {
    let (world, app) = try world()
    let system = world.connect()
    _ = app.send("setFCMTokenProvider", ["provider": "callback"])
    _ = system.send("setFCMTokenProvider", ["provider": "callback"])
    _ = system.send("setFCMTokenProvider", ["provider": nil])
    app.receive([app.request("getPushToken")])
    let question = await app.question()
    #expect(question["method"] == "provider.getToken")
    app.reply(to: question, "fcm-1")
    #expect(await app.answer()["result"]?["token"] == "fcm-1")
    await world.engine.stop()
  }

  @Test("a token by hand is refused while a provider is registered")
  func byHandBesideProvider() async throws {
    let (world, app) = try world()
    let set = ["provider": "ios-firebase", "pushToken": "by-hand"] as JSON
    #expect(await app.call("setPushToken", set)["result"] == true)
    let other = world.connect()
    _ = other.send("setHMSTokenProvider", ["provider": "callback"])
    #expect(await app.call("setPushToken", set)["result"] == false)
    other.end()
    #expect(await app.call("getPushToken")["result"] == .null)
    #expect(await app.call("setPushToken", set)["result"] == true)
    await world.engine.stop()
  }

  @Test("a token by hand is forgotten on disk once a provider is registered")
  func forgottenOnDisk() async throws {
    let (world, app) = try world()
    _ = await app.call("setPushToken", ["provider": "ios-firebase", "pushToken": "by-hand"])
    let provider = world.connect()
    _ = provider.send("setFCMTokenProvider", ["provider": ["token": "live"]])
    #expect(await app.call("getPushToken")["result"]?["token"] == "live")
    await world.engine.stop()

    let next = try MethodFixture(in: world.directory)
    #expect(await next.connect().call("getPushToken")["result"] == .null)
    await next.engine.stop()
  }

  @Test("the end of a provider's connection moves no subscription to another token")
  func staysSubscribed() async throws {
    let (world, app) = try world()
    _ = app.send("setJWTProvider", fixed(TestJWT.ann))
    _ = await app.call("setPushToken", ["provider": "ios-firebase", "pushToken": "by-hand"])
    let provider = world.connect()
    _ = provider.send("setFCMTokenProvider", ["provider": "callback"])
    app.receive([app.request("pushSubscribe", ["requestId": "s"])])
    provider.reply(to: await provider.question(), "live")
    #expect(await app.answer()["result"] == ["requestId": "s"])
    try await eventually { await job(app, "s")?["state"] == "delivered" }
    let sent = world.http.requests.count

    provider.end()
    // Each of these checks the token.
    _ = await app.call("initialization", Self.configuration)
    _ = await app.call("mobileEvent", ["sid": "1", "eventName": "e", "wait": "outcome"])

    #expect(world.http.requests.dropFirst(sent).allSatisfy { !$0.url.contains("update") })
    await world.engine.stop()
  }

  @Test("deleting the device token removes a token set by hand")
  func deleteByHand() async throws {
    let (world, app) = try world()
    _ = await app.call("setPushToken", ["provider": "ios-firebase", "pushToken": "by-hand"])
    _ = await app.call("deleteDeviceToken", ["provider": "ios-huawei"])
    #expect(await app.call("getPushToken")["result"]?["token"] == "by-hand")
    _ = await app.call("deleteDeviceToken", ["provider": "ios-firebase"])
    #expect(await app.call("getPushToken")["result"] == .null)
    await world.engine.stop()
  }

  @Test(
    "a forced update removes a token set by hand; under APNs it is refused with 406 and keeps it",
    arguments: [("ios-firebase", nil), ("ios-apns", 406)] as [(String, Int?)])
  func forced(_ provider: String, _ code: Int?) async throws {
    let (world, app) = try world()
    _ = app.send("setJWTProvider", fixed(TestJWT.ann))
    _ = await app.call(
      "setPushToken", ["provider": .string(provider), "pushToken": "0123456789abcdef"])
    let answer = await app.call("forcedTokenUpdate")
    #expect(answer["error"]?["code"]?.intValue == code)
    let token = await app.call("getPushToken")["result"]
    #expect((token == .null) == (code == nil))
    #expect(world.http.requests.isEmpty)
    await world.engine.stop()
  }

  @Test("the status of the latest subscription needs no token; the others ask the provider once")
  func status() async throws {
    let (world, app) = try world()
    _ = app.send("setJWTProvider", fixed(TestJWT.ann))
    let provider = world.connect()
    _ = provider.send("setFCMTokenProvider", ["provider": "callback"])

    _ = await app.call("getStatusOfLatestSubscription")
    #expect(provider.take().isEmpty)

    for method in ["getStatusForCurrentSubscription", "getStatusOfLatestSubscriptionForProvider"] {
      app.receive([app.request(method)])
      provider.reply(to: await provider.question(), .null)
      _ = await app.answer()
      #expect(provider.take().isEmpty, "\(method)")
    }

    // With a token that the platform has, none asks.
    app.receive([app.request("pushSubscribe", ["requestId": "s"])])
    provider.reply(to: await provider.question(), "live")
    _ = await app.answer()
    try await eventually { await job(app, "s")?["state"] == "delivered" }
    for method in ["getStatusForCurrentSubscription", "getStatusOfLatestSubscriptionForProvider"] {
      _ = await app.call(method)
    }
    #expect(provider.take().isEmpty)
    #expect(world.http.requests.suffix(2).allSatisfy { $0.url.contains("ios-firebase") })
    await world.engine.stop()
  }

  @Test("connections that register and leave leave nothing behind")
  func lifetime() async throws {
    let (world, app) = try world()
    _ = app.send("setJWTProvider", ["provider": "callback"])
    for _ in 0..<10_000 {
      let other = world.connect()
      _ = other.send("setJWTProvider", ["provider": "callback"])
      _ = other.send("setJWTProvider", ["provider": "callback"])
      other.end()
    }
    app.receive([app.request("mobileEvent", ["sid": "1", "eventName": "e"])])
    #expect(await app.question()["method"] == "provider.getJWT")
    await world.engine.stop()
  }
}
