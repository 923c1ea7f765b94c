import Glibc
import System

/// The latency and rate of events to all subscribers.
///
/// The events come from calls that are refused because there is no configuration: each emits one event, and
/// nothing is written to disk.
enum EventsGroup {
  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    var (alone, many): ([Row], [Row]) = ([], [])
    for count in [1, 8, 64] {
      var one = Row(.events, "one event to \(count)", .p50Microseconds)
      var all = Row(.events, "64 calls at once, to \(count)", .perSecond)
      try measure(count, &one, &all, bench)
      alone.append(one)
      many.append(all)
    }
    return alone + many
  }

  private static func measure(
    _ count: Int, _ alone: inout Row, _ many: inout Row, _ bench: Bench
  ) throws(BenchError) {
    bench.workspace.allow(seconds: 60)
    let bridge = try Bridge(bench, .unix, limits: ["connections": count + 8])
    let caller = RawConnection(bridge.process)
    var subscribers: [RawConnection] = []
    for _ in 0..<count {
      let wire = try bridge.connect()
      try wire.demand("events.subscribe")
      subscribers.append(wire)
    }
    let baseline = try Baseline(.fanout, .unix, bench)
    var listeners: [RawConnection] = []
    for _ in 0..<count { listeners.append(try baseline.connect()) }
    // A connected client may not be accepted yet.
    MonotonicTime.sleep(milliseconds: 50)

    let request = RequestTemplate(RequestTemplate.mobileEventText)
    let events = bench.count(500, quick: 50)
    let waves = bench.count(100, quick: 10)
    try bench.rounds("events to \(count)") { _ throws(BenchError) in
      try measure(
        "bridge", bridge.process, subscribers, events, waves, &alone, &many
      ) { number throws(BenchError) in
        let load = Load(
          template: request, inFlight: number, count: number, expectsErrors: true)
        _ = try load.run(over: [caller])
      }
      try measure(
        "floor (same bytes)", baseline.process, listeners, events, waves, &alone, &many
      ) { number throws(BenchError) in
        try RawConnection(baseline.process).write(Array(repeating: 0x0A, count: number))
      }
    }
  }

  private static func measure(
    _ label: String, _ process: MeasuredProcess, _ subscribers: [RawConnection], _ events: Int,
    _ waves: Int,
    _ alone: inout Row, _ many: inout Row, _ provoke: (Int) throws(BenchError) -> Void
  ) throws(BenchError) {
    var latencies: [UInt64] = []
    for _ in 0..<events {
      let start = MonotonicTime.now()
      try provoke(1)
      try Audience.wait(for: 1, subscribers)
      latencies.append(MonotonicTime.now() - start)
    }
    alone.add(Sample.latencies(sorted: latencies.sorted()), of: label)

    let start = MonotonicTime.now()
    let cpu = ProcessFigures.cpuTime(of: process.pid)
    for _ in 0..<waves {
      try provoke(64)
      try Audience.wait(for: 64, subscribers)
    }
    let delivered = Double(waves * 64 * subscribers.count)
    many.add(
      Sample([
        .perSecond: delivered * 1e9 / Double(MonotonicTime.now() - start),
        .cpuMicroseconds: Double(ProcessFigures.cpuTime(of: process.pid) - cpu) / 1000 / delivered,
      ]), of: label)
  }
}

/// Connections that only listen.
private enum Audience {
  private static let event = Array(#"{"jsonrpc":"2.0","method":"event","#.utf8)

  /// Reads until each connection has received `count` events. Throws on any other message.
  static func wait(for count: Int, _ wires: [RawConnection]) throws(BenchError) {
    var missing = wires.map { _ in count }
    var polls = wires.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
    var open = wires.count
    while open > 0 {
      if wires.count > 1 { _ = poll(&polls, nfds_t(polls.count), 1000) }
      for (index, wire) in wires.enumerated()
      where missing[index] > 0 && (wires.count == 1 || polls[index].revents != 0) {
        try wire.check(wire.reader.fill(from: wire.reading))
        while let isEvent = try wire.reader.nextBegins(with: event) {
          guard isEvent else { throw BenchError("not an event: \(wire.reader.lastText)") }
          missing[index] -= 1
        }
        if missing[index] == 0 {
          open -= 1
          polls[index].fd = -1
        }
      }
    }
  }
}
