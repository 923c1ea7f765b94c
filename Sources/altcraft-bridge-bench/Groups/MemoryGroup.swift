import Glibc
import System

/// The memory and threads of an idle bridge, in total and for each connection.
enum MemoryGroup {
  private static let connections = 32

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    var idle = Row(.memory, "idle", .privateKilobytes)
    var each = Row(.memory, "each of \(connections) connections", .privateKilobytes)
    try bench.rounds("memory") { _ throws(BenchError) in
      let bridge = try Bridge(bench, .unix)
      try measure("bridge", bridge.process, &idle, &each) { () throws(BenchError) in
        try bridge.connect()
      }
      let baseline = try Baseline(.json, .unix, bench)
      try measure("floor (json)", baseline.process, &idle, &each) { () throws(BenchError) in
        try baseline.connect()
      }
    }
    return [idle, each]
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
    let before = settled(process)
    var wires: [RawConnection] = []
    for _ in 0..<connections { wires.append(try connect()) }
    _ = try ping.run(over: wires)
    let after = settled(process)
    idle.add(before.sample, of: label)
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
