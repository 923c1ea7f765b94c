import Glibc
import System

/// The rate at which accepted jobs are delivered to a server on this machine that answers at once, compared
/// with a bare loop over libcurl, the layer underneath.
enum DeliveryGroup {
  private struct Workload {
    let name: String
    let template: String
    let concurrency: Int
    /// The request that the platform gets, without the varying parts: the loop causes the same work in the
    /// server.
    let content: Content
    /// True if the host has subscribed to outcomes, which the same host without the subscription is compared with.
    var readsOutcomes = false
  }

  private struct Content {
    let path: String
    let type: String
    let body: String

    static let delivery = Content(
      path: "/event/push/delivery", type: "application/json",
      body: #"{"time":1700000000,"smid":"uid-10000000"}"#)

    static let mobileEvent = Content(
      path: "/event/post?i=pixel-1&tr=px&t=open&v=2",
      type: "multipart/form-data; boundary=Boundary-0",
      body: [
        ("tz", "text/plain", "0"), ("t", "text/plain", "1700000000"), ("aci", "text/plain", ""),
        ("wn", "text/plain", "purchase"), ("mm", "text/plain", "email"),
        ("wd", "application/json", #"{"sku":"A-100","amount":1,"price":12.5}"#),
        ("mi", "application/json", #""msg-1""#),
        ("ma", "application/json", #"{"email":"user@example.com"}"#),
        ("pf", "application/json", #"{"city":"Riga"}"#),
      ].map { name, type, text in
        "--Boundary-0\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n"
          + "Content-Type: \(type); charset=utf-8\r\n\r\n\(text)\r\n"
      }.joined() + "--Boundary-0--\r\n")
  }

  private static let workloads = [
    Workload(
      name: "mobileEvent, one at a time", template: RequestTemplate.mobileEventText,
      concurrency: 1, content: .mobileEvent),
    Workload(
      name: "deliveryEvent, 4 at once", template: RequestTemplate.deliveryEventText, concurrency: 4,
      content: .delivery),
    Workload(
      name: "deliveryEvent, 16 at once", template: RequestTemplate.deliveryEventText,
      concurrency: 16, content: .delivery),
    Workload(
      name: "deliveryEvent, 16 at once, with a subscriber to outcomes",
      template: RequestTemplate.deliveryEventText, concurrency: 16, content: .delivery,
      readsOutcomes: true),
  ]

  private static let baselineLabel = "floor (bare libcurl)"
  private static let unsubscribedLabel = "without the subscriber"

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    bench.workspace.allow(seconds: 60)
    let platform = try BaselinePlatform(.answering, bench)
    defer { platform.process.end() }
    let count = bench.count(3000, quick: 300)
    var rows = workloads.map {
      Row(
        .delivery, $0.name, .perSecond,
        goals: [
          $0.readsOutcomes
            ? Goal(.perSecond, .atLeast(0.97), of: Self.unsubscribedLabel)
            : Goal(
              .perSecond, .atLeast($0.concurrency == 1 ? 0.85 : 0.8), of: Self.baselineLabel)
        ])
    }
    try bench.rounds("delivery") { _ throws(BenchError) in
      for (index, workload) in workloads.enumerated() {
        rows[index].add(try bridge(workload, count, platform, bench), of: "bridge")
        guard workload.readsOutcomes else {
          rows[index].add(try loop(workload, count, platform, bench), of: Self.baselineLabel)
          continue
        }
        var unsubscribed = workload
        unsubscribed.readsOutcomes = false
        rows[index].add(
          try bridge(unsubscribed, count, platform, bench), of: Self.unsubscribedLabel)
      }
    }
    return rows
  }

  /// Measures from the first call until all is delivered, in a new process each time, after a warm-up.
  private static func bridge(
    _ workload: Workload, _ count: Int, _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) -> Sample {
    let bridge = try Bridge(
      bench, limits: ["concurrency": workload.concurrency, "inFlight": 512])
    defer { bridge.process.end() }
    let wire = RawConnection(bridge.process)
    try wire.demand("initialization", platform.configuration)
    if workload.readsOutcomes { try wire.demand("outcomes.subscribe") }
    let template = RequestTemplate(workload.template)
    let warmUp = Load(template: template, inFlight: 16, count: 50)
    _ = try warmUp.run(over: [wire])
    try waitForDelivery(of: 50, wire)

    let cpu = ProcessFigures.cpuTime(of: bridge.process.pid)
    let start = MonotonicTime.now()
    _ = try Load(template: template, inFlight: 512, count: count).run(over: [wire])
    try waitForDelivery(of: 50 + count, wire)
    let seconds = Double(MonotonicTime.now() - start) / 1e9
    let used = ProcessFigures.cpuTime(of: bridge.process.pid) - cpu
    return Sample([
      .perSecond: Double(count) / seconds, .cpuMicroseconds: Double(used) / 1000 / Double(count),
    ])
  }

  /// Asks the bridge for the number of deliveries, rarely while many are left: each answer delays them.
  private static func waitForDelivery(of count: Int, _ wire: RawConnection) throws(BenchError) {
    let start = MonotonicTime.now()
    while MonotonicTime.now() - start < 60_000_000_000 {
      let left = count - (try BridgeStatistics(wire).delivered)
      if left <= 0 { return }
      MonotonicTime.sleep(milliseconds: left > 100 ? 25 : 2)
    }
    throw BenchError("not everything was delivered within a minute")
  }

  /// Sends the same number of posts of the same kind. The process reports the duration of its loop, so that
  /// the cost of loading libcurl is excluded.
  private static func loop(
    _ workload: Workload, _ count: Int, _ platform: BaselinePlatform, _ bench: Bench
  ) throws(BenchError) -> Sample {
    let process = try MeasuredProcess(
      [
        bench.options.program + "-curl", platform.url + workload.content.path,
        String(count), String(workload.concurrency), workload.content.type, workload.content.body,
      ], bench.workspace)
    defer { process.end() }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(process.reading, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    let figures = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap {
      Double($0)
    }
    guard figures.count == 2, figures[0] > 0 else {
      throw BenchError("the loop over libcurl failed: \(process.errorText)")
    }
    return Sample([
      .perSecond: Double(count) / figures[0], .cpuMicroseconds: figures[1] * 1e6 / Double(count),
    ])
  }
}

extension BaselinePlatform {
  var configuration: String { BaselinePlatform.configuration(url) }

  /// Returns the parameters of `initialization` for deliveries to that address.
  static func configuration(_ url: String) -> String {
    #"{"configuration":{"apiUrl":"\#(url)","rToken":"bench","appInfo":{"appID":"bench","#
      + #""appIID":"1","appVer":"1"}}}"#
  }
}
