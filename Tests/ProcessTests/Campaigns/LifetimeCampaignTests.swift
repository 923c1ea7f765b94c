import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests that repeat every kind of call, wait, callback, subscription and connection many times: nothing is
/// left of them.
@Suite struct LifetimeCampaignTests {
  @Test("the tables name existing methods, and only those that are refused")
  func tables() async throws {
    let bridge = try await LifetimeBridge()
    let host = bridge.process.stdio
    let names = Set(bridge.calls.names)
    let named = Array(DeclaredCalls.leftOut.keys) + DeclaredCalls.refused.keys
    #expect(named.filter { !names.contains($0) } == [])
    #expect(Set(LifetimeKind.triggers.keys) == Set(bridge.calls.callbacks.keys))
    #expect(bridge.calls.all.count > names.count)
    for (callback, answer) in bridge.calls.callbacks {
      host.onCallback(callback) { _ in answer }
    }

    var refused: [String: String] = [:]
    for call in bridge.calls.all {
      do {
        try await host.call(call.method, .object(call.parameters))
      } catch let error as WireConnection.Refused {
        refused[call.method] = error.description
      }
    }

    let surprises = refused.filter { DeclaredCalls.refused[$0.key] == nil }
    #expect(surprises == [:])
    #expect(DeclaredCalls.refused.keys.filter { refused[$0] == nil } == [])
    try await bridge.stop()
  }

  @Test(
    "each method, called in every form on every transport and framing, leaves nothing open",
    arguments: CallForm.allCases)
  func everyMethod(_ form: CallForm) async throws {
    let bridge = try await LifetimeBridge()
    let calls = form.needsDurable ? bridge.calls.durable : bridge.calls.all

    let growth = try await bridge.growth(
      of: "all methods, \(form)", .init(warmUp: 1, segments: 1, rounds: 4)
    ) { number in
      let wires = BusyHost.Wire.allCases
      try form.play(calls, wires[number % wires.count], bridge)
      return calls.count
    }

    #expect(growth.problems(whereWorkIsMade: true) == [])
    try await bridge.stop()
  }

  @Test("a call in any form leaves no memory", arguments: CallForm.allCases)
  func memory(_ form: CallForm) async throws {
    let bridge = try await LifetimeBridge()
    let ping = DeclaredCall(method: "bridge.ping", parameters: [:], isDurable: false)
    let event = DeclaredCall(
      method: "mobileEvent", parameters: ["sid": "px", "eventName": "e"], isDurable: true)
    let calls =
      form.needsDurable
      ? Array(repeating: event, count: 60) : Array(repeating: ping, count: 300)

    let growth = try await bridge.growth(
      of: "one method, \(form)", .init(warmUp: 2, segments: 3, rounds: 2)
    ) { _ in
      try form.play(calls, .unixLines, bridge)
      return calls.count
    }

    #expect(growth.problems(whereWorkIsMade: form.needsDurable) == [])
    try await bridge.stop()
  }

  @Test(
    "a request to the host leaves nothing, after any kind of answer",
    arguments: BusyHost.Manner.allCases)
  func questions(_ manner: BusyHost.Manner) async throws {
    let bridge = try await LifetimeBridge()

    let growth = try await bridge.growth(
      of: "questions, \(manner)", .init(warmUp: 1, segments: 1, rounds: 4)
    ) { number in
      let wires = BusyHost.Wire.allCases
      return try LifetimeKind.ask(manner, wires[number % wires.count], bridge)
    }

    #expect(growth.problems(whereWorkIsMade: true) == [])
    try await bridge.stop()
  }

  @Test(
    "waits, subscriptions, connections and app groups leave nothing",
    arguments: LifetimeKind.allCases)
  func kinds(_ kind: LifetimeKind) async throws {
    let bridge = try await LifetimeBridge()

    let growth = try await bridge.growth(of: "\(kind)", kind.repetitions) { number in
      let wires = BusyHost.Wire.allCases
      return try await kind.play(wires[number % wires.count], bridge)
    }

    // In the few rounds of the shorter forms, memory depends more on the threads of connections than on leaks.
    let problems = growth.problems(
      whereWorkIsMade: kind.makesWork || !CampaignLength.isLong, bytesPerCall: kind.bytesPerCall)
    #expect(problems == [])
    try await bridge.stop()
  }
}
