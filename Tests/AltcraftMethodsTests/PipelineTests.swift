import AltcraftMethods
import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import AltcraftEngine

/// Pipelined calls take effect after the calls before them and before the calls behind them.
@Suite(.timeLimit(.minutes(10))) struct PipelineTests {
  private func fixed(_ token: String) -> JSON { ["provider": ["token": .string(token)]] }

  // A method that read in its own task saw all effects up to the start of the task.
  @Test("a requested token is the one that was set before")
  func pushToken() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let tokens = (0..<20).map { "token-\($0)" }

    client.receive(
      tokens.flatMap {
        [client.request("setFCMTokenProvider", fixed($0)), client.request("getPushToken")]
      })
    var answers: [String] = []
    while answers.count < tokens.count {
      if let token = await client.answer()["result"]?["token"]?.stringValue {
        answers.append(token)
      }
    }
    #expect(answers.sorted() == tokens.sorted())
    await fixture.engine.stop()
  }

  @Test("a static token is read as it was, and deleted before the next one is set")
  func deletedToken() async throws {
    for _ in 0..<20 {
      let fixture = try MethodFixture()
      let client = try fixture.ready()

      client.receive([
        client.request("setFCMTokenProvider", fixed("one")),
        client.request("deleteDeviceToken", ["provider": "ios-firebase"]),
        client.request("setFCMTokenProvider", fixed("two")),
      ])
      for _ in 0..<3 { _ = await client.answer() }
      #expect(await client.call("getPushToken")["result"]?["token"] == "two")
      await fixture.engine.stop()
    }
  }

  struct Write: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let params: JSON

    init(_ method: String, _ params: JSON) {
      testDescription = method
      self.params = params
    }
  }

  @Test(
    "a status request uses the configuration in effect before",
    arguments: [
      Write(
        "initialization",
        ["configuration": ["apiUrl": "https://other.example", "rToken": "other-token"]]),
      Write("setPushToken", ["provider": "ios-huawei", "pushToken": "other-token"]),
      Write("setHMSTokenProvider", ["provider": ["token": "other-token"]]),
      Write("setAppGroup", ["groupName": "other-group"]),
    ],
    [
      "getStatusOfLatestSubscription", "getStatusForCurrentSubscription",
      "unSuspendPushSubscription",
    ])
  func status(of write: Write, method: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()

    client.receive([
      client.request(method), client.request(write.testDescription, write.params),
    ])
    let answers = [await client.answer(), await client.answer()]
    #expect(answers.allSatisfy { $0["error"] == nil }, "\(answers.map(\.text))")
    let request = try #require(fixture.http.requests.first)
    #expect(request.url.hasPrefix("https://platform.example/"))
    #expect(!"\(request)".contains("other"))
    await fixture.engine.stop()
  }

  @Test("a status request uses the user in effect before")
  func user() async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])

    client.receive([
      client.request("setJWTProvider", fixed(TestJWT.ann)),
      client.request("getStatusOfLatestSubscription"),
      client.request("setJWTProvider", fixed(TestJWT.bob)),
    ])
    for _ in 0..<3 { _ = await client.answer() }
    let authorization = fixture.http.requests.first?.headers.first { $0.name == "Authorization" }
    #expect(authorization?.value.contains(TestJWT.ann) == true)
    await fixture.engine.stop()
  }

  @Test("if the host does not answer, a permission keeps its value")
  func permission() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()

    client.receive([
      client.request("requestNotificationPermission"),
      client.request("notificationManager.setPermission", ["granted": false]),
    ])
    #expect(await client.answer()["result"] == true)
    client.reply(to: await client.question(), .null)
    #expect(await client.answer()["result"] == ["granted": true, "error": nil])
    await fixture.engine.stop()
  }

  @Test(
    "a read finds the jobs of earlier calls, also while the host is asked for the user",
    arguments: [("outbox.get", ["requestId": "r"]), ("outbox.list", [:])] as [(String, JSON)])
  func jobs(method: String, params: JSON) async throws {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = client.send("setJWTProvider", ["provider": "callback"])

    client.receive([
      client.request("pushSuspend", ["requestId": "r"]), client.request(method, params),
    ])
    client.reply(to: await client.question(), .string(TestJWT.ann))
    let answers = [await client.answer(), await client.answer()]
    let known = answers.compactMap { $0["result"]?["items"]?[0] ?? $0["result"] }
    #expect(known.contains { $0["state"] == "pending" }, "\(answers.map(\.text))")
    await fixture.engine.stop()
  }
}

/// A call of a batch that waits for the platform does not delay other jobs.
@Suite(.timeLimit(.minutes(10))) struct BatchOutcomeTests {
  @Test("jobs of one lane go out although their batch waits for the last job of the lane")
  func sameLane() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()

    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a"]),
        client.request("pushSuspend", ["requestId": "b", "wait": "outcome"]),
      ])
    ])
    try await eventually { fixture.engine.outbox.report("b")?.state == .delivered }
    let answer = await client.answer()
    #expect(answer[0]?["result"] == ["requestId": "a"])
    #expect(answer[1]?["result"]?["outcome"]?["state"] == "delivered")
    await fixture.engine.stop()
  }

  @Test("jobs behind the waiting call of a batch go out, and so do the jobs of others")
  func otherLane() async throws {
    let fixture = try MethodFixture(
      ScriptedHTTPClient { $0.url.contains("/subscription/") ? .hold : .status(200) })
    let client = try fixture.ready()
    let other = try fixture.ready()

    client.receive([
      .array([
        client.request("pushSuspend", ["requestId": "a", "wait": "outcome"]),
        client.request("mobileEvent", ["requestId": "b", "sid": "1", "eventName": "e"]),
      ])
    ])
    _ = await other.call("mobileEvent", ["requestId": "c", "sid": "1", "eventName": "e"])
    try await eventually {
      fixture.engine.outbox.report("c")?.state == .delivered && fixture.http.heldCount == 1
    }
    #expect(fixture.engine.outbox.report("b")?.state == .delivered)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    #expect(await client.answer().arrayValue?.count == 2)
    await fixture.engine.stop()
  }

  @Test("a batch can wait for the outcome of jobs that it contains")
  func sameWork() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()

    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a"]),
        client.request("pushSubscribe", ["requestId": "a", "wait": "outcome"]),
      ])
    ])
    try await eventually { fixture.engine.outbox.report("a")?.state == .delivered }
    #expect(await client.answer()[1]?["result"]?["outcome"]?["state"] == "delivered")
    await fixture.engine.stop()
  }
}

/// The objects that a connection leaves behind.
@Suite(.timeLimit(.minutes(10))) struct ConnectionLifetimeTests {
  private struct Weak: @unchecked Sendable {
    weak var session: Session?
    weak var channel: MemoryChannel?

    init(_ connection: Connection) {
      session = connection.local.context
      channel = connection.local.channel
    }
  }

  private func isGone(_ left: Weak) async -> Bool {
    var asking = Poll()
    while left.session != nil || left.channel != nil {
      guard asking.continues() else { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  // A closure for the case of a stop was retained by the call that it retained itself, after the end of both.
  @Test("waiting for an ended job retains nothing")
  func repeatedWait() async throws {
    let fixture = try MethodFixture()
    func play() async throws -> Weak {
      let client = try fixture.ready()
      _ = await client.call("pushSubscribe", ["requestId": "r"])
      try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
      for _ in 0..<3 {
        let answer = await client.call("pushSubscribe", ["requestId": "r", "wait": "outcome"])
        #expect(answer["result"]?["outcome"]?["state"] == "delivered")
      }
      client.end()
      return Weak(client)
    }
    #expect(await isGone(try await play()))
    await fixture.engine.stop()
  }

  @Test("a call that takes effect after the end of its connection registers nothing")
  func lateRegistration() async throws {
    let fixture = try MethodFixture()
    let other = fixture.connect()
    _ = other.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = other.send("setJWTProvider", ["provider": "callback"])
    func play() async throws -> Weak {
      let client = fixture.connect()
      client.receive([
        client.request("pushSuspend"), client.request("events.subscribe"),
        client.request("setFCMTokenProvider", ["provider": "callback"]),
        client.request("notificationManager.setCustomPushProcessing", ["enabled": true]),
      ])
      client.end()
      other.reply(to: await other.question(), .string(TestJWT.ann))
      for _ in 0..<4 { _ = await client.answer() }
      return Weak(client)
    }
    #expect(await isGone(try await play()))
    // A provider of a closed connection would be asked three times, one second apart.
    #expect(await other.call("getPushToken")["result"] == .null)
    await fixture.engine.stop()
  }
}
