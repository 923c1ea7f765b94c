import Foundation
import JSONCodec
import Synchronization
import TestSupport

/// A bridge whose memory, descriptors, threads and connections are measured while calls are made. What it
/// keeps on purpose (events, outcomes, segments) has small limits, so that it is full after the warm-up.
final class LifetimeBridge {
  /// What one call may leave behind. Repeated runs without a leak left up to 20, as memory is counted in
  /// pages; a call that is never released takes 400.
  static let bytesPerCall = 100
  /// What one connection may leave behind. Repeated runs without a leak left up to 2,200; a connection that
  /// is never released takes 10,000.
  static let bytesPerConnection = 3000
  /// The journal may open two, for a segment and its spare.
  static let spareDescriptors = 2
  static let spareThreads = 6

  let process: ServiceProcess
  let address: BridgeAddress
  let calls: DeclaredCalls
  var platform: String { server.url("") }
  private let server: FaultyHTTPServer
  private let isFailing: Flag
  private var lastID = 0

  init() async throws {
    let isFailing = Flag()
    server = FaultyHTTPServer { _ in
      .answer(status: isFailing.value.load(ordering: .relaxed) ? 503 : 200)
    }
    self.isFailing = isFailing
    isFailing.value.store(false, ordering: .relaxed)
    let directory = TemporaryDirectory()
    let limits = [
      "eventBuffer=8", "segmentBytes=1048576", "recordBytes=16384",
      "callbackSeconds=0.2", "authSeconds=0.2",
    ]
    process = try ServiceProcess(
      serving: [
        "--stdio", "--socket", directory.path + "/run/s", "--listen", "127.0.0.1:0",
        "--app-group", DeclaredCalls.appGroup,
      ] + quickRetries + limits.flatMap { ["--limit", $0] }, in: directory, log: WireLog(nil))
    try await process.ready()
    address = BridgeAddress(
      path: try await process.endpoint("unix:"),
      port: UInt16(try await process.endpoint("tcp:127.0.0.1:")) ?? 0)
    let token = try String(
      contentsOfFile: process.dataDirectory + "/rpc.token", encoding: .utf8)
    calls = try DeclaredCalls(
      try await process.stdio.call("rpc.discover"), platform: server.url(""),
      token: token.trimmingCharacters(in: .whitespacesAndNewlines))
    if CampaignLength.isLong { try fillOutcomes() }
  }

  /// The outcomes of the last 10,000 pieces of work are kept. Once there are so many, more take no memory.
  private func fillOutcomes() throws {
    let host = try host(.unixLines)
    for _ in 0..<103 {
      let calls = (0..<100).map { _ in
        let id = nextID()
        return DeclaredCall(
          method: "deliveryEvent", parameters: ["messageUID": .string(id)], isDurable: true
        ).message(id: id)
      }
      try host.exchange(calls, answers: calls.count)
    }
    host.close()
  }

  /// Whether the platform answers 503 to all.
  func setPlatform(fails: Bool) { isFailing.value.store(fails, ordering: .relaxed) }

  func nextID() -> String {
    lastID += 1
    return "c-\(lastID)"
  }

  /// A connected host that answers as the examples do, with the state made that the calls need.
  func host(_ wire: BusyHost.Wire) throws -> BusyHost {
    let host = try stranger(wire)
    try host.exchange(
      calls.preparation.map { $0.message(id: nextID()) }, answers: calls.preparation.count)
    return host
  }

  /// A host that is connected, and no more.
  func stranger(_ wire: BusyHost.Wire) throws -> BusyHost {
    let host = try BusyHost(wire, address)
    host.results = calls.callbacks
    host.results["provider.getJWT"] = .string(TestJWT.ann)
    return host
  }

  func stop() async throws {
    try await process.stdio.call("bridge.shutdown")
    let ending = try await process.waitForExit()
    guard ending == .exited(0) else { throw WireConnection.Overdue(description: "\(ending)") }
  }
}

/// What a bridge took before and after many repetitions.
struct Growth: CustomStringConvertible {
  let calls: Int
  /// The median over the segments of the campaign: what is allocated once is in one of them only.
  let bytesPerCall: Int
  let first: ProcessFigures
  let last: ProcessFigures

  init(_ figures: [ProcessFigures], callsPerSegment: [Int]) {
    calls = callsPerSegment.reduce(0, +)
    let growths = zip(zip(figures, figures.dropFirst()), callsPerSegment).map { pair, count in
      (pair.1.privateKilobytes - pair.0.privateKilobytes) * 1024 / max(1, count)
    }
    bytesPerCall = growths.sorted()[growths.count / 2]
    first = figures[0]
    last = figures[figures.count - 1]
  }

  /// What is wrong. The outcomes of calls that make work are kept, and not yet as many as can be in the
  /// quick form: there their memory is not judged.
  func problems(
    whereWorkIsMade makesWork: Bool, bytesPerCall bound: Int = LifetimeBridge.bytesPerCall
  ) -> [String] {
    if makesWork, !CampaignLength.isLong { return leftOpen }
    let left = "each of \(calls) calls left \(bytesPerCall) bytes"
    return (bytesPerCall > bound ? [left] : []) + leftOpen
  }

  private var leftOpen: [String] {
    var problems: [String] = []
    if last.descriptors > first.descriptors + LifetimeBridge.spareDescriptors {
      problems.append("descriptors grew from \(first.descriptors) to \(last.descriptors)")
    }
    if last.threads > first.threads + LifetimeBridge.spareThreads {
      problems.append("threads grew from \(first.threads) to \(last.threads)")
    }
    return problems
  }

  var description: String {
    """
    calls \(calls), bytes per call \(bytesPerCall), private \(first.privateKilobytes) to \
    \(last.privateKilobytes) kB, descriptors \(first.descriptors) to \(last.descriptors), \
    threads \(first.threads) to \(last.threads)
    """
  }
}

extension LifetimeBridge {
  /// How often something is repeated: after a warm-up, in segments, each with a measurement at its end.
  struct Repetitions {
    let warmUp: Int
    let segments: Int
    /// In each segment, of the quick form. The long form makes 10,000 in all, as far as the time goes.
    let rounds: Int

    var roundsPerSegment: Int { CampaignLength.isLong ? 10_000 / segments : rounds }
  }

  /// The number of kinds that share the time of the long form.
  private static let kinds = 50

  /// Plays rounds and measures what they leave. `round` returns how many calls it made.
  func growth(
    of name: String, _ repetitions: Repetitions,
    _ round: (Int) async throws -> Int
  ) async throws -> Growth {
    var number = 0
    for _ in 0..<repetitions.warmUp {
      _ = try await round(number)
      number += 1
    }
    var figures = [try await settled(nil)]
    var counts: [Int] = []
    let budget = CampaignLength.budget(quick: 3600, long: 3600) / Self.kinds
    for _ in 0..<repetitions.segments {
      let end = ContinuousClock.now + budget / repetitions.segments
      var count = 0
      for _ in 0..<repetitions.roundsPerSegment where ContinuousClock.now < end {
        count += try await round(number)
        number += 1
      }
      counts.append(count)
      figures.append(try await settled(figures[0]))
    }
    let growth = Growth(figures, callsPerSegment: counts)
    report("campaign: lifetimes: \(name): rounds \(number), \(growth)")
    return growth
  }

  /// The figures once all hosts are gone and all work is delivered. Waits for descriptors and threads that
  /// are closed a little later than the connection.
  private func settled(_ before: ProcessFigures?) async throws -> ProcessFigures {
    let control = process.stdio
    setPlatform(fails: false)
    try await eventually("work is delivered, connections are closed", within: .seconds(20)) {
      try await control.call("outbox.flush", ["wait": true])
      let stats = try await control.call("bridge.stats")
      return stats["outbox"]?["pending"] == 0 && stats["connections"]?["open"] == 1
    }
    var figures = ProcessFigures(of: process.pid)
    let end = ContinuousClock.now + .seconds(3)
    while let before, ContinuousClock.now < end,
      figures.descriptors > before.descriptors + Self.spareDescriptors
        || figures.threads > before.threads + Self.spareThreads
    {
      try await Task.sleep(for: .milliseconds(20))
      figures = ProcessFigures(of: process.pid)
    }
    return figures
  }
}
