import AltcraftEngine
import JSONCodec
import TestSupport
import Testing

/// The ids and places of calls that are accepted together.
@Suite(.timeLimit(.minutes(10))) struct GroupedPlaceTests {
  private static let event: JSON = ["sid": "s", "eventName": "e"]

  @Test("a grouped call is cancelled once, and its id stays in use until it is stored")
  func cancelledTwice() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold))
    let client = try fixture.ready()
    let slow = fixture.connect(commits: false)
    slow.receive([slow.request("mobileEvent", Self.event, id: 1)])
    let cancel: JSON = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 1]]

    slow.receive([cancel])
    #expect(slow.take().map { $0["error"]?["code"] } == [-32800])
    slow.receive([cancel])
    #expect(slow.take() == [])
    for method in ["mobileEvent", "bridge.ping"] {
      slow.receive([slow.request(method, method == "bridge.ping" ? nil : Self.event, id: 1)])
      #expect(slow.take().map { $0["error"]?["code"] } == [-32600], "\(method)")
    }

    _ = client.send("mobileEvent", Self.event)
    #expect(slow.take() == [])
    slow.receive([slow.request("bridge.ping", nil, id: 1)])
    #expect(slow.take().map { $0["id"] } == [1])
    await fixture.engine.stop()
  }

  @Test("a stored call leaves its place to others, whatever its size")
  func places() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold))
    let client = try fixture.ready()
    let text = JSON.string(String(repeating: "x", count: 60_000))
    for _ in 0..<40 {
      let answers = client.send(
        "mobileEvent", ["sid": "s", "eventName": "e", "payload": ["p": text]])
      #expect(answers.map(\.summary) == ["result"])
    }

    for _ in 0..<2 {
      let waiting = ["sid": "s", "eventName": "e", "wait": "outcome"] as JSON
      #expect(client.send("mobileEvent", waiting) == [])
    }

    #expect(fixture.engine.statistics.pending == 42)
    await fixture.engine.stop()
  }
}
