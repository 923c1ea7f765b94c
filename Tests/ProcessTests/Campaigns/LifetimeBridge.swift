import Foundation
import JSONCodec
import Synchronization
import TestSupport

/// A bridge whose memory, descriptors, threads and connections are measured while calls are made. Everything
/// it keeps on purpose (events, outcomes, segments) has small limits, so that it is full after the warm-up.
final class LifetimeBridge {
  /// The bytes that one call may leave. Repeated runs without a leak left up to 20, as memory is counted in
  /// pages; a call that is never released takes 400.
  static let bytesPerCall = 100
  /// The bytes that one connection may leave. Repeated runs without a leak left up to 2,200; a connection
  /// that is never released takes 10,000.
  static let bytesPerConnection = 3000
  /// The growth that no repetition caused: tables and pages that are filled for the first time. A call that is
  /// never released exceeds it after 10,000 repetitions.
  static let spareBytes = 4 << 20
  /// The journal may open two descriptors, for a segment and its spare, and the delivery four connections.
  static let spareDescriptors = 6
  static let spareThreads = 6

  let process: ServiceProcess
  let address: BridgeAddress
  let calls: DeclaredCalls
  let token: String
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
        "--websocket", "127.0.0.1:0",
        "--app-group", DeclaredCalls.appGroup,
      ] + quickRetries + limits.flatMap { ["--limit", $0] }, in: directory, log: WireLog(nil))
    try await process.ready()
    address = BridgeAddress(
      path: try await process.endpoint("unix:"),
      port: UInt16(try await process.endpoint("tcp:127.0.0.1:")) ?? 0,
      webSocketPort: UInt16(try await process.endpoint("ws:127.0.0.1:")) ?? 0)
    token = try String(
      contentsOfFile: process.dataDirectory + "/rpc.token", encoding: .utf8
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    calls = try DeclaredCalls(platform: server.url(""), token: token)
    if CampaignLength.isLong { try fillOutcomes() }
  }

  /// Fills the table of outcomes. It keeps the last 10,000; once it is full, further outcomes take no memory.
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

  /// Sets whether the platform answers 503 to all requests.
  func setPlatform(fails: Bool) { isFailing.value.store(fails, ordering: .relaxed) }

  func nextID() -> String {
    lastID += 1
    return "c-\(lastID)"
  }

  /// Returns a connected host that answers as in the examples, in the state that the calls need.
  func host(_ wire: BusyHost.Wire) throws -> BusyHost {
    let host = try stranger(wire)
    try host.exchange(
      calls.preparation.map { $0.message(id: nextID()) }, answers: calls.preparation.count)
    return host
  }

  /// Returns a host that is connected only.
  func stranger(_ wire: BusyHost.Wire) throws -> BusyHost {
    let host = try BusyHost(wire, address)
    host.results = calls.callbacks
    host.results["provider.getJWT"] = .string(TestJWT.ann)
    return host
  }

  func stop() async throws {
    try await process.stdio.call("bridge.shutdown")
    let ending = try await process.waitForExit()
    guard ending == .exited(0) else { throw Overdue("\(ending)") }
  }
}

/// The figures of a bridge before and after many repetitions.
struct Growth: CustomStringConvertible {
  let calls: Int
  /// The median over the segments of the campaign: a one-time allocation affects only one of them.
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

  /// Returns the problems. The bridge keeps the outcomes of durable calls, and the shorter forms do not fill
  /// their table: it does not judge their memory.
  func problems(
    whereWorkIsMade makesWork: Bool, bytesPerCall bound: Int = LifetimeBridge.bytesPerCall
  ) -> [String] {
    if makesWork, !CampaignLength.isLong { return leftOpen }
    let left = "each of \(calls) calls left \(bytesPerCall) bytes"
    let grown = (last.privateKilobytes - first.privateKilobytes) * 1024
    return (bytesPerCall > bound && grown > LifetimeBridge.spareBytes ? [left] : []) + leftOpen
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
  /// The number of repetitions: a warm-up, then segments with a measurement at the end of each.
  struct Repetitions {
    let warmUp: Int
    let segments: Int
    /// The rounds of each segment in the shorter forms. The long form makes 10,000 in all, as far as the time
    /// allows.
    let rounds: Int

    var roundsPerSegment: Int { CampaignLength.isLong ? 10_000 / segments : rounds }
  }

  /// The number of kinds that share the time of the long form.
  private static let kinds = 50

  /// Plays rounds and measures what they leave. `round` returns the number of calls it made.
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
    let budget = CampaignLength.budget(short: .max, quick: 3600, long: 3600).time / Self.kinds
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

  /// Returns the figures after all hosts have disconnected and all jobs are delivered. Waits for descriptors
  /// and threads that close a little later than the connection.
  private func settled(_ before: ProcessFigures?) async throws -> ProcessFigures {
    let control = process.stdio
    setPlatform(fails: false)
    // Retries are limited to ten a second, so many jobs take a while.
    var pending = Int.max
    var left = JSON.null
    while pending > 0 {
      let before = pending
      try await eventually(
        "more jobs are delivered, connections are closed: \(left)", within: .seconds(20)
      ) {
        try await control.call("outbox.flush", ["wait": true])
        left = try await control.call("bridge.stats")
        pending = left["outbox"]?["pending"]?.intValue ?? 0
        return pending < before && (pending > 0 || left["connections"]?["open"] == 1)
      }
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
