import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of hosts that answer callbacks wrongly or not at all: only the call that caused the callback is
/// delayed.
@Suite(.timeLimit(.minutes(10))) struct CallbackFaultTests {
  enum Fault: CaseIterable {
    case never, error, number, list, object, huge, nested, empty, noJWT, header, twice, late
  }

  @Test(
    "an invalid JWT in an answer ends that call, and the next call requests one again",
    arguments: Fault.allCases)
  func fault(_ fault: Fault) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    // Two of the faults wait for this limit, and so does the delivery of the jobs that `twice` leaves behind.
    let limit = [.never, .late, .twice].contains(fault) ? 4 : 600
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "callbackSeconds=\(limit)",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
      try await host.call("setJWTProvider", ["provider": "callback"])
      let other = try await bridge.connectUnix()

      let asking = try host.begin("pushSubscribe")
      try await eventually("it is asked") { !host.callbacks.isEmpty }
      let question = try #require(host.callbacks[0]["id"]?.text)
      // No other call waits for the callback.
      #expect(try await other.call("bridge.ping") == "pong")
      #expect(try await other.call("outbox.list")["items"] == [])
      let answer: (String) -> String = { #"{"jsonrpc":"2.0","id":\#(question),"result":\#($0)}"# }
      let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
      let good = JSON.string(TestJWT.ann).text
      switch fault {
      case .never, .late: break
      case .error:
        try host.send(
          #"{"jsonrpc":"2.0","id":\#(question),"error":{"code":1,"message":"no"}}"#)
      case .number: try host.send(answer("17"))
      case .list: try host.send(answer(#"["\#(TestJWT.ann)"]"#))
      case .object: try host.send(answer(#"{"token":\#(good)}"#))
      case .huge: try host.send(answer(#""\#(String(repeating: "x", count: 500_000))""#))
      case .nested: try host.send(answer(deep))
      case .empty: try host.send(answer(#""""#))
      case .noJWT: try host.send(answer(#""no token at all""#))
      case .header: try host.send(answer(#""a.b.c\r\nX-Injected: 1""#))
      case .twice:
        try host.send(answer(good))
        try host.send(answer(#""second""#))
      }

      do {
        let result = try await host.answer(to: asking)
        #expect(fault == .twice, "\(result.text)")
      } catch let refused as WireConnection.Refused {
        #expect(refused.code == (fault == .never || fault == .late ? -32012 : 402), "\(refused)")
      }
      if fault == .late || fault == .twice {
        if fault == .late { try host.send(answer(good)) }
        #expect(try await host.call("bridge.ping") == "pong")
        #expect(try await host.call("bridge.stats")["calls"]?["ignoredResponses"] == 1)
      }
      host.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      let next = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(next["outcome"]?.state == "delivered")
      for request in simulator.requests() {
        #expect(request.headers.allSatisfy { !$0.key.lowercased().contains("injected") })
      }
    }
  }

  @Test("no other connection can answer, with the id or a guess of it; ids are random")
  func foreign() async throws {
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "callbackSeconds=1.5",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:9"]])
      try await host.call("setJWTProvider", ["provider": "callback"])
      let attacker = try await bridge.connectUnix()
      let asking = try host.begin("pushSubscribe")
      try await eventually("it is asked") { !host.callbacks.isEmpty }
      let id = try #require(host.callbacks[0]["id"]?.stringValue)
      #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit })

      for guess in [id, id.uppercased(), "", "1", "0", String(id.reversed())] {
        try attacker.send(
          JSON.object(["jsonrpc": "2.0", "id": .string(guess), "result": .string(TestJWT.ann)])
            .text)
      }
      #expect(try await attacker.call("bridge.ping") == "pong")

      // Each repeated request of the bridge has a new id.
      do {
        _ = try await host.answer(to: asking)
        Issue.record("a foreign answer was taken")
      } catch let refused as WireConnection.Refused { #expect(refused.code == -32012) }
      #expect(try await host.call("bridge.stats")["calls"]?["ignoredResponses"] == 6)
      host.onCallback("provider.getJWT") { _ in .null }
      for _ in 0..<3 { _ = try await host.refusal(of: "pushSubscribe") }
      let ids = host.callbacks.compactMap { $0["id"]?.stringValue }
      #expect(ids.count >= 4 && Set(ids).count == ids.count)
      #expect(!id.hasPrefix(ids[1].prefix(8)))
    }
  }

  @Test(
    "a host that disconnects during a request fails the call at once, and another host replaces it"
  )
  func gone() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "callbackSeconds=600",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let host = bridge.stdio
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
      let dying = try await bridge.connectUnix()
      try await dying.call("setJWTProvider", ["provider": "callback"])
      let calls = try (0..<5).map { _ in try host.begin("pushSubscribe") }
      try await eventually("it is asked") { !dying.callbacks.isEmpty }

      dying.abandon()

      // The refusals arrive long before the time limit of the callback.
      for call in calls {
        do {
          _ = try await host.answer(to: call)
          Issue.record("not refused")
        } catch let refused as WireConnection.Refused { #expect(refused.code == 402) }
      }
      let heir = try await bridge.connectUnix(.headers)
      heir.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      try await heir.call("setJWTProvider", ["provider": "callback"])
      let result = try await host.call("pushSubscribe", ["wait": "outcome"])
      #expect(result["outcome"]?.state == "delivered")
    }
  }

  @Test("jobs of others are delivered while a host does not answer a request")
  func otherLanes() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--limit", "callbackSeconds=20",
    ]
    try await withBridge(arguments, in: place) { bridge in
      let silent = try await bridge.connectUnix()
      let host = bridge.stdio
      try await host.storeToken(url)
      // The token is never supplied: calls that need it wait.
      try await silent.call("setFCMTokenProvider", ["provider": "callback"])
      let waiting = try silent.begin("pushSubscribe", ["wait": "outcome"])
      try await eventually("it is asked") { !silent.callbacks.isEmpty }

      for _ in 0..<5 {
        let event = try await host.call(
          "mobileEvent", ["sid": "pixel", "eventName": "e", "wait": "outcome"])
        #expect(event["outcome"]?.state == "delivered")
      }

      #expect(!silent.hasAnswer(to: waiting))
      #expect(try await silent.call("bridge.ping") == "pong")
    }
  }
}
