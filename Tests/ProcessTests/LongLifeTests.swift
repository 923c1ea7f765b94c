import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests of many deliveries through one bridge: each arrives once, and neither process grows. A few thousand
/// here; `Tests/long-life` makes as many as requested and shows the figures.
@Suite struct LongLifeTests {
  @Test("continuous deliveries cause no repetition and no growth of memory, descriptors or threads")
  func series() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["LONG_LIFE_DELIVERIES"].flatMap { Int($0) } ?? 4000
    let seconds = environment["LONG_LIFE_SECONDS"].flatMap { Int($0) } ?? 120
    let life = try await LongLife(count: count)

    try await life.live(for: .seconds(seconds))

    let figures = life.figures
    let early = try #require(figures.dropFirst().first)
    let last = try #require(figures.last)
    #expect(life.arrivals.repeated == 0)
    #expect(life.arrivals.distinct == life.sent && life.refused == 0)
    // The tolerance covers caches that fill, and the journal's table of completed jobs, which grows to 10,000
    // entries.
    #expect(last.bridge.residentKilobytes < early.bridge.residentKilobytes + 12 << 10)
    for figure in figures.dropFirst() {
      #expect(figure.bridge.descriptors <= early.bridge.descriptors + 4)
      #expect(figure.bridge.threads <= early.bridge.threads + 6)
    }
    try await life.end()
  }
}

private final class LongLife {
  struct Figure {
    let deliveries: Int
    let bridge: ProcessFigures
  }

  private let count: Int
  private let bridge: ServiceProcess
  private let server: FaultyHTTPServer
  private let host: PlainHost
  let arrivals: Arrivals
  private(set) var sent = 0
  private(set) var figures: [Figure] = []

  init(count: Int) async throws {
    self.count = count
    let arrivals = Arrivals(count)
    self.arrivals = arrivals
    server = FaultyHTTPServer { request in
      arrivals.record(request)
      return .answer(status: 200)
    }
    let directory = TemporaryDirectory()
    bridge = try ServiceProcess(
      serving: ["--stdio", "--socket", directory.path + "/run/s"], in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(server.url(""))
    host = try PlainHost(await bridge.endpoint("unix:"))
  }

  var refused: Int { host.refused }

  func live(for time: Duration) async throws {
    let start = ContinuousClock.now
    let step = min(50_000, max(1, count / 10))
    while arrivals.distinct < count, ContinuousClock.now - start < time {
      if arrivals.distinct >= figures.count * step { look(since: start) }
      if sent < count, sent - arrivals.distinct < 400 {
        try host.call((sent..<min(sent + 50, count)).map(Self.call))
        sent = min(sent + 50, count)
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    let (arrivals, sent) = (self.arrivals, self.sent)
    try await eventually("the last ones") { arrivals.distinct == sent }
    try await eventually("all is settled") {
      try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    look(since: start)
  }

  func end() async throws {
    let outbox = try await bridge.stdio.call("bridge.stats")["outbox"]
    #expect(outbox?["accepted"] == .int(sent) && outbox?["delivered"] == .int(sent))
    expectTidy(bridge)
    try await stop(bridge)
  }

  private func look(since start: ContinuousClock.Instant) {
    let figure = Figure(deliveries: arrivals.distinct, bridge: ProcessFigures(of: bridge.pid))
    figures.append(figure)
    let seconds = (ContinuousClock.now - start).components.seconds
    print(
      "long-life: \(figure.deliveries) deliveries in \(seconds) s, repeated \(arrivals.repeated);",
      "bridge: \(figure.bridge)")
  }

  /// Returns a call, of each kind of lane in turn; most calls have a separate lane.
  private static func call(_ number: Int) -> String {
    let (method, parameters) =
      switch number % 20 {
      case 0: ("pushSubscribe", #""customFields":{"n":\#(number)}"#)
      case 1: ("mobileEvent", #""sid":"pixel","eventName":"e","payload":{"n":\#(number)}"#)
      default: ("deliveryEvent", #""messageUID":"uid-\#(number)""#)
      }
    return
      #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":{\#(parameters),"requestId":"n-\#(number)"}}"#
  }
}
