import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport

/// A script of the same fifty-odd calls each time: jobs of all kinds, rejected, retried and discarded jobs, a
/// clear in the middle, more jobs, a clean end. With `arguments` the segments are so small that the log
/// rotates and compacts several times.
struct FixedScript {
  static let arguments =
    quickRetries + [
      "--limit", "segmentBytes=16384", "--limit", "recordBytes=4096",
    ]

  let url: String
  var ledger: Ledger
  /// The reported causes of refused durable calls.
  var causes: [String] = []
  /// Errors that a fault of the storage must not cause.
  var surprises: [String] = []

  init(_ simulator: Simulator) throws {
    url = try simulator.start().url
    simulator.clearScript()
    try simulator.script(
      ["rejected-1", "rejected-2"].map {
        ScriptRule(.init(requestID: $0), times: 1, fault: .status(400))
      })
    ledger = Ledger(simulator)
  }

  /// Plays the script to its end, or until the bridge exits.
  mutating func play(_ host: WireConnection) async {
    do {
      try await configure(host)
      for number in 1...14 { try await call("before-\(number)", number, host) }
      try await call("rejected-1", 0, host)
      try await control("outbox.retry", ["requestId": "rejected-1"], host)
      try await call("rejected-2", 0, host)
      try await control("outbox.discard", ["requestId": "rejected-2"], host)
      try await control("setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": 1], host)
      for number in 15...24 { try await call("before-\(number)", number, host) }
      try await control("outbox.flush", ["wait": true], host)
      ledger.mayBeCleared = ledger.acknowledged.union(ledger.unstored)
      ledger.isCleared = try await control("clear", nil, host)
      try await configure(host)
      for number in 1...16 { try await call("after-\(number)", number, host) }
      try await control("outbox.flush", ["wait": true], host)
      try await control("bridge.shutdown", nil, host)
    } catch {
      // The bridge has exited; its last call has no answer.
      let hasEnded = (try? await host.waitForEnd(within: .seconds(5))) != nil
      if !hasEnded { surprises.append("\(error)") }
    }
  }

  private mutating func configure(_ host: WireConnection) async throws {
    let configuration: JSON = ["apiUrl": .string(url), "rToken": "r-1"]
    try await control("initialization", ["configuration": configuration], host)
    try await control(
      "setPushToken", ["provider": "ios-firebase", "pushToken": "stored-token"], host)
  }

  @discardableResult
  private mutating func control(
    _ method: String, _ parameters: JSON?, _ host: WireConnection
  ) async throws -> Bool {
    do {
      try await host.call(method, parameters)
      return true
    } catch let error as WireConnection.Refused {
      // The job was not accepted, or the configuration was not stored.
      if error.code == -32011 { record(error) }
      return false
    }
  }

  private mutating func call(_ id: String, _ number: Int, _ host: WireConnection) async throws {
    let text = JSON.string(String(repeating: "\(number % 10)", count: 700 + number * 13))
    var parameters: JSONObject = ["requestId": .string(id)]
    // The host sometimes waits for the platform, but never for long, as its disk may be broken.
    if number % 4 == 0 {
      parameters["wait"] = "outcome"
      parameters["waitTimeoutMs"] = 2000
    }
    let method: String
    switch number % 3 {
    case 1:
      method = "mobileEvent"
      parameters["sid"] = "px"
      parameters["eventName"] = "seen"
      parameters["payload"] = ["text": text]
    default:
      method = number % 3 == 0 ? "pushSubscribe" : "pushSuspend"
      parameters["customFields"] = ["text": text]
    }
    do {
      let answer = try await host.call(method, .object(parameters))
      if answer["requestId"] == .string(id) {
        ledger.acknowledged.insert(id)
      } else {
        surprises.append("\(id) was answered \(answer.text)")
      }
    } catch let error as WireConnection.Refused {
      if error.code == -32011 {
        ledger.unstored.insert(id)
        record(error)
      } else {
        ledger.refused.insert(id)
      }
    }
  }

  private mutating func record(_ error: WireConnection.Refused) {
    causes.append(error.data["cause"]?.stringValue ?? "none")
    if error.reason != "storageFailed" || error.data["retryable"] != true {
      surprises.append("\(error)")
    }
  }
}

extension FixedScript {
  /// Makes the calls of `round` fail as it says, plays the script, and settles the remaining jobs on an
  /// undamaged disk.
  static func play(
    _ simulator: Simulator, _ faults: FaultyCalls,
    _ afterwards: (FixedScript, ServiceProcess) -> [String]
  ) async throws -> CampaignTally {
    let directory = TemporaryDirectory()
    var script = try FixedScript(simulator)
    let bridge = try faults.serve(arguments, in: directory)
    var problems: [String] = []
    do {
      try await bridge.ready()
      await script.play(bridge.stdio)
    } catch {
      // The bridge exited before it was ready, or it hangs, which the next line detects.
    }
    try await bridge.waitForExit()
    // A truncated last message is not a fault.
    problems += bridge.log.problems.filter { !$0.hasPrefix("ended within") }
    script.ledger.read(simulator)
    problems += script.surprises
    problems += script.ledger.unstored.filter { script.ledger.attempts[$0] != nil }
      .map { "\($0) was not stored, and sent by the same process" }
    problems += afterwards(script, bridge)
    let wasHit = faults.hits > 0
    faults.lift()
    var tally = try await script.ledger.settle(simulator, arguments, in: directory)
    tally.faults = wasHit ? 1 : 0
    tally.problems += problems
    return tally
  }

  /// Returns the number of file calls of the whole script when nothing fails.
  static func calls(_ kinds: FaultyCalls.Kinds) async throws -> Int {
    let (simulator, _) = try platform()
    defer { simulator.stop() }
    let faults = FaultyCalls()
    faults.arm(.nothing, at: 0...0, of: kinds)
    let tally = try await play(simulator, faults) { script, bridge in
      let jobs = script.ledger.acknowledged.count
      return jobs == 42 && bridge.ending == .exited(0)
        ? [] : ["an unharmed bridge accepted \(jobs), ended \(bridge.ending.map { "\($0)" } ?? "")"]
    }
    guard tally.problems.isEmpty else {
      throw Overdue("\(tally.problems)")
    }
    return faults.calls
  }
}
