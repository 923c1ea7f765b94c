/// The effect of more connections, on all processors, with 8 calls in flight on each.
enum ScalingGroup {
  private static let connections = [1, 2, 4, 8, 16, 32, 64]

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    bench.workspace.allow(seconds: 60)
    let platform = try BaselinePlatform(.outage, bench)
    defer { platform.process.end() }
    let pings = try Bridge(bench, .unix, limits: ["connections": 128])
    let baseline = try Baseline(.json, .unix, bench)
    let disk = try DiskBaseline(bench)
    let outage = try Outage(bench, platform, inFlight: 64, connections: 64)
    var (wires, baselineWires): ([RawConnection], [RawConnection]) = ([], [])
    for _ in 0..<64 {
      wires.append(try pings.connect())
      baselineWires.append(try baseline.connect())
    }
    var rows = connections.map { Row(.scaling, "ping, \($0) connections", .perSecond) }
    var durable = connections.map { Row(.scaling, "mobileEvent, \($0) connections", .perSecond) }
    let count = bench.count(200_000, quick: 20_000)
    let ping = RequestTemplate(RequestTemplate.pingText)
    let event = RequestTemplate(RequestTemplate.mobileEventText)
    CPUs.place(.any, child: nil)
    try bench.rounds("scaling") { _ throws(BenchError) in
      for (index, number) in connections.enumerated() {
        let load = Load(template: ping, inFlight: 8, count: count / number)
        rows[index].add(
          try load.run(over: Array(wires.prefix(number)), in: pings.process), of: "bridge")
        rows[index].add(
          try load.run(over: Array(baselineWires.prefix(number)), in: baseline.process),
          of: "floor (json)")
        let events = Load(
          template: event, inFlight: 8, count: min(count / 10, 1000 * number) / number)
        durable[index].add(
          try events.run(
            over: Array(outage.wires.dropFirst().prefix(number)), in: outage.bridge.process),
          of: "bridge")
        durable[index].add(
          try disk.run(bytes: outage.recordBytes, records: 8 * number, count: 50),
          of: "floor (disk)")
      }
    }
    return rows + durable
  }
}
