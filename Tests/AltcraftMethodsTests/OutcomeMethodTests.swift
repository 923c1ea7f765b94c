import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

@Suite("The outcomes for a host that was away", .timeLimit(.minutes(10)))
struct OutcomeMethodTests {
  /// Returns a fixture with outcomes that clear made.
  private func fixture(ends count: Int) async throws -> (MethodFixture, Connection) {
    let fixture = try MethodFixture()
    let client = fixture.connect()
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
    await end(client, count)
    return (fixture, client)
  }

  private func end(_ client: Connection, _ count: Int) async {
    for _ in 0..<count {
      _ = await client.call("pushSubscribe")
    }
    _ = await client.call("clear")
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
  }

  private func numbers(_ messages: [JSON]) -> [Int] {
    messages.compactMap { $0["method"] == "outcome" ? $0["params"]?["outcome"]?.intValue : nil }
  }

  @Test("a subscriber gets what came after its number, then what comes, in order")
  func resume() async throws {
    let (fixture, client) = try await fixture(ends: 3)
    let host = fixture.connect()
    let answer = host.send("outcomes.subscribe", ["after": 1])
    let position = answer.first?["result"]
    #expect(position?["first"] == 1 && position?["last"] == 3)
    var got = numbers(answer)
    await end(client, 2)
    try await eventually {
      got += numbers(host.take())
      return got.count >= 4
    }
    #expect(got == [2, 3, 4, 5])
    #expect(host.send("outcomes.unsubscribe").first?["result"] == true)
    await fixture.engine.stop()
  }

  @Test("a number that was never given is refused, and a check says so")
  func future() async throws {
    let (fixture, client) = try await fixture(ends: 1)
    for method in ["outcomes.subscribe", "outcomes.list"] {
      let parameters: JSON = ["after": 2]
      #expect(client.send(method, parameters).first?["error"]?["code"] == -32602)
      let check: JSON = ["method": .string(method), "params": parameters]
      #expect(client.send("bridge.check", check).first?["error"]?["code"] == -32602)
      #expect(client.send(method, ["after": 1]).first?["error"] == nil)
    }
    await fixture.engine.stop()
  }

  @Test(
    "an end is listed, and a subscription begins after it, as soon as a call was answered with it")
  func afterAnswer() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = try fixture.ready()
    for number in 1...3 {
      let event: JSON = ["sid": "1", "eventName": "e", "wait": "outcome"]
      #expect(await client.call("mobileEvent", event)["error"] == nil)
      #expect(client.send("outcomes.list").first?["result"]?["last"] == .int(number))
      let position = fixture.connect().send("outcomes.subscribe").first?["result"]
      #expect(position?["last"] == .int(number))
    }
    await fixture.engine.stop()
  }

  @Test("the name of an end is right under both numberings, and after a change of the numbering")
  func names() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = fixture.connect()
    for numbering in ["legacy", "current", "legacy"] as [JSON] {
      let configuration: JSON = [
        "apiUrl": "https://platform.example", "rToken": "r", "eventCodes": numbering,
      ]
      _ = await client.call("initialization", [configuration])
      let event: JSON = ["sid": "1", "eventName": "e", "wait": "outcome"]
      _ = await client.call("mobileEvent", event)
      let ends = client.send("outcomes.list").first?["result"]?["outcomes"]?.arrayValue ?? []
      #expect(ends.allSatisfy { $0["name"] == "mobileEvent.succeeded" } && !ends.isEmpty)
    }
    await fixture.engine.stop()
  }

  @Test("clear keeps the status of ends, and nothing of the user")
  func cleared() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = fixture.connect()
    let configuration: JSON = [["apiUrl": "https://platform.example"]]
    _ = await client.call("initialization", configuration)
    _ = await client.call("setJWTProvider", ["provider": ["token": .string(TestJWT.ann)]])
    let event: JSON = ["sid": "1", "eventName": "e", "wait": "outcome"]
    _ = await client.call("mobileEvent", event)
    // It waits for a push token.
    _ = await client.call("pushSubscribe")
    for _ in 0..<2 { _ = await client.call("clear") }

    let ends = client.send("outcomes.list").first?["result"]?["outcomes"]?.arrayValue ?? []
    #expect(ends.map { $0["state"] } == ["delivered", "cleared"])
    #expect(ends.map { $0["httpCode"] } == [200, .null])
    #expect(ends.map { $0["user"] } == [.null, .null])
    await fixture.engine.stop()
  }

  @Test("the limit `finishedRecords` is the number of outcomes that are kept")
  func finishedRecords() async throws {
    var limits = Limits()
    limits.finishedRecords = 2
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)), limits: limits)
    let client = try fixture.ready()
    for number in 1...4 {
      let event: JSON = [
        "sid": "1", "eventName": "e", "wait": "outcome", "requestId": .string("r-\(number)"),
      ]
      _ = await client.call("mobileEvent", event)
    }
    let page = client.send("outcomes.list").first?["result"]
    #expect(page?["first"] == 3 && page?["last"] == 4)
    #expect(client.send("outbox.get", ["requestId": "r-2"]).first?["result"] == .null)
    #expect(client.send("outbox.get", ["requestId": "r-3"]).first?["result"] != .null)
    #expect(client.send("bridge.info").first?["result"]?["limits"]?["finishedRecords"] == 2)
    await fixture.engine.stop()
  }

  @Test("a code chooses pending jobs by their last error")
  func pendingCode() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(500)))
    let client = try fixture.ready()
    _ = await client.call("mobileEvent", ["sid": "1", "eventName": "e", "requestId": "r"])
    try await eventually {
      await client.call("outbox.get", ["requestId": "r"])["result"]?["lastError"] != .null
    }
    for (code, count) in [(537, 1), (538, 0)] {
      let filter: JSON = ["filter": ["code": [.int(code)]], "dryRun": true]
      let answer = await client.call("outbox.discard", filter)
      #expect(answer["result"]?["matched"] == .int(count))
    }
    await fixture.engine.stop()
  }

  @Test("a filter chooses token updates only if it names them")
  func tokenUpdates() throws {
    let update = JobReport(
      requestId: "u", method: "tokenUpdate", state: .pending, createdAt: 0, attempts: 0,
      retryable: false)
    let all = OutboxFilter(state: .pending)
    let named = OutboxFilter(state: .pending, method: ["tokenUpdate"])
    #expect(!all.predicate(update) && named.predicate(update))
  }

  @Test("the pages of a list hold each end once")
  func pages() async throws {
    let (fixture, client) = try await fixture(ends: 5)
    var (after, got) = (0, [Int]())
    for _ in 0..<9 {
      let page = client.send("outcomes.list", ["after": .int(after), "limit": 2]).first?["result"]
      got += (page?["outcomes"]?.arrayValue ?? []).compactMap { $0["outcome"]?.intValue }
      after = page?["next"]?.intValue ?? -1
      if page?["next"] == page?["last"] { break }
    }
    #expect(got == [1, 2, 3, 4, 5])
    await fixture.engine.stop()
  }

  /// Returns a fixture in which the platform has refused three jobs: `r-0`, `r-1` and `r-2`.
  private func refused() async throws -> (MethodFixture, Connection) {
    let fixture = try MethodFixture(
      ScriptedHTTPClient([], then: .status(400, #"{"error":3,"error_text":"t"}"#)))
    let client = try fixture.ready()
    for number in 0..<3 {
      let answer = await client.call(
        "pushSubscribe", ["requestId": .string("r-\(number)"), "wait": "outcome"])
      #expect(answer["result"]?["outcome"]?["state"] == "rejected")
    }
    return (fixture, client)
  }

  @Test("a subscriber to outcomes that are no longer kept gets their numbers as a gap first")
  func gap() async throws {
    let (fixture, client) = try await refused()
    #expect(await client.call("outbox.retry", ["requestId": "r-0"])["result"] == true)
    #expect(await client.call("clear")["result"] != nil)
    let host = fixture.connect()
    var messages = host.send("outcomes.subscribe", ["after": 0])
    try await eventually {
      messages += host.take()
      return messages.count >= 5
    }
    let position = messages.first?["result"]
    #expect(position?["first"] == 2 && position?["last"] == 4)
    #expect(messages[1]["method"] == "outcomes.gap")
    #expect(
      messages[1]["params"]
        == ["epoch": position?["epoch"] ?? .null, "from": 1, "to": 1, "reason": "notKept"])
    #expect(numbers(messages) == [2, 3, 4])
    await fixture.engine.stop()
  }

  @Test(
    "a filter chooses the jobs to change, and a dry run changes none",
    arguments: [
      (["method": ["pushSubscribe"]], 3), (["method": ["mobileEvent"]], 0),
      (["state": "rejected", "code": [430]], 3), (["code": [230, 437]], 0),
      (["state": "pending"], 0), (["acceptedAfter": "2020-01-01"], 3),
      (["acceptedBefore": "2020-01-01T00:00:00Z"], 0),
      (["acceptedBefore": "9999-12-31T23:59:59.1234567+00:00"], 3),
      (["acceptedAfter": "2020-02-29T00:00:00.5Z"], 3),
    ] as [(JSON, Int)])
  func filter(_ filter: JSON, _ count: Int) async throws {
    let (fixture, client) = try await refused()
    for method in ["outbox.retry", "outbox.discard"] {
      let counted = await client.call(method, ["filter": filter, "dryRun": true])
      #expect(counted["result"] == ["matched": .int(count), "done": 0])
    }
    let discarded = await client.call("outbox.discard", ["filter": filter])
    #expect(discarded["result"] == ["matched": .int(count), "done": .int(count)])
    let retried = await client.call("outbox.retry", ["filter": filter, "dryRun": true])
    #expect(retried["result"] == ["matched": 0, "done": 0])
    await fixture.engine.stop()
  }

  // The time of a filter was that of its names times the jobs: 3 s for 44,000 names.
  @Test("a filter may name thousands of methods and codes, and choose hundreds of jobs")
  func largeFilter() async throws {
    let (fixture, client) = try await fixture(ends: 0)
    for _ in 0..<600 { _ = await client.call("pushSubscribe") }
    let names = (0..<5000).map { JSON.string("unknown\($0)") } + ["pushSubscribe"]

    for dryRun in [true, false] {
      let answer = await client.call(
        "outbox.discard",
        ["filter": ["method": .array(names), "state": "pending"], "dryRun": .bool(dryRun)])
      let done = dryRun ? 0 : try #require(answer["result"]?["done"]?.intValue)
      #expect(answer["result"]?["matched"]?.intValue ?? 0 >= 600 && (dryRun || done >= 599))
    }
    await fixture.engine.stop()
  }

  @Test("a discard by filter ends pending jobs, with an event for each")
  func discardPending() async throws {
    // Without a push token they wait.
    let (fixture, client) = try await fixture(ends: 0)
    for _ in 0..<100 { _ = await client.call("pushSubscribe") }
    let host = fixture.connect()
    host.subscribe()
    let waiting = try #require(
      (await client.call("bridge.stats"))["result"]?["outbox"]?["pending"]?.intValue)
    let answer = await client.call("outbox.discard", ["filter": ["state": "pending"]])
    #expect(answer["result"]?["matched"] == .int(waiting))
    let done = try #require(answer["result"]?["done"]?.intValue)
    var got = 0
    try await eventually {
      got += host.take().count { $0["params"]?["code"] == 601 }
      return got >= done
    }
    let page = await client.call("outcomes.list", ["limit": 1000, "state": ["cleared"]])
    #expect(page["result"]?["outcomes"]?.arrayValue?.count == done)
    await fixture.engine.stop()
  }

  @Test(
    "a change without a choice, or with two, is refused",
    arguments: [
      [:], ["filter": [:]], ["requestId": "r-0", "filter": ["state": "rejected"]],
      ["requestId": "r-0", "dryRun": true], ["filter": ["state": "delivered"]],
      ["filter": ["acceptedBefore": "yesterday"]], ["filter": ["acceptedBefore": "2026-1-1"]],
      ["filter": ["acceptedBefore": "2026-13-45"]], ["filter": ["acceptedAfter": "2026-02-29"]],
      ["filter": ["acceptedBefore": "2026-01-01T24:00:00Z"]],
      ["filter": ["acceptedBefore": "2026-01-01T00:00:00.Z"]],
      ["filter": ["acceptedBefore": "2026-01-01T00:00:00+01:00"]],
      ["filter": ["method": "mobileEvent"]], ["filter": ["code": ["1"]]],
      ["filter": ["colour": "red"]], ["filter": []],
    ] as [JSON])
  func badChoice(_ parameters: JSON) async throws {
    let (fixture, client) = try await fixture(ends: 1)
    for method in ["outbox.retry", "outbox.discard"] {
      #expect(await client.call(method, parameters)["error"]?["code"] == -32602)
    }
    await fixture.engine.stop()
  }

  @Test(
    "a number out of range is refused",
    arguments: ["-1", "1.5", "9007199254740993", "1e308", "\"1\"", "18446744073709551616"])
  func badNumber(_ text: String) async throws {
    let (fixture, client) = try await fixture(ends: 1)
    let after = try JSONParser.parse(Array(text.utf8)).value
    for method in ["outcomes.list", "outcomes.subscribe"] {
      #expect(await client.call(method, ["after": after])["error"]?["code"] == -32602)
    }
    #expect(await client.call("outcomes.list", ["limit": 0])["error"]?["code"] == -32602)
    await fixture.engine.stop()
  }

  @Test("each app group has its own numbers, and a subscription stays with its group")
  func groups() async throws {
    let (fixture, client) = try await fixture(ends: 2)
    #expect((await client.call("setAppGroup", ["groupName": "group.two"]))["error"] == nil)
    #expect(client.send("outcomes.list").last?["result"]?["last"] == 0)
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
    await end(client, 1)
    #expect(client.send("outcomes.list").last?["result"]?["last"] == 1)
    await fixture.engine.stop()
  }

  @Test("a subscriber that does not read gets every end later")
  func slow() async throws {
    var limits = Limits()
    limits.outQueueBytes = 8 << 10
    let fixture = try MethodFixture(limits: limits)
    let client = fixture.connect()
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
    await end(client, 200)
    let host = fixture.connect()
    var got = numbers(host.send("outcomes.subscribe", ["after": 0]))
    try await eventually {
      await fixture.clock.advance(by: .milliseconds(100))
      got += numbers(host.take())
      return got.count >= 200
    }
    #expect(got == Array(1...200))
    await fixture.engine.stop()
  }
}
