import AltcraftEngine
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

@Suite("The metrics") struct MetricsTests {
  /// The metric name of each figure of `bridge.stats`, by its path there.
  private static let names = [
    "outbox.accepted": "outbox_accepted_total", "outbox.delivered": "outbox_delivered_total",
    "outbox.rejected": "outbox_rejected", "outbox.expired": "outbox_expired_total",
    "outbox.cleared": "outbox_cleared_total", "outbox.lost": "outbox_lost_total",
    "outbox.pending": "outbox_pending", "outbox.bytes": "outbox_pending_bytes",
    "uptimeSeconds": "uptime_seconds", "connections.open": "connections_open",
    "connections.opened": "connections_opened_total",
    "connections.refused": "connections_refused_total", "bytes.in": "received_bytes_total",
    "bytes.out": "sent_bytes_total", "calls.requests": "requests_total",
    "calls.notifications": "notifications_total", "calls.errors": "errors_total",
    "calls.ignoredResponses": "ignored_responses_total", "events.emitted": "events_emitted_total",
    "events.dropped": "events_dropped_total", "delivery.attempts": "delivery_attempts_total",
    "delivery.connections": "delivery_connections_total",
  ]

  /// Returns a fixture whose figures differ from each other wherever a test can cause that.
  private static func fixture() throws -> MethodFixture {
    var transports = TransportStatistics()
    transports.connectionsOpen = 3
    transports.connectionsOpened = 4
    transports.connectionsRefused = 5
    transports.bytesIn = 6
    transports.bytesOut = 7
    transports.requests = 8
    transports.notifications = 9
    transports.errors = 10
    transports.ignoredResponses = 11
    transports.deliveryConnections = 12
    transports.latency = [(10, 2), (2_500, 0), (1_000_000, 3), (nil, 4)]
    transports.latencySum = 20_000_007
    let statistics = transports
    return try MethodFixture(statistics: { statistics })
  }

  @Test("every figure of bridge.stats is exported with the same value")
  func sameFigures() async throws {
    let fixture = try Self.fixture()
    let host = fixture.connect()
    for name in ["a", "b"] { _ = try await Self.accept(name, from: host) }

    let (stats, metrics) = try await Self.both(host)

    let figures = Self.figures(of: stats)
    #expect(Set(figures.keys) == Set(Self.names.keys))
    #expect(stats["outbox"]?["accepted"] == 2)
    for (path, value) in figures {
      let name = "altcraft_bridge_" + (Self.names[path] ?? "")
      #expect(metrics.value(name) == value, "\(path) is \(name)")
    }
  }

  /// Accepts a job that waits for a push token that never arrives.
  private static func accept(_ id: String, from host: Connection) async throws {
    _ = await host.call(
      "initialization",
      ["configuration": ["apiUrl": "https://platform.example", "rToken": "resource-token"]])
    let answer = await host.call("pushSubscribe", ["requestId": .string(id)])
    try #require(answer["result"]?["requestId"] == .string(id))
  }

  /// Returns both forms of the figures at the same moment: nothing changed in between.
  private static func both(_ host: Connection) async throws -> (JSON, PrometheusText) {
    for _ in 0..<1000 {
      let before = await host.call("bridge.stats")
      let metrics = try await metrics(host)
      if await host.call("bridge.stats")["result"] == before["result"] {
        return (before["result"] ?? .null, metrics)
      }
    }
    throw PrometheusText.Broken(why: "the figures keep changing")
  }

  private static func metrics(_ host: Connection) async throws -> PrometheusText {
    try PrometheusText(try await text(host))
  }

  private static func text(_ host: Connection) async throws -> String {
    let answer = await host.call("bridge.metrics")["result"]
    #expect(answer?["contentType"] == "text/plain; version=0.0.4; charset=utf-8")
    return try #require(answer?["text"]?.stringValue)
  }

  /// Returns the numbers of an answer, by their paths; lists are left out.
  private static func figures(of answer: JSON, at path: String = "") -> [String: Double] {
    var figures: [String: Double] = [:]
    for member in answer.objectValue?.members ?? [] {
      let path = path.isEmpty ? member.key : path + "." + member.key
      if let number = member.value.numberValue { figures[path] = Double(number.text) }
      figures.merge(Self.figures(of: member.value, at: path)) { $1 }
    }
    return figures
  }

  @Test("they follow the rules of the format")
  func format() async throws {
    let metrics = try await Self.metrics(Self.fixture().connect())

    #expect(metrics.families.count > 25)
    for family in metrics.families {
      #expect(family.name.hasPrefix("altcraft_bridge_") && !family.help.isEmpty)
      #expect(
        family.name.hasSuffix("_total") == (family.kind == "counter"), "\(family.name)")
      for sample in family.samples {
        #expect(sample.value.isFinite && sample.value >= 0, "\(sample)")
      }
    }
    #expect(
      metrics.samples("altcraft_bridge_build_info").map(\.labels)
        == [["version": "0", "durability": "power"]])
    #expect(
      metrics.samples("altcraft_bridge_outbox_pending").map(\.labels) == [["app_group": "default"]])
  }

  @Test("times are a histogram in seconds with cumulative buckets")
  func histogram() async throws {
    let text = try await Self.text(Self.fixture().connect())
    let name = "altcraft_bridge_request_duration_seconds"

    let metrics = try PrometheusText(text)

    let steps = metrics.samples(name + "_bucket").map { ($0.labels["le"] ?? "", $0.value) }
    #expect(steps.map(\.0) == ["0.00001", "0.0025", "1", "+Inf"])
    #expect(steps.map(\.1) == [2, 2, 5, 9])
    #expect(metrics.value(name + "_count") == 9)
    #expect(text.contains("\n\(name)_sum 20.000007\n"))
  }

  @Test("a pending job has an age, and the name of an app group may contain any character")
  func ages() async throws {
    let fixture = try Self.fixture()
    let host = fixture.connect()
    let group = "a\"b\\c\nd"
    _ = await host.call("setAppGroup", ["groupName": .string(group)])
    let age = "altcraft_bridge_outbox_oldest_pending_age_seconds"
    #expect(try await Self.metrics(host).value(age) == 0)

    try await Self.accept("a", from: host)
    await fixture.clock.advance(by: .seconds(90))

    let metrics = try await Self.metrics(host)
    #expect(metrics.value(age) == 90)
    #expect(
      metrics.samples("altcraft_bridge_outbox_pending").map(\.labels) == [["app_group": group]])
  }

  @Test(
    "the reader of these tests rejects text that breaks the rules",
    arguments: [
      "a 1", "a 1\n", "# TYPE a counter\na_total 1\n", "# HELP a x\na 1\n",
      "# HELP a x\n# TYPE a sort\na 1\n", "# HELP a x\n# TYPE a gauge\nb 1\n",
      "# HELP a x\n# TYPE a gauge\na one\n", "# HELP a x\n# TYPE a gauge\na{b=1} 1\n",
      "# HELP a x\n# TYPE a gauge\na{b=\"1} 1\n", "# HELP a x\n# TYPE a gauge\na{b=\"\\x\"} 1\n",
      "# HELP a x\n# TYPE a gauge\na 1\na 2\n", "# HELP a x\n# TYPE a gauge\n",
      "# HELP a x\n# TYPE a gauge\na 1\n# HELP a x\n# TYPE a gauge\na{b=\"1\"} 1\n",
      "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
      "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
      "# HELP a x\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 2\na_sum 1\na_count 1\n",
      "# HELP a x\n\n# TYPE a gauge\na 1\n", "# HELP a x\n# TYPE a gauge\na 1",
    ])
  func readerIsStrict(_ text: String) {
    #expect(throws: PrometheusText.Broken.self) { try PrometheusText(text) }
  }
}
