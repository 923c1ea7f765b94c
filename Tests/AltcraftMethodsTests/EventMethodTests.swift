import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

@Suite("The event stream of a host", .timeLimit(.minutes(10)))
struct EventMethodTests {
  /// Emits one event: a rejected call without any effect.
  private func emit(_ client: Connection, _ count: Int = 1) {
    for _ in 0..<count { _ = client.send("setAppGroup", [""]) }
  }

  private func seqs(_ messages: [JSON]) -> [Int] {
    messages.compactMap { $0["params"]?["seq"]?.intValue }
  }

  private func fixture(keeping count: Int? = nil) throws -> MethodFixture {
    var limits = Limits()
    if let count { limits.eventBuffer = count }
    return try MethodFixture(limits: limits)
  }

  @Test("the answer precedes the replay, and the replay precedes new events")
  func replay() async throws {
    let fixture = try fixture()
    let (client, other) = (fixture.connect(), fixture.connect())
    emit(other, 3)

    let messages = client.send("events.subscribe", ["since": 1])
    emit(other)

    let epoch = try #require(messages.first?["result"]?["epoch"])
    #expect(
      messages.first?["result"] == ["epoch": epoch, "seq": 3, "oldest": 1, "gap": nil])
    #expect(seqs(messages) == [2, 3])
    #expect(messages.dropFirst().allSatisfy { $0["params"]?["epoch"] == epoch })
    #expect(seqs(client.take()) == [4])
    await fixture.engine.stop()
  }

  @Test("the events of a call follow its answer, those of a batch follow the batch")
  func order() async throws {
    let fixture = try fixture()
    let client = fixture.connect()
    client.subscribe()

    client.receive([
      .array([
        client.request("setAppGroup", [""]), client.request("bridge.ping"),
        client.request("initialization", [nil]),
      ]), client.request("setAppGroup", [""]),
      ["jsonrpc": "2.0", "method": "setAppGroup", "params": [""]],
    ])

    let messages = client.take()
    #expect(messages.first?.arrayValue?.count == 3)
    #expect(
      messages.dropFirst().map(\.summary) == [
        "event 405", "event 401", "error 405", "event 405", "event 405",
      ])
    #expect(seqs(messages) == [1, 2, 3, 4])
    await fixture.engine.stop()
  }

  @Test(
    "a cursor of another run is reported, and all stored events are replayed",
    arguments: [
      (#"{"since":1,"epoch":"another"}"#, 2), (#"{"since":9}"#, 10),
      (#"{"since":9223372036854775807}"#, Int.max),
    ])
  func restart(params: String, from: Int) async throws {
    let fixture = try fixture()
    let client = fixture.connect()
    emit(client, 2)
    let params = try JSONParser.parse(Array(params.utf8)).value
    let gap: JSON = ["from": .int(from), "to": nil, "count": nil, "reason": "restart"]

    let messages = client.send("events.subscribe", params)
    let page = client.send("events.list", params)[0]["result"]

    #expect(messages.first?["result"]?["gap"] == gap)
    #expect(seqs(messages) == [1, 2])
    #expect(page?["gap"] == gap)
    #expect(page?["events"]?.arrayValue?.compactMap { $0["seq"]?.intValue } == [1, 2])
    await fixture.engine.stop()
  }

  @Test("an epoch without since replays nothing")
  func epochAlone() async throws {
    let fixture = try fixture()
    let client = fixture.connect()
    emit(client, 2)

    let messages = client.send("events.subscribe", ["epoch": "another"])

    #expect(messages.count == 1 && messages[0]["result"]?["gap"] == .null)
    await fixture.engine.stop()
  }

  @Test("dropped events are a gap, in the stream and in the list")
  func overflow() async throws {
    let fixture = try fixture(keeping: 3)
    let client = fixture.connect()
    emit(client, 5)
    let gap: JSON = ["from": 2, "to": 2, "count": 1, "reason": "overflow"]

    let messages = client.send("events.subscribe", ["since": 1])
    let page = client.send("events.list", ["since": 1])[0]["result"]

    #expect(messages.first?["result"]?["gap"] == gap && messages.first?["result"]?["oldest"] == 3)
    #expect(seqs(messages) == [3, 4, 5])
    #expect(page?["gap"] == gap)
    await fixture.engine.stop()
  }

  @Test("a filter by codes excludes events from the stream and from the list, without a gap")
  func codes() async throws {
    let fixture = try fixture()
    let (client, other) = (fixture.connect(), fixture.connect())
    _ = client.send("events.subscribe", ["codes": [401, 401]])
    _ = other.send("subscribeToEvents", ["codes": []])
    for _ in 1...2 {
      emit(client)
      _ = client.send("initialization", [nil])
    }

    #expect(other.take() == [])
    let page = client.send("events.list", ["codes": [401], "limit": 1])[0]["result"]
    #expect(page?["events"]?.arrayValue?.compactMap { $0["seq"]?.intValue } == [2])
    #expect(page?["gap"] == .null && page?["seq"] == 4)
    let replayed = client.send("events.subscribe", ["codes": [401], "since": 0])
    #expect(seqs(replayed) == [2, 4])
    await fixture.engine.stop()
  }

  @Test("codes are those on the wire: legacy codes with the legacy numbering")
  func legacyCodes() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .status(200)))
    let client = fixture.connect()
    _ = client.send(
      "initialization",
      [
        "configuration": [
          "apiUrl": "https://platform.example", "rToken": "r", "eventCodes": "legacy",
        ]
      ])
    _ = client.send("events.subscribe", ["codes": [235]])

    _ = await client.call("mobileEvent", ["px", "e"])
    _ = await client.call("getStatusOfLatestSubscription")
    try await eventually { client.eventCount == 1 }

    // The event may come before the last answer.
    let event = try #require(client.takeAll().compactMap { $0["params"] }.last)
    #expect(event["code"] == 235 && event["name"] == "mobileEvent.succeeded")
    await fixture.engine.stop()
  }

  @Test("a list is read page by page to its end")
  func paging() async throws {
    let fixture = try fixture()
    let client = fixture.connect()
    emit(client, 7)
    var (since, read): (JSON, [Int]) = (.null, [])
    for _ in 1...10 {
      let page = try #require(
        client.send("events.list", ["since": since, "limit": 3])[0]["result"])
      let events = page["events"]?.arrayValue ?? []
      guard let last = events.last?["seq"] else { break }
      read += events.compactMap { $0["seq"]?.intValue }
      since = last
      #expect(events.count <= 3 && page["gap"] == .null && page["seq"] == 7)
    }
    #expect(read == Array(1...7))
    #expect(
      client.send("events.list", [nil, 1000])[0]["result"]?["events"]?.arrayValue?.count == 7)
    await fixture.engine.stop()
  }

  @Test("each connection has one subscription, until it unsubscribes or disconnects")
  func subscriptions() async throws {
    let fixture = try fixture()
    let clients = (0..<4).map { _ in fixture.connect() }
    for client in clients { client.subscribe() }
    _ = clients[1].send("events.subscribe", ["codes": [401]])
    #expect(clients[2].send("unsubscribeFromEvent")[0]["result"] == true)
    clients[3].end()

    emit(clients[0])

    #expect(seqs(clients[0].take()) == [])
    #expect(clients[0].eventCount == 1)
    for client in clients.dropFirst() { #expect(client.eventCount == 0) }
    #expect(clients[2].send("events.unsubscribe")[0]["result"] == true)
    clients[2].subscribe()
    emit(clients[0])
    #expect(clients[2].eventCount == 1)
    await fixture.engine.stop()
  }

  @Test("a slow reader loses events but no answers, and reads the stored events from the list")
  func slow() async throws {
    let fixture = try fixture()
    let (slow, other) = (fixture.connect(), fixture.connect())
    slow.subscribe()
    other.subscribe()
    emit(slow)
    slow.local.channel.refuseEvents()

    emit(other, 3)
    let answers = slow.send("bridge.ping") + slow.send("setAppGroup", [""])

    #expect(slow.eventCount == 1 && other.eventCount == 5)
    #expect(answers.map(\.summary) == ["result", "error 405"])
    let page = slow.send("events.list", ["since": 1])[0]["result"]
    #expect(page?["events"]?.arrayValue?.compactMap { $0["seq"]?.intValue } == [2, 3, 4, 5])
    #expect(fixture.engine.events.counters.dropped == 4)
    await fixture.engine.stop()
  }

  @Test(
    "a reader that catches up gets a gap, also without further events, and continues from there")
  func gap() async throws {
    let fixture = try fixture()
    let (slow, other) = (fixture.connect(), fixture.connect())
    _ = slow.send("events.subscribe", ["codes": [405]])
    slow.local.channel.refuseEvents()
    emit(other, 2)
    _ = other.send("initialization", [nil])
    emit(other)
    await fixture.clock.waitForSleepers()
    await fixture.clock.advance(by: .milliseconds(100))
    #expect(slow.take() == [])

    slow.local.channel.acceptEvents()
    await fixture.clock.waitForSleepers()
    await fixture.clock.advance(by: .milliseconds(100))
    try await eventually { slow.local.channel.count(ofNotifications: "events.gap") == 1 }
    emit(other)

    let messages = slow.take()
    #expect(messages.map { $0["method"]?.stringValue } == ["events.gap", "event"])
    let epoch = JSON.string(fixture.engine.events.epoch)
    #expect(
      messages.first?["params"] == [
        "epoch": epoch, "from": 1, "to": 4, "count": 3, "reason": "overflow",
      ])
    #expect(seqs(messages) == [5])
    await fixture.engine.stop()
  }

  @Test("the catalogue lists the class of each event and every code of the contract")
  func catalogue() async throws {
    let fixture = try fixture()
    let client = fixture.connect()
    client.subscribe()

    let catalogue = client.send("events.catalog")[0]["result"]?.arrayValue ?? []
    for call in FailedCall.all where call.code > 0 { _ = client.send(call.method, call.params) }

    let page = client.send("events.list", ["limit": 1000])[0]["result"]
    for event in page?["events"]?.arrayValue ?? [] {
      let entry = try #require(catalogue.first { $0["name"] == event["name"] })
      #expect(entry["code"] == event["code"] && entry["class"] == event["type"])
      #expect(entry["emitted"] == true && entry["retried"] == false)
    }
    #expect(catalogue.count == EventCatalog.entries.count)
    await fixture.engine.stop()
  }
}
