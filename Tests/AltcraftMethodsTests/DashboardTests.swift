import AltcraftEngine
import Foundation
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

/// Tests of the dashboard for Grafana, and of the alerts on the page, against the metrics.
@Suite("The dashboard for Grafana") struct DashboardTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: "Sources/altcraft-bridge/\(path)"), encoding: .utf8)
  }

  private static func dashboard() throws -> JSON {
    let text = try text("ServiceUnits/grafana-dashboard.json")
    return try JSONParser.parse(Array(text.utf8)).value
  }

  /// Returns the metrics of a bridge.
  private static func metrics() async throws -> PrometheusText {
    var transports = TransportStatistics()
    transports.latency = [(10, 2), (nil, 4)]
    let statistics = transports
    let host = try MethodFixture(statistics: { statistics }).connect()
    let answer = await host.call("bridge.metrics")
    return try PrometheusText(try #require(answer["result"]?["text"]?.stringValue))
  }

  private static func queries() throws -> [String] {
    let dashboard = try dashboard()
    let panels = dashboard["panels"]?.arrayValue ?? []
    let targets = panels.flatMap { $0["targets"]?.arrayValue ?? [] }
    let annotations = dashboard["annotations"]?["list"]?.arrayValue ?? []
    return (targets + annotations).compactMap { $0["expr"]?.stringValue }
  }

  /// A metric in a query: its name, its labels, and the function around it.
  private struct Use {
    let name: String
    let labels: Set<String>
    let function: String?
  }

  private static func uses(in query: String) -> [Use] {
    query.matches(of: /(?:(\w+)\()?(altcraft_bridge_\w+)(?:\{([^}]*)\})?(\[[^\]]+\])?/).map {
      match in
      let labels = (match.output.3 ?? "").matches(of: /(\w+)(?:=~|=)"/).map { String($0.output.1) }
      return Use(
        name: String(match.output.2), labels: Set(labels),
        function: match.output.4 == nil ? nil : match.output.1.map(String.init))
    }
  }

  @Test(
    "queries metrics that the bridge has, by labels that they have, and each metric once at least")
  func names() async throws {
    let metrics = try await Self.metrics()
    let samples = metrics.families.flatMap(\.samples)

    let uses = try Self.queries().flatMap(Self.uses)

    #expect(uses.count > 30)
    for use in uses {
      let sample = samples.first { $0.name == use.name }
      #expect(sample != nil, "\(use.name)")
      // A server adds the label instance.
      let labels = Set((sample?.labels ?? [:]).keys).union(["instance"])
      #expect(use.labels.subtracting(labels) == [], "\(use)")
    }
    let used = Set(uses.map(\.name))
    let unused = metrics.families.filter { family in
      !family.samples.contains { used.contains($0.name) }
    }
    #expect(unused.map(\.name) == [])
  }

  @Test("takes the rate of counters, and no rate of gauges")
  func rates() async throws {
    let metrics = try await Self.metrics()

    for use in try Self.queries().flatMap(Self.uses) {
      let family = metrics.families.first { $0.samples.contains { $0.name == use.name } }
      let grows = family.map { $0.kind != "gauge" } ?? false
      let expected = grows ? ["rate", "increase"] : [nil, "changes"]
      #expect(expected.contains(use.function), "\(use)")
    }
  }

  @Test("has balanced queries, places without overlap, and variables that it defines")
  func structure() throws {
    let dashboard = try Self.dashboard()
    let panels = try #require(dashboard["panels"]?.arrayValue)
    let variables = Set(
      (dashboard["templating"]?["list"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue })

    for query in try Self.queries() {
      for (open, close) in [("(", ")"), ("{", "}"), ("[", "]")] as [(Character, Character)] {
        #expect(query.filter { $0 == open }.count == query.filter { $0 == close }.count, "\(query)")
      }
      let named = Set(query.matches(of: /\$(\w+)/).map { String($0.output.1) })
      #expect(named.subtracting(["__rate_interval", "__interval"]).isSubset(of: variables))
    }
    #expect(Set(panels.compactMap { $0["id"]?.intValue }).count == panels.count)
    var cells: Set<[Int]> = []
    for panel in panels {
      let place = panel["gridPos"]
      let (x, y) = (place?["x"]?.intValue ?? -1, place?["y"]?.intValue ?? -1)
      let (width, height) = (place?["w"]?.intValue ?? 0, place?["h"]?.intValue ?? 0)
      #expect(x >= 0 && x + width <= 24 && y >= 0)
      for column in x..<(x + width) {
        for line in y..<(y + height) {
          #expect(cells.insert([column, line]).inserted, "\(panel["title"]?.text ?? "")")
        }
      }
    }
  }

  @Test("and the alerts on the page Operating name metrics that the bridge has")
  func alerts() async throws {
    let metrics = try await Self.metrics()
    let names = Set(metrics.families.flatMap { $0.samples.map(\.name) })
    let page = try Self.text("AltcraftBridge.docc/Operating.md")

    let uses = Self.uses(in: page)

    #expect(uses.count >= 8)
    #expect(uses.filter { !names.contains($0.name) }.map(\.name) == [])
  }
}
