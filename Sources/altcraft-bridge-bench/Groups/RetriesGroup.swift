import System

/// The cost of a day without the platform: the number of attempts, and the CPU time of the attempts, of one after a
/// long pause, which opens a connection, and of waiting.
enum RetriesGroup {
  /// The factor by which pauses are shorter than in real time: 300 s become 60 ms.
  private static let speed = 5000.0
  private static let day = 86_400.0
  /// The shortened pauses. The bridge accepts none below 10 ms, so the first attempts are not as frequent.
  static let pauses = ["retryFirstSeconds": max(0.01, 1 / speed), "retryMaxSeconds": 300 / speed]
  private static let pending = 1000

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    // A quarter of a day is enough, unless a full run is requested.
    let share = bench.options.isFull ? 1.0 : bench.options.isQuick ? 0.05 : 0.25
    let title = "\(Double(pending).text(decimals: 0)) pending"
    var tries = Row(.retries, "attempts of a day, \(title)", .attempts)
    var first = Row(.retries, "one attempt with a new connection", .cpuMilliseconds)
    var waiting = Row(.retries, "a day of waiting, \(title)", .cpuMilliseconds)
    var all = Row(.retries, "a day in all, \(title)", .cpuMilliseconds)
    let platform = try BaselinePlatform(.outage, bench)
    defer { platform.process.end() }
    CPUs.place(.any, child: nil)
    try bench.rounds("retries") { _ throws(BenchError) in
      let tried = try attempts(share, bench)
      let one = try firstAttempt(platform, bench)
      let idle = try wait(platform, bench)
      tries.add(tried, of: "bridge")
      first.add(Sample([.cpuMilliseconds: one]), of: "bridge")
      waiting.add(Sample([.cpuMilliseconds: idle]), of: "bridge")
      let count = tried[.attempts] ?? 0
      all.add(Sample([.attempts: count, .cpuMilliseconds: count * one + idle]), of: "bridge")
    }
    return [tries, first, waiting, all]
  }

  /// Measures attempts with no listener at the platform's port, and with all pauses shortened.
  private static func attempts(_ share: Double, _ bench: Bench) throws(BenchError) -> Sample {
    let bridge = try Bridge(bench, more: pauses.flatMap { ["--limit", "\($0.key)=\($0.value)"] })
    defer { bridge.process.end() }
    let wire = RawConnection(bridge.process)
    try fill(wire, url: "http://127.0.0.1:1")
    try waitForAttempt(wire)
    let before = (count: try BridgeStatistics(wire).attempts, cpu: cpuTime(of: bridge))
    let start = MonotonicTime.now()
    MonotonicTime.sleep(milliseconds: Int(day / speed * share * 1000))
    let after = (count: try BridgeStatistics(wire).attempts, cpu: cpuTime(of: bridge))
    let days = Double(MonotonicTime.now() - start) / 1e9 * speed / day
    return Sample([
      .attempts: Double(after.count - before.count) / days,
      .cpuMilliseconds: Double(after.cpu - before.cpu) / 1e6 / days,
    ])
  }

  /// Measures the CPU time from the call to the pause that the platform requests.
  private static func firstAttempt(
    _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) -> Double {
    let bridge = try Bridge(bench)
    defer { bridge.process.end() }
    let wire = RawConnection(bridge.process)
    try wire.demand("initialization", platform.configuration)
    let before = cpuTime(of: bridge)
    _ = try Load(
      template: RequestTemplate(RequestTemplate.mobileEventText), inFlight: 1, count: 1
    ).run(over: [wire])
    try waitForAttempt(wire)
    return Double(cpuTime(of: bridge) - before) / 1e6
  }

  /// Measures the CPU time of a bridge with pending jobs and nothing to do, scaled to a day of real time.
  private static func wait(_ platform: BaselinePlatform, _ bench: Bench) throws(BenchError)
    -> Double
  {
    let bridge = try Bridge(bench)
    defer { bridge.process.end() }
    let wire = RawConnection(bridge.process)
    try fill(wire, url: platform.url)
    try waitForAttempt(wire)
    // The cleanup after the attempt does not count as waiting.
    MonotonicTime.sleep(milliseconds: 1500)
    let (start, before) = (
      MonotonicTime.now(), ProcessFigures.cpuTime(of: bridge.process.pid)
    )
    MonotonicTime.sleep(milliseconds: bench.count(5000, quick: 1000))
    let used = ProcessFigures.cpuTime(of: bridge.process.pid) - before
    return Double(used) / 1e6 * day / (Double(MonotonicTime.now() - start) / 1e9)
  }

  private static func fill(_ wire: RawConnection, url: String) throws(BenchError) {
    try wire.demand("initialization", BaselinePlatform.configuration(url))
    let load = Load(
      template: RequestTemplate(RequestTemplate.deliveryEventText), inFlight: 64, count: pending)
    _ = try load.run(over: [wire])
  }

  /// Waits for the first attempt, and until it is over.
  private static func waitForAttempt(_ wire: RawConnection) throws(BenchError) {
    for _ in 0..<200 {
      if try BridgeStatistics(wire).attempts > 0 {
        MonotonicTime.sleep(milliseconds: 300)
        return
      }
      MonotonicTime.sleep(milliseconds: 20)
    }
    throw BenchError("nothing was delivered")
  }

  private static func cpuTime(of bridge: Bridge) -> UInt64 {
    ProcessFigures.cpuTime(of: bridge.process.pid)
  }
}
