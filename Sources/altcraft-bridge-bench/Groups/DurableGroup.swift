import JSONCodec
import System

/// The cost of calls that are answered once they survive a power failure, compared with the disk alone.
///
/// The platform answers 503 with a pause of an hour, so that nothing is delivered after the first attempt.
enum DurableGroup {
  private struct Workload {
    let name: String
    let placement: CPUs.Placement
    let inFlight: Int
    let count: Int
    var connections = 1
    var limit = 64

    /// The maximum number of records that share one sync.
    var together: Int { inFlight * connections }
  }

  private static func workloads(_ bench: Bench) -> [Workload] {
    let one = bench.count(2000, quick: 300)
    let many = bench.count(60_000, quick: 6000)
    return [
      Workload(name: "1 in flight, one CPU", placement: .one, inFlight: 1, count: one),
      Workload(name: "1 in flight, two CPUs", placement: .two, inFlight: 1, count: one),
      Workload(name: "64 in flight", placement: .any, inFlight: 64, count: many),
      Workload(name: "512 in flight", placement: .any, inFlight: 512, count: many),
      Workload(
        name: "512 in flight, inFlight=512", placement: .any, inFlight: 512, count: many, limit: 512
      ),
      Workload(
        name: "8 connections, 64 in flight each", placement: .any, inFlight: 64, count: many / 8,
        connections: 8),
    ]
  }

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    bench.workspace.allow(seconds: 120)
    let platform = try BaselinePlatform(.outage, bench)
    defer { platform.process.end() }
    let disk = try DiskBaseline(bench)
    let usual = try Outage(bench, platform, inFlight: 64)
    let wide = try Outage(bench, platform, inFlight: 512)
    let workloads = workloads(bench)
    var rows = workloads.map { workload in
      workload.together == 1
        ? Row(
          .durable, workload.name, .p50Microseconds,
          goals: workload.placement == .one
            ? [Goal(.p50Microseconds, .atMost(1.15), of: composite)] : [])
        : Row(.durable, workload.name, .perSecond, goals: goals(workload))
    }
    let sqlite = try SQLiteBaseline(bench)
    try bench.rounds("durable") { _ throws(BenchError) in
      for (index, workload) in workloads.enumerated() {
        let outage = workload.limit == 64 ? usual : wide
        try measure(workload, outage, disk, sqlite, into: &rows[index])
      }
    }
    return rows
  }

  private static func goals(_ workload: Workload) -> [Goal] {
    switch (workload.together, workload.limit) {
    case (64, 64):
      [
        Goal(.perSecond, .atLeast(0.45), of: "floor (disk)"),
        Goal(.cpuMicroseconds, .atMost(9), of: nil),
      ]
    case (512, 512):
      [Goal(.perSecond, .atLeast(0.15), of: "floor (disk)")]
    default: []
    }
  }

  private static let composite = "floor (disk + round trip)"

  private static func measure(
    _ workload: Workload, _ outage: Outage, _ disk: DiskBaseline, _ sqlite: SQLiteBaseline?,
    into row: inout Row
  ) throws(BenchError) {
    let process = outage.bridge.process
    let load = Load(
      template: RequestTemplate(RequestTemplate.mobileEventText), inFlight: workload.inFlight,
      count: workload.count)
    CPUs.place(workload.placement, child: process.pid)
    row.add(
      try load.run(over: Array(outage.wires.prefix(workload.connections)), in: process),
      of: "bridge")
    let raw = try disk.run(
      bytes: outage.recordBytes, records: workload.together,
      count: max(workload.count * workload.connections / workload.together, 50))
    let table = try sqlite?.run(
      bytes: outage.recordBytes, records: workload.together,
      count: max(workload.count * workload.connections / workload.together / 4, 20))
    guard workload.together == 1 else {
      row.add(raw, of: "floor (disk)")
      if let table { row.add(table, of: "SQLite") }
      return
    }
    let ping = try Load(
      template: RequestTemplate(RequestTemplate.pingText), inFlight: 1, count: workload.count
    ).run(over: [outage.wires[0]], in: process)
    var sum = Sample()
    for quantity in [Quantity.p50Microseconds, .p90Microseconds, .p99Microseconds] {
      sum[quantity] = (raw[quantity] ?? 0) + (ping[quantity] ?? 0)
    }
    row.add(sum, of: composite)
    row.add(raw, of: "disk alone")
    row.add(ping, of: "round trip alone")
    if let table { row.add(table, of: "SQLite") }
  }
}

/// A bridge whose platform is down for an hour, so that its outbox only grows.
final class Outage {
  let bridge: Bridge
  let wires: [RawConnection]
  /// The size of one event in the outbox.
  let recordBytes: Int

  /// The raised limits of the outbox, because its size is not under test.
  static let room = ["outboxRecords": 10_000_000, "outboxBytes": Int(Int32.max)]

  init(
    _ bench: Bench, _ platform: BaselinePlatform, inFlight: Int, connections: Int = 7,
    directory: String? = nil
  ) throws(BenchError) {
    let limits = Self.room.merging(["inFlight": inFlight, "connections": 128]) { $1 }
    bridge = try Bridge(bench, .unix, directory: directory, limits: limits)
    // The pipe is first: most hosts use it.
    wires = [RawConnection(bridge.process)] + (try Outage.connections(to: bridge, connections))
    try wires[0].demand("initialization", platform.configuration)
    for wire in wires {
      _ = try Load(
        template: RequestTemplate(RequestTemplate.mobileEventText), inFlight: 16, count: 64
      ).run(over: [wire])
    }
    recordBytes = try Outage.waitForPause(wires[0])
  }

  private static func connections(to bridge: Bridge, _ count: Int) throws(BenchError)
    -> [RawConnection]
  {
    var wires: [RawConnection] = []
    for _ in 0..<count { wires.append(try bridge.connect()) }
    return wires
  }

  /// Waits for the first attempt and its answer. Returns the bytes of a record.
  private static func waitForPause(_ wire: RawConnection) throws(BenchError) -> Int {
    for _ in 0..<200 {
      let statistics = try BridgeStatistics(wire)
      if statistics.attempts > 0 {
        MonotonicTime.sleep(milliseconds: 200)
        return max(statistics.bytes / max(statistics.pending, 1), 1)
      }
      MonotonicTime.sleep(milliseconds: 50)
    }
    throw BenchError("nothing was delivered")
  }
}

/// The result of `bridge.stats`.
struct BridgeStatistics {
  let pending: Int
  let delivered: Int
  let bytes: Int
  let attempts: Int

  init(_ wire: RawConnection) throws(BenchError) {
    let text = try wire.demand("bridge.stats")
    let result = (try? JSONParser.parse(Array(text.utf8)).value)?["result"]
    guard let outbox = result?["outbox"], let pending = outbox["pending"]?.intValue,
      let delivered = outbox["delivered"]?.intValue, let bytes = outbox["bytes"]?.intValue,
      let attempts = result?["delivery"]?["attempts"]?.intValue
    else { throw BenchError("bridge.stats: \(text)") }
    self.pending = pending
    self.delivered = delivered
    self.bytes = bytes
    self.attempts = attempts
  }
}
