import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of numbers that a host sends. Each is accepted or refused; none ends the process, stops it or keeps
/// it busy.
@Suite(.timeLimit(.minutes(60))) struct NumberCampaignTests {
  @Test("a number at any place of any method is accepted or refused, and the bridge becomes idle")
  func parameters() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(quickRetries + ["--limit", "callbackSeconds=0.05"]) { bridge in
      let host = try await CampaignHost(bridge, url)
      let numeric = host.inputs.places.filter { $0.kind == .number }
      #expect(numeric.count > 20)
      let first = await Campaign(name: "numbers", budget: .all, lanes: 1).play(numeric) {
        try await play($1, host, simulator)
      }
      #expect(first.problems == [])
      let others = host.inputs.places.filter { $0.kind != .number }
      let budget = CampaignLength.budget(short: 12, quick: 5, long: 600)
      let rest = await Campaign(name: "numbers elsewhere", budget: budget, lanes: 1).play(others) {
        try await play($1, host, simulator)
      }
      #expect(rest.problems == [])
    }
  }

  private func play(
    _ place: SchemaPlace, _ host: CampaignHost, _ simulator: Simulator
  ) async throws -> CampaignTally {
    var tally = CampaignTally(iterations: 1)
    // Numbers of the retry settings have an effect only when there is something to retry.
    let isRetry = place.parameter == "configuration" && place.kind == .number
    if isRetry { try simulator.script([ScriptRule(fault: .status(503))]) }
    for text in OddNumbers.texts {
      let number = OddNumbers.number(text)
      let values: [JSON] =
        switch place.kind {
        case .number, .anything: [number, .string(text)]
        case .text: [.string(text), number]
        case .list: [[number], [.string(text)]]
        case .map: [["n": number], ["n": .string(text), "badge": number]]
        }
      for value in values {
        let isTaken = try await host.play(place, value)
        guard place.kind == .number, isTaken else { continue }
        tally.acknowledged += 1
        if isRetry { _ = try? await host.wire.call("mobileEvent", ["sid": "p", "eventName": "e"]) }
        if try await !host.bridge.comesToRest() {
          tally.problems.append("\(value.text): it does not become idle")
          break
        }
      }
    }
    if isRetry {
      simulator.clearScript()
      try await host.wire.call("clear")
    }
    try await host.begin()
    return tally
  }

  @Test("a number in place of any value of any example is accepted or refused")
  func examples() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(quickRetries + ["--limit", "callbackSeconds=0.05"]) { bridge in
      let host = try await CampaignHost(bridge, url)
      let rounds = host.inputs.methods.filter { $0 != "setAppGroup" }.flatMap { method in
        OddNumbers.texts.map { (method, $0) }
      }
      let budget = CampaignLength.budget(short: 60, quick: 4, long: 600)
      let tally = await Campaign(name: "numbers in examples", budget: budget, lanes: 1)
        .play(rounds) { _, round in
          let parameters = host.inputs.example(of: round.0)
          for value in [OddNumbers.number(round.1), .string(round.1)] {
            for changed in parameters.replacing(onlyNumbers: false, with: value) {
              try await host.play(round.0, changed)
            }
          }
          try await host.begin()
          return CampaignTally(iterations: 1)
        }
      #expect(tally.problems == [])
      #expect(try await bridge.comesToRest())
    }
  }

  /// Compared as doubles, these pairs were equal: the second call was answered as a repetition of the first,
  /// and never sent (finding 25).
  @Test(
    "two numbers that are equal as doubles are distinct under one requestId",
    arguments: [
      ("9007199254740992", "9007199254740993"), ("18446744073709551616", "18446744073709551617"),
      ("-9223372036854775809", "-9223372036854775810"), ("0.1", "0.1000000000000000055"),
      ("1e-400", "2e-400"),
    ])
  func neighbours(one: String, other: String) async throws {
    try await withBridge { bridge in
      let wire = bridge.stdio
      try await wire.storeToken("http://127.0.0.1:9")
      func call(_ number: String) -> JSON {
        [
          "sid": "p", "eventName": "e", "requestId": "one",
          "payload": ["n": OddNumbers.number(number)],
        ]
      }
      try await wire.call("mobileEvent", call(one))
      try await wire.call("mobileEvent", call(one))

      #expect(try await wire.refusal(of: "mobileEvent", call(other)).code == -32015)
    }
  }

  @Test("a Content-Length of any size is accepted or refused, and the connection ends in time")
  func contentLength() async throws {
    let place = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", place.path + "/s", "--limit", "frameSeconds=0.2"]
    try await withBridge(arguments, in: place) { bridge in
      let long = "1" + String(repeating: "0", count: 5000)
      let lengths = OddNumbers.texts + ["+1", "0x10", "1 1", "", "００", long]
      for length in lengths {
        let peer = try await bridge.rawUnix()
        #expect(peer.write("Content-Length: \(length)\r\n\r\n{}"), "\(length)")
        // The rest of the message never arrives: frameSeconds ends the connection at the latest.
        _ = peer.write("Content-Length: 1000\r\n\r\n{")
        #expect(peer.rest(within: .seconds(20)) != nil, "\(length)")
      }
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
      #expect(try await bridge.comesToRest())
    }
  }

  @Test("numbers in the claims of a JWT are accepted or refused, and the bridge becomes idle")
  func claims() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge(quickRetries) { bridge in
      let wire = bridge.stdio
      try await wire.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await wire.call("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
      for text in OddNumbers.texts {
        let number = OddNumbers.number(text)
        let identity: JSON = ["db_id": number, "matching": "email", "email": "a@b.c"]
        for claims: JSON in [
          ["matching": .string(identity.text), "exp": number, "iat": number, "nbf": number],
          ["matching": identity, "exp": .string(text)],
          ["matching": .string(#"{"db_id":1,"matching":"profile_id","profile_id":\#(text)}"#)],
        ] {
          let token = JSON.string(TestJWT.with(claims))
          try await wire.call("setJWTProvider", ["provider": ["token": token]])
          do {
            try await wire.call("mobileEvent", ["sid": "p", "eventName": "e"])
          } catch let refused as WireConnection.Refused {
            #expect(refused.code == 402, "\(claims.text)")
          }
        }
      }
      #expect(try await bridge.comesToRest())
    }
  }
}

/// A host that gives one bridge odd input, call by call, and can restore the initial state.
final class CampaignHost: Sendable {
  let bridge: ServiceProcess
  let wire: WireConnection
  let inputs: SchemaPlaces
  private let url: String
  private let group: JSON

  init(_ bridge: ServiceProcess, _ url: String) async throws {
    self.bridge = bridge
    self.url = url
    wire = bridge.stdio
    inputs = SchemaPlaces(
      document: try await wire.call("rpc.discover"), excluding: ["bridge.shutdown"],
      examples: [
        "initialization": ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]],
        "setPushToken": ["provider": "ios-firebase", "pushToken": "t"],
      ])
    group = try await wire.call("bridge.info")["appGroup"] ?? "default"
    try await begin()
  }

  /// Makes the state in which every call finds the data it needs.
  func begin() async throws {
    try await wire.call("setAppGroup", ["groupName": group])
    for name in ["JWT", "APNSToken", "FCMToken", "HMSToken"] {
      try await wire.call("set\(name)Provider", ["provider": nil])
    }
    try await wire.storeToken(url)
    try await wire.call("changePushProviderPriorityList", ["list": ["ios-firebase"]])
    try await wire.call("events.subscribe")
  }

  /// Returns true if the call was answered with a result. Throws when it was not answered at all.
  @discardableResult
  func play(_ method: String, _ parameters: JSON) async throws -> Bool {
    do {
      try await wire.call(method, parameters, within: .seconds(20))
      return true
    } catch is WireConnection.Refused {
      return false
    } catch {
      let ending = bridge.ending.map { "\($0)" } ?? "still runs"
      throw Overdue("\(method) \(parameters.text.prefix(300)): no answer, the bridge: \(ending)")
    }
  }

  @discardableResult
  func play(_ place: SchemaPlace, _ value: JSON) async throws -> Bool {
    var parameters = inputs.parameters(for: place, holding: value)
    // Without `wait` nothing waits, and the time limit has no effect.
    if place.parameter == "waitTimeoutMs", case .object(var object) = parameters {
      object["wait"] = "outcome"
      parameters = .object(object)
    }
    return try await play(place.method, parameters)
  }
}
