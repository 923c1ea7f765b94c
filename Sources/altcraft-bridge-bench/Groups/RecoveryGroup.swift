import Glibc
import System

/// The start of a process after an outage: the time to its first answer, the memory for the pending records,
/// and their effect on the cost of a call.
enum RecoveryGroup {
  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    let counts =
      bench.options.isFull ? [100_000, 1_000_000] : [bench.options.isQuick ? 10_000 : 100_000]
    bench.workspace.allow(seconds: 120)
    let platform = try BaselinePlatform(.outage, bench)
    defer { platform.process.end() }
    var rows: [Row] = []
    for count in counts { rows += try measure(count, platform, bench) }
    return rows
  }

  private static func measure(
    _ count: Int, _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) -> [Row] {
    let title = "\(Double(count).text(decimals: 0)) pending"
    let directories = (bench.workspace.newPath("outbox"), bench.workspace.newPath("outbox"))
    bench.progress.show("recovery: filling in \(title)")
    try fill(directories.0, count, platform, bench)
    try fill(directories.1, 0, platform, bench)

    let wanted = count >= 1_000_000 ? [Goal(.milliseconds, .atMost(1000), of: nil)] : []
    var start = Row(.recovery, "start with \(title)", .milliseconds, goals: wanted)
    var memory = Row(
      .recovery, "memory with \(title)", .residentKilobytes,
      goals: [Goal(.bytesPerRecord, .atMost(200), of: nil)])
    try bench.rounds("recovery: start with \(title)") { _ throws(BenchError) in
      let many = try self.start(directories.0, bench)
      let none = try self.start(directories.1, bench)
      start.add(many.time, of: "bridge")
      start.add(none.time, of: "floor (nothing pending)")
      var resident = many.memory
      let more =
        (many.memory[.residentKilobytes] ?? 0) - (none.memory[.residentKilobytes] ?? 0)
      resident[.bytesPerRecord] = max(more, 0) * 1024 / Double(count)
      memory.add(resident, of: "bridge")
      memory.add(none.memory, of: "floor (nothing pending)")
    }
    let cost = try cost(directories.0, directories.1, title, platform, bench)
    Files.remove(directories.0)
    Files.remove(directories.1)
    return [start, memory, cost]
  }

  /// Fills an outbox by calls, as a host does. The process is then killed, without an orderly end.
  private static func fill(
    _ directory: String, _ count: Int, _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) {
    bench.workspace.allow(seconds: 600)
    let outage = try Outage(bench, platform, inFlight: 256, directory: directory)
    if count > 0 {
      let load = Load(
        template: RequestTemplate(RequestTemplate.mobileEventText), inFlight: 256,
        count: count / outage.wires.count)
      _ = try load.run(over: outage.wires)
    }
    outage.bridge.process.kill()
  }

  /// Measures the time from the start of the process to its first answer, and its memory a little later.
  private static func start(
    _ directory: String, _ bench: Bench
  ) throws(BenchError) -> (time: Sample, memory: Sample) {
    let start = MonotonicTime.now()
    let bridge = try Bridge(bench, directory: directory, limits: Outage.room)
    let wire = RawConnection(bridge.process)
    try wire.demand("bridge.ping")
    let nanoseconds = MonotonicTime.now() - start
    MonotonicTime.sleep(milliseconds: 300)
    let memory = ProcessFigures.memory(of: bridge.process.pid)
    bridge.process.kill()
    return (Sample([.milliseconds: Double(nanoseconds) / 1e6]), memory.sample)
  }

  /// Measures the same calls to a process with many pending records and to one with none.
  private static func cost(
    _ full: String, _ empty: String, _ title: String, _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) -> Row {
    var row = Row(
      .recovery, "64 in flight with \(title)", .cpuMicroseconds,
      goals: [
        Goal(.cpuMicroseconds, .atMost(1.1), of: "floor (nothing pending)"),
        Goal(.perSecond, .atLeast(1 / 1.1), of: "floor (nothing pending)"),
      ])
    bench.workspace.allow(seconds: 120)
    let many = try Outage(bench, platform, inFlight: 64, directory: full)
    let none = try Outage(bench, platform, inFlight: 64, directory: empty)
    let load = Load(
      template: RequestTemplate(RequestTemplate.mobileEventText), inFlight: 64,
      count: bench.count(40_000, quick: 5000))
    CPUs.place(.any, child: nil)
    try bench.rounds("recovery: calls with \(title)") { _ throws(BenchError) in
      row.add(try load.run(over: [many.wires[0]], in: many.bridge.process), of: "bridge")
      row.add(
        try load.run(over: [none.wires[0]], in: none.bridge.process), of: "floor (nothing pending)")
    }
    return row
  }
}
