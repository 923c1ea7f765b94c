import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import AltcraftMethods

@Suite("The trace for a page", .timeLimit(.minutes(10)))
struct TraceMethodTests {
  /// Returns the items among messages.
  private func items(_ messages: [JSON]) -> [JSON] {
    messages.compactMap { $0["method"] == "trace" ? $0["params"] : nil }
  }

  @Test("the steps of a call name its connection, and come until the subscription ends")
  func steps() async throws {
    let fixture = try MethodFixture()
    let (client, page) = (fixture.connect(), fixture.connect())
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
    let epoch = fixture.engine.eventEpoch

    let answer = page.send("trace.subscribe", ["kinds": ["job"]])
    _ = await client.call("mobileEvent", ["sid": "p", "eventName": "e", "requestId": "a"])

    #expect(
      answer.map { $0["result"] } == [
        ["epoch": .string(epoch), "seq": 0, "oldest": nil, "gap": nil]
      ])
    var got: [JSON] = []
    try await eventually {
      got += items(page.take())
      return got.contains { $0["step"] == "durable" }
    }
    let first = try #require(got.first)
    #expect(first["step"] == "accepted" && first["requestId"] == "a")
    #expect(first["connection"]?.intValue != nil && first["method"] == "mobileEvent")
    #expect(page.send("trace.unsubscribe").first?["result"] == true)
    #expect(!fixture.engine.trace.isRecording(.job))
    await fixture.engine.stop()
  }

  @Test("a cursor of another run is reported")
  func restart() async throws {
    let fixture = try MethodFixture()
    let page = fixture.connect()

    let answer = page.send("trace.subscribe", ["since": 4, "epoch": "another"])

    let gap: JSON = ["from": 5, "to": nil, "count": nil, "reason": "restart"]
    #expect(answer.first?["result"]?["gap"] == gap)
    await fixture.engine.stop()
  }

  @Test("a subscription replaces the one before, and ends with its connection")
  func replacement() async throws {
    let fixture = try MethodFixture()
    let page = fixture.connect()
    _ = page.send("trace.subscribe", ["kinds": ["wire"]])
    _ = page.send("trace.subscribe", ["kinds": ["job"]])
    #expect(fixture.engine.trace.isRecording(.job) && !fixture.engine.trace.isRecording(.wire))

    page.end()

    try await eventually { !fixture.engine.trace.isRecording(.job) }
    await fixture.engine.stop()
  }
}
