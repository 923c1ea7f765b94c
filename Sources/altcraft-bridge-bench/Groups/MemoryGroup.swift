import Glibc
import System

/// The memory and threads of an idle bridge, in total and for each connection.
enum MemoryGroup {
  private static let connections = 32

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    var idle = Row(.memory, "idle", .privateKilobytes)
    var afterwards = Row(.memory, "idle again, after \(deliveries) deliveries", .privateKilobytes)
    var each = Row(.memory, "each of \(connections) connections", .privateKilobytes)
    try bench.rounds("memory") { _ throws(BenchError) in
      let bridge = try Bridge(bench, .unix, limits: ["connections": 128])
      try measure("bridge", bridge.process, &idle, &each) { () throws(BenchError) in
        try bridge.connect()
      }
      afterwards.add(try afterDeliveries(bench), of: "bridge")
      let baseline = try Baseline(.json, .unix, bench)
      try measure("floor (json)", baseline.process, &idle, &each) { () throws(BenchError) in
        try baseline.connect()
      }
    }
    return [idle, afterwards, each]
  }

  private static let deliveries = 500

  /// Measures a second after the connections were closed, which is 30 s after the last delivery.
  private static func afterDeliveries(_ bench: Bench) throws(BenchError) -> Sample {
    bench.workspace.allow(seconds: 90)
    let platform = try BaselinePlatform(.answering, bench)
    defer { platform.process.end() }
    let bridge = try Bridge(bench)
    defer { bridge.process.end() }
    let wire = RawConnection(bridge.process)
    try wire.demand("initialization", platform.configuration)
    _ = try Load(
      template: RequestTemplate(RequestTemplate.deliveryEventText), inFlight: 64, count: deliveries
    ).run(over: [wire])
    for _ in 0..<1000 {
      if try BridgeStatistics(wire).delivered >= deliveries {
        MonotonicTime.sleep(milliseconds: 31_000)
        return settled(bridge.process).sample
      }
      MonotonicTime.sleep(milliseconds: 10)
    }
    throw BenchError("not everything was delivered")
  }

  private static func measure(
    _ label: String, _ process: MeasuredProcess, _ idle: inout Row, _ each: inout Row,
    _ connect: () throws(BenchError) -> RawConnection
  ) throws(BenchError) {
    let ping = Load(
      template: RequestTemplate(RequestTemplate.pingText), inFlight: 1, count: 10)
    // A first connection exists and is answered: the cost of a first use is not a cost of each connection.
    let first = try connect()
    _ = try ping.run(over: [first])
    idle.add(settled(process).sample, of: label)
    // The bridge has given back the memory of its code after the start, and the first connections need some of it again.
    var wires: [RawConnection] = []
    func connectMore() throws(BenchError) -> ProcessFigures.Memory {
      for _ in 0..<connections { wires.append(try connect()) }
      _ = try ping.run(over: wires)
      return settled(process)
    }
    let before = try connectMore()
    let after = try connectMore()
    let count = Double(connections)
    each.add(
      Sample([
        .privateKilobytes: (after.privateKilobytes - before.privateKilobytes) / count,
        .residentKilobytes: (after.residentKilobytes - before.residentKilobytes) / count,
        .threads: (after.threads - before.threads) / count,
      ]), of: label)
    withExtendedLifetime((first, wires)) { process.end() }
  }

  private static func settled(_ process: MeasuredProcess) -> ProcessFigures.Memory {
    MonotonicTime.sleep(milliseconds: 200)
    return ProcessFigures.memory(of: process.pid)
  }
}

extension ProcessFigures.Memory {
  var sample: Sample {
    Sample([
      .privateKilobytes: privateKilobytes, .residentKilobytes: residentKilobytes,
      .threads: threads,
    ])
  }
}
