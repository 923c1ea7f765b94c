import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport

/// The record of the answers that a host got for its jobs, and of the requests that the platform saw for
/// them.
struct Ledger: Sendable {
  struct Attempts: Sendable {
    var delivered = 0
    var count = 0
    var body: String?
    var hasChanged = false
  }

  var acknowledged: Set<String> = []
  /// The jobs not acknowledged, by an error that says they were not stored.
  var refused: Set<String> = []
  /// The jobs not acknowledged because the storage failed: this process must not send them.
  var unstored: Set<String> = []
  /// The jobs that were accepted before a clear.
  var mayBeCleared: Set<String> = []
  var isCleared = false
  private(set) var attempts: [String: Attempts] = [:]
  private var lastRequest: Int

  /// Counts the requests that the platform sees from now on.
  init(_ platform: some SimulatedPlatform) throws {
    lastRequest = try platform.seen(since: 0).last?.index ?? 0
  }

  init(_ simulator: Simulator) { lastRequest = simulator.requests().last?.index ?? 0 }

  /// Reads the simulator's requests. It keeps only the last 10,000, so this has to be called often enough.
  mutating func read(_ simulator: Simulator) {
    record(simulator.seen(since: lastRequest))
  }

  mutating func read(_ platform: some SimulatedPlatform) throws {
    record(try platform.seen(since: lastRequest))
  }

  private mutating func record(_ requests: [SeenRequest]) {
    for request in requests {
      lastRequest = request.index
      guard let id = request.id else { continue }
      var attempts = self.attempts[id] ?? Attempts()
      attempts.count += 1
      if request.wasCarriedOut { attempts.delivered += 1 }
      if let first = attempts.body, first != request.body { attempts.hasChanged = true }
      attempts.body = attempts.body ?? request.body
      self.attempts[id] = attempts
    }
  }

  var duplicates: Int { attempts.values.reduce(0) { $0 + max(0, $1.delivered - 1) } }

  /// The acknowledged jobs that were delivered, also by earlier processes of the bridge.
  var delivered: Set<String> { acknowledged.filter { attempts[$0]?.delivered ?? 0 > 0 } }

  /// The violations that are visible at the platform.
  var problems: [String] {
    attempts.filter(\.value.hasChanged).keys.map { "\($0) was sent with another body" }
      + refused.filter { attempts[$0] != nil }.map { "\($0) was refused, and sent" }
  }
}

extension Ledger {
  /// Starts an undamaged bridge on the data directory, and compares its state and its deliveries with the
  /// answers that the host got. Stops the bridge at the end.
  mutating func settle(
    _ simulator: Simulator, _ arguments: [String], in directory: TemporaryDirectory,
    data: String? = nil
  ) async throws -> CampaignTally {
    var tally = CampaignTally(iterations: 1)
    simulator.clearScript()
    read(simulator)
    let before = attempts
    let start = ContinuousClock.now
    let bridge = try ServiceProcess(
      ["serve", "--data-dir", data ?? ServiceProcess.dataDirectory(in: directory)] + arguments,
      in: directory)
    try await bridge.ready()
    if ContinuousClock.now - start > .seconds(1) { tally.slowStarts += 1 }
    do {
      try await check(bridge, simulator, before: before, &tally)
    } catch {
      throw Overdue("\(error): \(bridge.errorText)")
    }
    try await bridge.crash()
    return tally
  }

  private mutating func check(
    _ bridge: ServiceProcess, _ simulator: Simulator, before: [String: Attempts],
    _ tally: inout CampaignTally
  ) async throws {
    let host = bridge.stdio
    try await host.storeToken(try simulator.start().url)
    try await eventually("everything is delivered") {
      try await host.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    read(simulator)
    tally.acknowledged = acknowledged.count
    for id in acknowledged.sorted() {
      let state = try await host.call("outbox.get", ["requestId": .string(id)]).state
      let isDelivered = attempts[id]?.delivered ?? 0 > 0
      switch state {
      case "delivered" where isDelivered: tally.delivered += 1
      case "rejected" where id.hasPrefix("rejected"): break
      case "cleared" where mayBeCleared.contains(id): break
      case nil where mayBeCleared.contains(id): break
      default:
        tally.missing += 1
        tally.problems.append("\(id) is \(state ?? "unknown")")
      }
      if isCleared, mayBeCleared.contains(id), attempts[id]?.count != before[id]?.count {
        tally.problems.append("\(id) was cleared, and sent after that")
      }
    }
    let counts = try await host.call("bridge.stats")["outbox"] ?? .null
    func count(_ name: String) -> Int { counts[name]?.intValue ?? -1 }
    let ends = ["delivered", "rejected", "expired", "cleared", "lost", "pending"]
    if count("accepted") != ends.reduce(0, { $0 + count($1) })
      || count("accepted") < acknowledged.count
    {
      tally.problems.append("the counters do not add up: \(counts.text)")
    }
    tally.lost = count("lost")
    tally.duplicates = duplicates
    tally.problems += problems
    tally.problems += bridge.log.problems
  }
}
