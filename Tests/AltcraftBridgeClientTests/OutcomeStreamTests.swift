import JSONCodec
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite("The streams of outcomes of the client for Swift") struct OutcomeStreamTests {
  private static func result(_ request: JSON) -> JSON {
    ScriptedBridge.result(request, ["epoch": "e", "first": 1, "last": 9])
  }

  private static func methods(_ bridge: ScriptedBridge) -> [String] {
    bridge.requests.compactMap { $0.request["method"]?.stringValue }
      .filter { $0.hasPrefix("outcomes.") }
  }

  // The subscription of a stream ended in a task, which could run after the next one had begun.
  @Test("a stream that is left does not end the next one")
  func next() async throws {
    let scripted = ScriptedBridge { _, request in
      let end: JSON = ["jsonrpc": "2.0", "method": "outcome", "params": ["outcome": 1]]
      let isSubscription = request["method"] == "outcomes.subscribe"
      return [Self.result(request)] + (isSubscription ? [end] : [])
    }
    let bridge = try scripted.client()
    var kept: [AsyncStream<Bridge.OutcomeItem>] = []

    for _ in 0..<200 {
      for await _ in try await bridge.outcomeStream() { break }
      kept.append(try await bridge.outcomeStream())
    }
    _ = try await bridge.call("bridge.ping")

    // The second stream of each pair is not left.
    let calls = Self.methods(scripted).map { $0 == "outcomes.subscribe" ? "s" : "u" }.joined()
    #expect(calls.wholeMatch(of: /(su?s){200}/) != nil, "\(calls)")
    #expect(kept.count == 200)
    await bridge.end()
  }

  // The subscription was repeated, and nothing ended it.
  @Test("a stream that is left while the connection is being restored ends there too")
  func restoring() async throws {
    let isLeft = Monitor(false)
    let scripted = ScriptedBridge { connection, request in
      if connection == 1, request["method"] == "hang" { return nil }
      if connection == 2, request["method"] == "outcomes.subscribe" {
        _ = isLeft.wait(until: .after(testTimeout)) { $0 ? true : nil }
      }
      return [Self.result(request)]
    }
    let bridge = try scripted.client()

    let reader = Task { for await _ in try await bridge.outcomeStream() {} }
    try await eventually { Self.methods(scripted).count == 1 }
    _ = try? await bridge.call("hang")
    try await eventually { Self.methods(scripted).count == 2 }
    reader.cancel()
    _ = await reader.result
    isLeft.update { $0 = true }
    try await eventually { bridge.state.withLock { $0.phase } == .open }
    try await eventually { Self.methods(scripted).count == 3 }

    let (begun, ended) = ("outcomes.subscribe", "outcomes.unsubscribe")
    #expect(Self.methods(scripted) == [begun, begun, ended])
    await bridge.end()
  }

  // The registration ended only with the answer to the unsubscription.
  @Test("a stream that is left while the connection is being lost is not continued")
  func lost() async throws {
    let scripted = ScriptedBridge { _, request in
      request["method"] == "outcomes.unsubscribe" ? nil : [Self.result(request)]
    }
    let changes = Mutex<[Bridge.ConnectionChange]>([])
    var host = Bridge.Host()
    host.connection = { change in changes.withLock { $0.append(change) } }
    let bridge = try scripted.client(host)

    let left = Task { for await _ in try await bridge.outcomeStream() {} }
    try await eventually { Self.methods(scripted).count == 1 }
    left.cancel()
    _ = await left.result
    try await eventually { changes.withLock { $0.count } == 2 }

    #expect(Self.methods(scripted) == ["outcomes.subscribe", "outcomes.unsubscribe"])
    await bridge.end()
  }
}
