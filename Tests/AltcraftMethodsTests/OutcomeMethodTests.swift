import AltcraftEngine
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

@Suite("The outcomes for a host that was away", .timeLimit(.minutes(10)))
struct OutcomeMethodTests {
  /// A world with ends that clear made.
  private func world(ends count: Int) async throws -> (MethodFixture, Connection) {
    let world = try MethodFixture()
    let client = world.connect()
    _ = await client.call(
      "initialization", [["apiUrl": "https://platform.example", "rToken": "r"]])
    await end(client, count)
    return (world, client)
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
    let (world, client) = try await world(ends: 3)
    let host = world.connect()
    let answer = host.send("outcomes.subscribe", ["after": 1])
    #expect(answer.first?["result"] == ["first": 1, "last": 3])
    var got = numbers(answer)
    await end(client, 2)
    try await eventually {
      got += numbers(host.take())
      return got.count >= 4
    }
    #expect(got == [2, 3, 4, 5])
    #expect(host.send("outcomes.unsubscribe").first?["result"] == true)
    await world.engine.stop()
  }

  @Test("a number that was never given is refused")
  func future() async throws {
    let (world, client) = try await world(ends: 1)
    let answer = client.send("outcomes.subscribe", ["after": 2])
    #expect(answer.first?["error"]?["code"] == -32602)
    await world.engine.stop()
  }

  @Test("the pages of a list hold each end once")
  func pages() async throws {
    let (world, client) = try await world(ends: 5)
    var (after, got) = (0, [Int]())
    for _ in 0..<9 {
      let page = client.send("outcomes.list", ["after": .int(after), "limit": 2]).first?["result"]
      got += (page?["outcomes"]?.arrayValue ?? []).compactMap { $0["outcome"]?.intValue }
      after = page?["next"]?.intValue ?? -1
      if page?["next"] == page?["last"] { break }
    }
    #expect(got == [1, 2, 3, 4, 5])
    await world.engine.stop()
  }
}
