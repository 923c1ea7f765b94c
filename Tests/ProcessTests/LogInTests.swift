import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Tests of one device with an anonymous and a registered user: the transitions that the documentation
/// recommends.
@Suite struct LogInTests {
  /// The ways in which the host gives the JWT of the current user.
  enum Giving: String, Sendable, CaseIterable { case byCallback, atOnce }

  @Test(
    "logging in, out and in again leaves one subscription per user, and only the current one is active",
    arguments: Giving.allCases)
  func transitions(giving: Giving) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      let user = Mutex(TestJWT.ann)
      @Sendable func signIn(_ jwt: String) async throws {
        user.withLock { $0 = jwt }
        if giving == .atOnce {
          try await host.call("setJWTProvider", ["provider": ["token": .string(jwt)]])
        }
      }
      try await host.useJWT(url) { _ in .string(user.withLock { $0 }) }
      try await host.call("events.subscribe")

      // An anonymous user opens the app, and subscribes.
      try await signIn(TestJWT.ann)
      let first = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(first["outcome"]?.state == "delivered")
      #expect(simulator.subscriptions == ["1 fcm-token-1 subscribed"])
      let before = try #require(simulator.state.profiles.first?.subscriptions.first)

      // The user registers. There is no subscription to resume, so a new one is made.
      try await signIn(TestJWT.bob)
      let nothing = try await host.call("unSuspendPushSubscription")
      #expect(nothing["httpCode"] == 200 && nothing.subscription == nil)
      #expect(simulator.subscriptions == ["1 fcm-token-1 suspended"])
      let second = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(second["outcome"]?["response"]?.subscription?["status"] == "subscribed")
      #expect(
        simulator.subscriptions == ["1 fcm-token-1 suspended", "2 fcm-token-1 subscribed"])

      // The user logs out: the anonymous subscription is resumed, and none is made.
      try await signIn(TestJWT.ann)
      let resumed = try await host.call("unSuspendPushSubscription")
      #expect(resumed["httpCode"] == 200)
      #expect(resumed.subscription?["status"] == "subscribed")
      #expect(resumed.subscription?["hashId"]?.stringValue == before.hashID)
      #expect(
        simulator.subscriptions == ["1 fcm-token-1 subscribed", "2 fcm-token-1 suspended"])

      // The user logs in again: the registered subscription is resumed.
      try await signIn(TestJWT.bob)
      let again = try await host.call("unSuspendPushSubscription")
      #expect(again["response"]?["profile"]?["id"] == "p123")
      #expect(again.subscription?["status"] == "subscribed")
      #expect(
        simulator.subscriptions == ["1 fcm-token-1 suspended", "2 fcm-token-1 subscribed"])
      let status = try await host.call("getStatusForCurrentSubscription")
      #expect(status["response"] == again["response"])

      try await host.event(235)
      #expect(
        host.events.compactMap(\.code).filter { $0 != 201 } == [230, 234, 230, 234, 234, 235])
      let users = simulator.requests().map {
        $0.headers["authorization"]?.split(separator: " ").last
      }
      let (ann, bob) = (TestJWT.ann[...], TestJWT.bob[...])
      #expect(users == [ann, bob, bob, ann, bob, bob])
      let bodies = simulator.requests(RequestFilter(path: "/subscription/push/unsuspend/"))
      #expect(
        bodies.map(\.json)
          == Array(
            repeating: [
              "subscription": ["subscription_id": "fcm-token-1", "provider": "ios-firebase"],
              "replace": true,
            ], count: 3))
      #expect(
        bodies.map { $0.query["matching_mode"] } == ["profile_id", "email", "profile_id"])
      #expect(
        host.callbacks.contains { $0["method"] == "provider.getJWT" } == (giving == .byCallback))
    }
  }

  @Test("a bridge that is restarted in between loses only the JWT")
  func restarts() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t-1"])
      try await host.call("setJWTProvider", ["provider": ["token": .string(TestJWT.ann)]])
      try await host.call("pushSubscribe", ["wait": "outcome"])
      try await stop(bridge)
    }

    let steps = [
      (TestJWT.bob, ["1 t-1 suspended", "2 t-1 subscribed"]),
      (TestJWT.ann, ["1 t-1 subscribed", "2 t-1 suspended"]),
      (TestJWT.bob, ["1 t-1 suspended", "2 t-1 subscribed"]),
    ]
    for (jwt, after) in steps {
      try await withBridge(in: directory) { bridge in
        let host = bridge.stdio
        #expect(try await host.call("unSuspendPushSubscription") == .null)
        try await host.call("setJWTProvider", ["provider": ["token": .string(jwt)]])

        let answer = try await host.call("unSuspendPushSubscription")
        if answer["httpCode"] == 200, answer.subscription == nil {
          try await host.call("pushSubscribe", ["wait": "outcome"])
        }

        #expect(simulator.subscriptions == after)
        try await stop(bridge)
      }
    }
    let paths = simulator.requests().map(\.path)
    #expect(paths.count { $0 == "/subscription/push/subscribe/" } == 2)
  }

  @Test("a suspended user is resumed; an unsubscribed one stays unsubscribed")
  func ownSubscription() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }

      for (method, after) in [("pushSuspend", "subscribed"), ("pushUnSubscribe", "unsubscribed")] {
        try await host.call(method, ["wait": "outcome"])
        let answer = try await host.call("unSuspendPushSubscription")
        #expect(answer.subscription?["status"]?.stringValue == after)
      }
    }
  }

  static let direct: [(String, Int)] = [
    ("unSuspendPushSubscription", 434), ("getStatusOfLatestSubscription", 435),
    ("getStatusForCurrentSubscription", 435), ("getStatusOfLatestSubscriptionForProvider", 435),
  ]

  @Test(
    "a refusal of the platform is returned unchanged, with an error that is never retried",
    arguments: direct, [404, 500])
  func refusedByPlatform(method: (String, Int), status: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([
      ScriptRule(fault: .status(status, body: ["error": 7, "error_text": "not today"]))
    ])
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("events.subscribe")

      let answer = try await host.call(method.0)

      #expect(answer["httpCode"] == .int(status))
      #expect(answer["response"]?["errorText"] == "not today" && answer.subscription == nil)
      let event = try await host.event(method.1)
      #expect(event["type"] == "error")
      #expect(event["value"]?["response_with_http_code"]?["httpCode"] == .int(status))
      try await host.call("outbox.list")
      #expect(simulator.requests().count == 1)
    }
  }

  @Test(
    "a missing answer of the platform is null, with an error that is not retried", arguments: direct
  )
  func silentPlatform(method: (String, Int)) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .drop(.before))])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      try await host.call("events.subscribe")

      #expect(try await host.call(method.0) == .null)

      let event = try await host.event(500)
      #expect(event["type"] == "error" && event["value"] == .null)
    }
  }

  @Test(
    "a request that cannot be sent is null, after the events with the reason", arguments: direct)
  func impossible(method: (String, Int)) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      let last = method.1 == 434 ? 422 : 423
      try await host.call("events.subscribe")
      #expect(try await host.refusal(of: method.0).code == 501)

      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      #expect(try await host.call(method.0) == .null)
      try await host.event(last)
      #expect(host.events.compactMap(\.code).suffix(3) == [540, 543, last])

      #expect(simulator.requests().isEmpty)
    }
  }

  @Test("a device without a push token cannot be transferred")
  func withoutToken() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.call("events.subscribe")

      #expect(try await host.call("unSuspendPushSubscription") == .null)

      try await host.event(422)
      #expect(host.events.compactMap(\.code) == [502, 422])
      #expect(simulator.requests().isEmpty)
    }
  }
}

extension Simulator {
  /// The database, token and status of each subscription, by database.
  fileprivate var subscriptions: [String] {
    state.databases.values.sorted { $0.id < $1.id }.flatMap { database in
      database.profiles.flatMap(\.subscriptions).map { "\(database.id) \($0.token) \($0.status)" }
    }
  }
}

extension JSON {
  /// The subscription of a `ResponseWithHttp`; nil also for null.
  fileprivate var subscription: JSON? {
    let subscription = self["response"]?["profile"]?["subscription"]
    return subscription?.isNull == false ? subscription : nil
  }
}
