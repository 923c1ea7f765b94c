import JSONCodec
import PlatformSimulator
import Synchronization
import TestSupport
import Testing

/// Tests of the lifetime of a JWT, and of calls and jobs after its end.
@Suite struct JWTLifeCycleTests {
  /// The calls that bring a user back.
  static let returns = [
    "setJWTProvider", "pushSuspend", "mobileEvent", "unSuspendPushSubscription",
    "getStatusOfLatestSubscription",
  ]

  @Test(
    "a job of a user who has left waits for their JWT, and goes out with it", arguments: returns)
  func waitsForItsUser(return method: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let user = Mutex(TestJWT.ann)
    // Retries are slow, so that a job is sent because its user is back, and not because its time has come.
    let slowRetries = ["--limit", "retryFirstSeconds=100"]
    try await withBridge(slowRetries) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(user.withLock { $0 }) }
      try await host.call("events.subscribe")
      try await host.call("notificationManager.setPermission", ["granted": false])
      try await host.call("pushSubscribe", ["requestId": "of-ann"])
      try await eventually("it waits for the permission") {
        try await host.call("outbox.get", ["requestId": "of-ann"])["waitingFor"] == "permission"
      }

      user.withLock { $0 = TestJWT.bob }
      try await host.call("notificationManager.setPermission", ["granted": true])
      let bobs = try await host.call("pushSubscribe", ["requestId": "of-bob", "wait": "outcome"])
      #expect(bobs["outcome"]?.state == "delivered")
      try await eventually("Ann's job waits for Ann") {
        try await host.call("outbox.get", ["requestId": "of-ann"])["waitingFor"] == "user"
      }
      #expect(try await host.event(503)["requestId"] == "of-ann")

      user.withLock { $0 = TestJWT.ann }
      let parameters: JSON =
        switch method {
        case "setJWTProvider": ["provider": "callback"]
        case "mobileEvent": ["sid": "px", "eventName": "back"]
        default: [:]
        }
      try await host.call(method, parameters)
      try await host.event("the job of Ann") {
        $0["code"] == 230 && $0["requestId"] == "of-ann"
      }

      for (id, jwt) in [("of-ann", TestJWT.ann), ("of-bob", TestJWT.bob)] {
        let sent = simulator.requests(RequestFilter(requestID: id))
        #expect(!sent.isEmpty && sent.allSatisfy { $0.headers["authorization"] == "Bearer \(jwt)" })
      }
    }
  }

  @Test(
    "with consecutive static JWTs each user's jobs are sent with their own, and the previous user's waits"
  )
  func staticTokens() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--limit", "retryFirstSeconds=100"]) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("events.subscribe")
      try await host.signIn(TestJWT.ann)
      try await host.call("pushSubscribe", ["requestId": "of-ann"])
      try await host.signIn(TestJWT.bob)
      try await host.call("pushSubscribe", ["requestId": "of-bob"])
      try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t-1"])
      try await host.event(230)
      try await eventually("Ann's job waits for Ann") {
        try await host.call("outbox.get", ["requestId": "of-ann"])["waitingFor"] == "user"
      }

      try await host.signIn(TestJWT.ann)
      try await host.event("the job of Ann") {
        $0["code"] == 230 && $0["requestId"] == "of-ann"
      }

      #expect(
        simulator.requests().map { [$0.requestID, $0.headers["authorization"]] } == [
          ["of-bob", "Bearer \(TestJWT.bob)"], ["of-ann", "Bearer \(TestJWT.ann)"],
        ])
      #expect(host.callbacks.isEmpty)
    }
  }

  /// The status of the platform, the host's answer to "rejected", and the resulting number of requests.
  static let refusals: [(status: Int, answer: String, requests: Int, state: String)] = [
    (401, "newer", 2, "delivered"), (403, "newer", 2, "delivered"),
    (401, "same", 1, "rejected"), (403, "same", 1, "rejected"),
    (401, "none", 1, "rejected"), (401, "other user", 1, "rejected"),
    (401, "newer, refused too", 2, "rejected"), (400, "newer", 1, "rejected"),
  ]

  @Test(
    "a rejected JWT causes one request to the host, and a retry if there is another JWT of that user",
    arguments: refusals)
  func refused(_ one: (status: Int, answer: String, requests: Int, state: String)) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let times = one.answer == "newer, refused too" ? 2 : 1
    try simulator.script([ScriptRule(times: times, fault: .status(one.status))])
    let newer = TestJWT.ann(["n": 2])
    let second: JSON =
      switch one.answer {
      case "same": .string(TestJWT.ann)
      case "none": .null
      case "other user": .string(TestJWT.bob)
      default: .string(newer)
      }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { $0 == "rejected" ? second : .string(TestJWT.ann) }

      let answer = try await host.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?.state == one.state)
      #expect(answer["outcome"]?["eventCode"] == (one.state == "delivered" ? 230 : 430))
      let sent = simulator.requests().map { $0.headers["authorization"] ?? "" }
      #expect(sent == Array(["Bearer \(TestJWT.ann)", "Bearer \(newer)"].prefix(one.requests)))
      #expect(host.questions.count { $0 == "rejected" } == (one.status == 400 ? 0 : 1))
    }
  }

  @Test("a rejected static JWT is final: there is no callback for another one")
  func refusedStatic() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .status(401))])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.signIn(TestJWT.ann)
      try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t-1"])

      let answer = try await host.call("pushSubscribe", ["wait": "outcome"])

      #expect(answer["outcome"]?["response"]?["httpCode"] == 401)
      #expect(simulator.requests().count == 1)
    }
  }

  @Test("an expired JWT is never sent, even if the host supplies it repeatedly")
  func expiredForGood() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let jwt = Mutex(TestJWT.ann(["exp": 1]))
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(jwt.withLock { $0 }) }
      do {
        try await host.call("pushSubscribe", ["requestId": "kept"])
        try await eventually("the attempt is over") {
          let job = try await host.call("outbox.get", ["requestId": "kept"])
          return job.state != "pending" || job["waitingFor"] != .null
        }
      } catch let refused as WireConnection.Refused {
        #expect(refused.code == 402)
      }
      #expect(host.questions.contains("expired"))
      #expect(simulator.requests().isEmpty)

      jwt.withLock { $0 = TestJWT.ann }
      try await host.call("setJWTProvider", ["provider": "callback"])
      try await host.call("pushSuspend", ["wait": "outcome"])
      let sent = simulator.requests().map { $0.headers["authorization"] ?? "" }
      #expect(!sent.isEmpty && Set(sent) == ["Bearer \(TestJWT.ann)"])
    }
  }

  @Test("concurrent waiting calls share one request to the host")
  func sharedQuestion() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setJWTProvider", ["provider": "callback"])
      let calls = (1...10).map { number -> JSON in
        [
          "jsonrpc": "2.0", "id": .string("call-\(number)"), "method": "pushSubscribe",
          "params": ["requestId": .string("job-\(number)")],
        ]
      }
      try host.sendTogether(calls.map(\.text))
      try await host.call("bridge.ping")

      // The host answers the callbacks in sequence, and none before the bridge has read the last call.
      var answered = 0
      try await eventually("all ten are answered") {
        let questions = host.callbacks
        for question in questions[answered...] {
          let answer: JSON = [
            "jsonrpc": "2.0", "id": question["id"] ?? .null, "result": .string(TestJWT.ann),
          ]
          try host.send(answer.text)
        }
        answered = questions.count
        return (1...10).allSatisfy { host.hasAnswer(to: .string("call-\($0)")) }
      }

      #expect(host.questions.count <= 4)
      let order = try await host.call("outbox.list")["items"]?.arrayValue?.map { $0["requestId"] }
      #expect(order == (1...10).map { .string("job-\($0)") })
    }
  }

  @Test("a late answer of the host fails only the waiting calls, with -32012")
  func tooLate() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(["--limit", "callbackSeconds=3"]) { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in nil }

      let waiting = try ["pushSubscribe", "unSuspendPushSubscription", "updateProfileFields"].map {
        try host.begin($0)
      }
      let others = try [
        host.begin("bridge.ping"), host.begin("actionField", ["a", "set", 1]),
        host.begin("bridge.stats"),
      ]
      for other in others { _ = try await host.answer(to: other) }
      #expect(!waiting.contains { host.hasAnswer(to: $0) })
      for call in waiting {
        do {
          _ = try await host.answer(to: call)
          Issue.record("not refused")
        } catch let refused as WireConnection.Refused {
          #expect(refused.code == -32012 && refused.reason == "callbackTimeout")
          #expect(refused.data["callback"] == "provider.getJWT")
        }
      }
      #expect(try await host.call("bridge.stats")["outbox"]?["accepted"] == 0)

      for question in host.callbacks {
        let late: JSON = ["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": "late"]
        try host.send(late.text)
      }
      host.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      let answer = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(answer["outcome"]?.state == "delivered")
    }
  }

  @Test("a host that disconnects during a request ends the request, and its job stays")
  func hostGoes() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", directory.path + "/run/s", "--limit", "callbackSeconds=600",
    ]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      let other = try await bridge.connectUnix()
      other.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      try await other.call("setJWTProvider", ["provider": "callback"])
      try await other.call("pushSubscribe", ["requestId": "kept"])
      try await eventually("it waits for a token") {
        try await host.call("outbox.get", ["requestId": "kept"])["waitingFor"] == "token"
      }

      other.onCallback("provider.getJWT") { _ in nil }
      let asked = other.callbacks.count
      try other.begin("pushSuspend", ["requestId": "never"])
      let call = try host.begin("pushSuspend", ["requestId": "refused"])
      try await eventually("the host is asked") { other.callbacks.count > asked }
      other.abandon()

      do {
        // The refusal arrives well before the time limit of the callback.
        _ = try await host.answer(to: call)
        Issue.record("not refused")
      } catch let refused as WireConnection.Refused {
        #expect(refused.code == 402 && refused.data["cause"] == 540)
      }
      #expect(try await host.call("bridge.stats")["outbox"]?["accepted"] == 1)
      #expect(simulator.requests().isEmpty)

      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      let sent = simulator.waitForRequests(1)
      #expect(sent.map(\.requestID) == ["kept"])
      #expect(sent.map { $0.headers["authorization"] } == ["Bearer \(TestJWT.ann)"])
    }
  }

  @Test("a removed provider counts as missing: 540, then 402")
  func takenBack() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      try await host.call("events.subscribe")
      try await host.call("pushSubscribe", ["wait": "outcome"])
      let asked = host.questions.count

      try await host.call("setJWTProvider", ["provider": nil])
      let refused = try await host.refusal(of: "pushSubscribe")

      #expect(refused.code == 402 && refused.data["cause"] == 540)
      try await host.event(402)
      #expect(host.events.compactMap(\.code).suffix(2) == [540, 402])
      #expect(host.questions.count == asked)
      #expect(simulator.requests().count == 1)
    }
  }
}

extension TestJWT {
  /// Returns a JWT of Ann with further claims.
  fileprivate static func ann(_ claims: JSONObject) -> String {
    var claims = claims
    claims["matching"] = ["db_id": 1, "matching": "email", "email": "a@b.c"]
    return with(.object(claims))
  }
}

extension WireConnection {
  /// The reasons for which a JWT was requested, in order.
  fileprivate var questions: [String] {
    callbacks.filter { $0["method"] == "provider.getJWT" }
      .compactMap { $0["params"]?["reason"]?.stringValue }
  }

  fileprivate func signIn(_ jwt: String) async throws {
    try await call("setJWTProvider", ["provider": ["token": .string(jwt)]])
  }
}
