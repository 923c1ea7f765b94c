import AltcraftMethods
import HTTP
import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite struct DurableCallTests {
  @Test("a call is answered when its job is on disk; its events come after the answer")
  func accepted() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()

    let first = client.send("pushSubscribe", ["requestId": "r1"])
    #expect(first.first == ["jsonrpc": "2.0", "id": 4, "result": ["requestId": "r1"]])
    try await eventually { fixture.engine.outbox.report("r1")?.state == .delivered }
    try await eventually { client.eventCount == 2 }

    let all = first + client.take()
    #expect(all.map(\.summary) == ["result", "event 201", "event 230 r1"])
    #expect(all.last?["params"]?["function"] == "processResponse")
    await fixture.engine.stop()
  }

  @Test("without an id from the caller a new one is created")
  func ownId() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let answer = await client.call("pushSuspend")
    let id = try #require(answer["result"]?["requestId"]?.stringValue)
    #expect(id.hasPrefix("id-"))
    await fixture.http.waitForRequests(1)
    #expect(fixture.http.requests[0].headers.contains(HTTPHeader("Request-ID", id)))
    await fixture.engine.stop()
  }

  @Test(
    "the same call as JSON is the same job: by name or position, in any order, numbers by value",
    arguments: [
      #"{"sync":true,"profileFields":{"a":1,"b":[1.50,2e1]},"requestId":"r"}"#,
      #"{"requestId":"r","profileFields":{"b":[1.5,20],"a":1.0},"sync":true}"#,
      #"[true,{"a":1,"b":[1.5,20]},null,null,null,null,"r"]"#,
      #"[true,{"a":1,"b":[1.5,20]},null,null,null,null,"r","outcome",5]"#,
      #"{"sync":true,"profileFields":{"a":1,"b":[1.5,20]},"customFields":null,"cats":null,"requestId":"r"}"#,
      #"{"sync":true,"profileFields":{"a":1,"b":[1.5,20]},"requestId":"r","waitTimeoutMs":7}"#,
    ])
  func sameCall(params: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    let first = await client.call(
      "pushSubscribe",
      [
        "sync": true, "profileFields": ["a": 1, "b": [.number(JSONNumber(1.5)!), 20]],
        "requestId": "r",
      ])
    #expect(first["result"] == ["requestId": "r"])
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }

    let again = await client.call("pushSubscribe", try JSONParser.parse(Array(params.utf8)).value)

    #expect(again["result"]?["requestId"] == "r", "\(again.text)")
    #expect(fixture.engine.outbox.statistics.accepted == 1)
    await fixture.engine.stop()
  }

  @Test(
    "a different call under a known id is refused with -32015",
    arguments: [
      ("pushSuspend", #"{"sync":true,"requestId":"r"}"#), ("pushSubscribe", #"{"requestId":"r"}"#),
      ("pushSubscribe", #"{"sync":false,"requestId":"r"}"#),
      ("pushSubscribe", #"{"sync":true,"profileFields":{},"requestId":"r"}"#),
      ("pushSubscribe", #"{"sync":true,"profileFields":{"a":null},"requestId":"r"}"#),
    ])
  func otherCall(method: String, params: String) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    _ = await client.call("pushSubscribe", ["sync": true, "requestId": "r"])

    let again = await client.call(method, try JSONParser.parse(Array(params.utf8)).value)

    #expect(again["error"]?["code"] == -32015)
    #expect(again["error"]?["data"] == ["reason": "duplicateRequestId", "retryable": false])
    #expect(fixture.engine.outbox.statistics.accepted == 1)
    await fixture.engine.stop()
  }

  @Test(
    "numbers of a repeated call are compared exactly",
    arguments: [
      ("18446744073709551616", "18446744073709551617", false),
      ("18446744073709551616", "1.8446744073709551616e19", true),
      ("0.1", "0.10000000000000000001", false), ("1", "1e0", true),
      ("10000000000000000", "1e16", true),
    ])
  func numbers(first: String, second: String, isSame: Bool) async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    func send(_ number: String) async throws -> JSON {
      await client.call(
        "pushSubscribe",
        ["requestId": "r", "profileFields": ["n": try JSONParser.parse(Array(number.utf8)).value]])
    }
    #expect(try await send(first)["result"] == ["requestId": "r"])

    let again = try await send(second)

    #expect((again["result"] == ["requestId": "r"]) == isSame)
    #expect(again["error"]?["code"]?.intValue == (isSame ? nil : -32015))
    await fixture.engine.stop()
  }

  @Test("the same id twice in one read is one job, and both calls are answered")
  func pipelinedTwice() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.receive([
      client.request("pushSubscribe", ["requestId": "r"]),
      client.request("pushSubscribe", ["requestId": "r"]),
      client.request("pushSubscribe", ["requestId": "r", "sync": false]),
    ])
    let answers = client.take().map(\.summary).filter { !$0.hasPrefix("event") }
    #expect(answers.sorted() == ["error -32015", "result", "result"])
    #expect(fixture.engine.outbox.statistics.accepted == 1)
    await fixture.engine.stop()
  }

  @Test("a notification creates a job and is not answered")
  func notification() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.receive([
      [
        "jsonrpc": "2.0", "method": "pushSubscribe",
        "params": ["requestId": "n", "wait": "outcome"],
      ],
      ["jsonrpc": "2.0", "method": "pushSubscribe", "params": ["requestId": "not an id"]],
    ])
    try await eventually { fixture.engine.outbox.report("n")?.state == .delivered }
    #expect(client.take() == [])
    await fixture.engine.stop()
  }

  @Test("a job goes out although its caller disconnected before the answer")
  func callerGone() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.local.channel.close()
    client.receive([client.request("pushSubscribe", ["requestId": "r"])])
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
    await fixture.engine.stop()
  }

  @Test("a batch of calls gets one answer, then its events")
  func batch() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.subscribe()
    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a"]),
        client.request("pushSuspend", ["requestId": "b"]),
        client.request("pushUnSubscribe", ["requestId": "c", "wait": "never"]),
        client.request("bridge.ping"),
      ])
    ])
    try await eventually { fixture.engine.outbox.report("b")?.state == .delivered }
    try await eventually { client.eventCount == 3 }

    let messages = client.take()
    #expect(messages.first?.arrayValue?.count == 4)
    #expect(
      messages.first?.arrayValue?.map(\.summary).sorted() == [
        "error -32602", "result", "result", "result",
      ])
    #expect(messages.dropFirst().map(\.summary) == ["event 201", "event 230 a", "event 231 b"])
    #expect(fixture.http.requests.count == 2)
    await fixture.engine.stop()
  }

  @Test("a batch that waits for outcomes gets one answer with all of them")
  func batchOfOutcomes() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    client.receive([
      .array([
        client.request("pushSubscribe", ["requestId": "a", "wait": "outcome"]),
        client.request("pushSuspend", ["requestId": "b", "wait": "outcome"]),
      ])
    ])
    let answer = await client.answer()
    #expect(
      answer.arrayValue?.compactMap { $0["result"]?["outcome"]?["state"]?.stringValue } == [
        "delivered", "delivered",
      ])
    await fixture.engine.stop()
  }
}

@Suite struct WaitForOutcomeTests {
  private static let waiting: JSON = ["requestId": "r", "wait": "outcome"]

  @Test(
    "the answer contains the platform's final answer and precedes the last event",
    arguments: [(200, "delivered", 230), (400, "rejected", 430)])
  func outcome(status: Int, state: String, code: Int) async throws {
    let fixture = try MethodFixture(
      ScriptedHTTPClient([], then: .status(status, #"{"error":3,"error_text":"t"}"#)))
    let client = try fixture.ready()
    client.subscribe()

    let answer = await client.call("pushSubscribe", Self.waiting)

    #expect(
      answer["result"] == [
        "requestId": "r",
        "outcome": [
          "state": .string(state), "eventCode": .int(code),
          "response": [
            "httpCode": .int(status),
            "response": ["error": 3, "errorText": "t", "profile": nil],
          ],
        ],
      ])
    try await eventually { client.eventCount == 2 }
    #expect(client.take().map(\.summary).last == "event \(code) r")
    await fixture.engine.stop()
  }

  @Test("retry events are delivered as they happen, the last one after the answer")
  func order() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([.status(503)]))
    let client = try fixture.ready()
    client.subscribe()
    client.receive([client.request("pushSubscribe", Self.waiting)])
    try await eventually { fixture.engine.outbox.report("r")?.attempts == 1 }
    await fixture.clock.waitForSleepers(2)
    await fixture.clock.advance(by: .seconds(1))
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
    try await eventually { client.eventCount == 3 }

    #expect(client.take().map(\.summary) == ["event 201", "event 530 r", "result", "event 230 r"])
    await fixture.engine.stop()
  }

  @Test("a wait that times out is answered pending; the job continues")
  func timeout() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([.hold]))
    let client = try fixture.ready()
    client.receive([
      client.request(
        "pushSubscribe", ["requestId": "r", "wait": "outcome", "waitTimeoutMs": 1500])
    ])
    await fixture.http.waitForRequests(1)
    await fixture.clock.waitForSleepers()
    await fixture.clock.advance(by: .milliseconds(1499))
    #expect(client.take() == [])
    await fixture.clock.advance(by: .milliseconds(1))
    let answer = await client.answer()
    #expect(
      answer["result"]?["outcome"] == ["state": "pending", "eventCode": nil, "response": nil])
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
    await fixture.engine.stop()
  }

  @Test("a cancelled wait is -32800, and the job continues")
  func cancelled() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([.hold]))
    let client = try fixture.ready()
    client.receive([client.request("pushSubscribe", Self.waiting, id: 77)])
    await fixture.http.waitForRequests(1)
    client.receive([["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 77]]])
    #expect(await client.answer()["error"]?["code"] == -32800)
    fixture.http.release(.success(HTTPResponse(status: 200, body: [])))
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
    #expect(client.take() == [])
    await fixture.engine.stop()
  }

  @Test("when the service stops, a wait is answered pending")
  func stopped() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([.hold]))
    let client = try fixture.ready()
    client.receive([client.request("pushSubscribe", Self.waiting)])
    await fixture.http.waitForRequests(1)
    let isIdle = Mutex(false)
    client.local.peer.stop { isIdle.withLock { $0 = true } }
    #expect(await client.answer()["result"]?["outcome"]?["state"] == "pending")
    #expect(isIdle.withLock { $0 })
    await fixture.engine.stop()
  }

  @Test("waiting for an ended job answers at once")
  func late() async throws {
    let fixture = try MethodFixture()
    let client = try fixture.ready()
    _ = await client.call("pushSubscribe", ["requestId": "r"])
    try await eventually { fixture.engine.outbox.report("r")?.state == .delivered }
    let answer = await client.call("pushSubscribe", Self.waiting)
    #expect(answer["result"]?["outcome"]?["eventCode"] == 230)
    #expect(fixture.http.requests.count == 1)
    await fixture.engine.stop()
  }

  @Test("when a new rToken ends a job, a waiting caller is answered before event 601")
  func cleared() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(503)))
    let client = try fixture.ready()
    client.receive([client.request("pushSubscribe", Self.waiting)])
    try await eventually { fixture.engine.outbox.report("r")?.attempts == 1 }
    client.subscribe()
    let messages = client.send(
      "initialization", ["configuration": ["apiUrl": "https://x.example", "rToken": "other"]])
    #expect(messages.map(\.summary) == ["result", "result", "event 601 r", "event 200"])
    #expect(
      messages[0]["result"]?["outcome"] == [
        "state": "cleared", "eventCode": 601, "response": nil,
      ])
    await fixture.engine.stop()
  }
}

@Suite struct HostJWTTests {
  private func fixture() throws -> (MethodFixture, Connection) {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = client.send("initialization", ["configuration": ["apiUrl": "https://platform.example"]])
    _ = client.send("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
    _ = client.send("setJWTProvider", ["provider": "callback"])
    client.subscribe()
    return (fixture, client)
  }

  @Test("a pipelined burst makes two requests to the host, takes effect in order, and is answered")
  func burst() async throws {
    let (fixture, client) = try fixture()
    client.receive(
      (1...20).map { client.request("pushSubscribe", ["requestId": .string("r\($0)")]) })
    let first = await client.question()
    #expect(first["method"] == "provider.getJWT" && first["params"] == ["reason": "request"])
    client.reply(to: first, .string(TestJWT.ann))
    let second = await client.question()
    client.reply(to: second, .string(TestJWT.ann))
    try await eventually { fixture.engine.outbox.statistics.accepted == 20 }
    // The attempts ask the host too, one after the other.
    for _ in 0..<20 { client.reply(to: await client.question(), .string(TestJWT.ann)) }
    try await eventually { fixture.engine.outbox.statistics.counters.delivered == 20 }
    #expect(
      fixture.http.requests.compactMap { $0.headers.first { $0.name == "Request-ID" }?.value }
        == (1...20).map { "r\($0)" })
    await fixture.engine.stop()
  }

  @Test(
    "without a JWT a call is refused with 402 after the event of its cause, and no job is accepted",
    arguments: [(JSON.null, 540), ("", 540), (7, 540), ("junk", 541)])
  func refused(answer: JSON, cause: Int) async throws {
    let (fixture, client) = try fixture()
    client.receive([client.request("pushSubscribe")])
    client.reply(to: await client.question(), answer)
    let refusal = await client.answer()
    #expect(refusal["error"]?["code"] == 402)
    #expect(
      refusal["error"]?["data"] == [
        "reason": "userTagMissing", "retryable": false, "cause": .int(cause),
      ])
    try await eventually { client.eventCount == 2 }
    #expect(client.take().map(\.summary) == ["event \(cause)", "event 402"])
    #expect(fixture.engine.outbox.statistics.accepted == 0)
    await fixture.engine.stop()
  }

  @Test("a host that does not answer delays the call by its time limit: -32012")
  func timeout() async throws {
    let (fixture, client) = try fixture()
    client.receive([client.request("pushSubscribe", ["requestId": "r"])])
    _ = await client.question()
    await fixture.clock.waitForSleepers()
    #expect(client.send("bridge.ping").map(\.summary) == ["result"])
    await fixture.clock.advance(by: .seconds(10))
    let refusal = await client.answer()
    #expect(refusal["error"]?["code"] == -32012)
    #expect(
      refusal["error"]?["data"] == [
        "reason": "callbackTimeout", "retryable": true, "callback": "provider.getJWT",
      ])
    await fixture.engine.stop()
  }

  @Test("when the host of a provider disconnects, the provider counts as not registered")
  func gone() async throws {
    let (fixture, client) = try fixture()
    let other = fixture.connect()
    other.receive([other.request("pushSubscribe")])
    _ = await client.question()
    client.end()
    #expect(await other.answer()["error"]?["data"]?["cause"] == 540)
    #expect(other.send("pushSubscribe").first?["error"]?["data"]?["cause"] == 540)
    await fixture.engine.stop()
  }
}
