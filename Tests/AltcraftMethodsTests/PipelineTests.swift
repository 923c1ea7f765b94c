import AltcraftEngine
import AltcraftMethods
import HTTP
import JSONCodec
import JSONRPC
import TestSupport
import Testing

/// Calls that are sent without waiting for answers see what stands before them, and nothing behind them.
@Suite(.timeLimit(.minutes(10))) struct PipelineTests {
  private func fixed(_ token: String) -> JSON { ["provider": ["token": .string(token)]] }

  // What was read in a task of its own saw whatever had been done by the time the task began.
  @Test("a token that is asked for is the one that was set before")
  func pushToken() async throws {
    let world = try MethodWorld()
    let client = try world.ready()
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
    await world.engine.stop()
  }

  @Test("a token set by hand is read as it was, and deleted before what is set next")
  func deletedToken() async throws {
    for _ in 0..<20 {
      let world = try MethodWorld()
      let client = try world.ready()

      client.receive([
        client.request("setFCMTokenProvider", fixed("one")),
        client.request("deleteDeviceToken", ["provider": "ios-firebase"]),
        client.request("setFCMTokenProvider", fixed("two")),
      ])
      for _ in 0..<3 { _ = await client.answer() }
      #expect(await client.call("getPushToken")["result"]?["token"] == "two")
      await world.engine.stop()
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
    "a status is asked for with what was in force before",
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
    let world = try MethodWorld()
    let client = try world.ready()

    client.receive([
      client.request(method), client.request(write.testDescription, write.params),
    ])
    let answers = [await client.answer(), await client.answer()]
    #expect(answers.allSatisfy { $0["error"] == nil }, "\(answers.map(\.text))")
    let request = try #require(world.http.requests.first)
    #expect(request.url.hasPrefix("https://platform.example/"))
    #expect(!"\(request)".contains("other"))
    await world.engine.stop()
  }

  @Test("a status is asked for as the user who was there before")
  func user() async throws {
    let world = try MethodWorld()
    let client = world.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])

    client.receive([
      client.request("setJWTProvider", fixed(TestJWT.ann)),
      client.request("getStatusOfLatestSubscription"),
      client.request("setJWTProvider", fixed(TestJWT.bob)),
    ])
    for _ in 0..<3 { _ = await client.answer() }
    let authorization = world.http.requests.first?.headers.first { $0.name == "Authorization" }
    #expect(authorization?.value.contains(TestJWT.ann) == true)
    await world.engine.stop()
  }

  @Test("a permission that the host does not answer for is what it was before")
  func permission() async throws {
    let world = try MethodWorld()
    let client = try world.ready()

    client.receive([
      client.request("requestNotificationPermission"),
      client.request("notificationManager.setPermission", ["granted": false]),
    ])
    #expect(await client.answer()["result"] == true)
    client.reply(to: await client.question(), .null)
    #expect(await client.answer()["result"] == ["granted": true])
    await world.engine.stop()
  }

  @Test(
    "work is found by a read that stands behind it, also while the host is asked whose it is",
    arguments: [("outbox.get", ["requestId": "r"]), ("outbox.list", [:])] as [(String, JSON)])
  func work(method: String, params: JSON) async throws {
    let world = try MethodWorld()
    let client = world.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = client.send("setJWTProvider", ["provider": "callback"])

    client.receive([
      client.request("pushSuspend", ["requestId": "r"]), client.request(method, params),
    ])
    client.reply(to: await client.question(), .string(TestJWT.ann))
    let answers = [await client.answer(), await client.answer()]
    let known = answers.compactMap { $0["result"]?["items"]?[0] ?? $0["result"] }
    #expect(known.contains { $0["state"] == "pending" }, "\(answers.map(\.text))")
    await world.engine.stop()
  }
}

/// A call of a batch that waits for the platform keeps nobody else's work.
@Suite(.timeLimit(.minutes(10))) struct BatchOutcomeTests {
  @Test("work of one lane goes out although its batch waits for the last of it")
  func sameLane() async throws {
    let world = try MethodWorld()
    let client = try world.ready()

    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a"]),
        client.request("pushSuspend", ["requestId": "b", "wait": "outcome"]),
      ])
    ])
    await eventually { world.engine.outbox.report("b")?.state == .delivered }
    let answer = await client.answer()
    #expect(answer[0]?["result"] == ["requestId": "a"])
    #expect(answer[1]?["result"]?["outcome"]?["state"] == "delivered")
    await world.engine.stop()
  }

  @Test(
    "work that stands in the batch behind the call that waits goes out, and so does that of others")
  func otherLane() async throws {
    let world = try MethodWorld(ScriptedHTTPClient([.hold]))
    let client = try world.ready()
    let other = try world.ready()

    client.receive([
      .array([
        client.request("pushSuspend", ["requestId": "a", "wait": "outcome"]),
        client.request("mobileEvent", ["requestId": "b", "sid": "1", "eventName": "e"]),
      ])
    ])
    await world.http.waitForRequests(1)
    _ = await other.call("mobileEvent", ["requestId": "c", "sid": "1", "eventName": "e"])
    await eventually { world.engine.outbox.report("c")?.state == .delivered }
    #expect(world.engine.outbox.report("b")?.state == .delivered)
    world.http.release(.success(HTTPResponse(status: 200, body: [])))
    #expect(await client.answer().arrayValue?.count == 2)
    await world.engine.stop()
  }

  @Test("the outcome of held work is waited for in the batch that made it")
  func sameWork() async throws {
    let world = try MethodWorld()
    let client = try world.ready()

    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a"]),
        client.request("pushSubscribe", ["requestId": "a", "wait": "outcome"]),
      ])
    ])
    await eventually { world.engine.outbox.report("a")?.state == .delivered }
    #expect(await client.answer()[1]?["result"]?["outcome"]?["state"] == "delivered")
    await world.engine.stop()
  }
}

/// What a connection leaves behind.
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
    var asking = Asking()
    while left.session != nil || left.channel != nil {
      guard asking.goesOn() else { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  // A body for the case of a stop was kept by the call that it kept itself, after the end of both.
  @Test("waiting for work that has ended keeps nothing")
  func repeatedWait() async throws {
    let world = try MethodWorld()
    func play() async throws -> Weak {
      let client = try world.ready()
      _ = await client.call("pushSubscribe", ["requestId": "r"])
      await eventually { world.engine.outbox.report("r")?.state == .delivered }
      for _ in 0..<3 {
        let answer = await client.call("pushSubscribe", ["requestId": "r", "wait": "outcome"])
        #expect(answer["result"]?["outcome"]?["state"] == "delivered")
      }
      client.end()
      return Weak(client)
    }
    #expect(await isGone(try await play()))
    await world.engine.stop()
  }

  @Test("what takes effect after the end of its connection registers nothing")
  func lateRegistration() async throws {
    let world = try MethodWorld()
    let other = world.connect()
    _ = other.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = other.send("setJWTProvider", ["provider": "callback"])
    func play() async throws -> Weak {
      let client = world.connect()
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
    // A provider whose connection is gone would be asked three times, a second apart.
    #expect(await other.call("getPushToken")["result"] == .null)
    await world.engine.stop()
  }
}
