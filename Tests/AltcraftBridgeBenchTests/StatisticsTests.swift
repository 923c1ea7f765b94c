import JSONCodec
import Testing

@testable import altcraft_bridge_bench

@Suite("The statistics")
struct StatisticsTests {
  @Test(
    "the median is the middle value, or the mean of the two middle values",
    arguments: [
      ([3], 3), ([9, 1, 5], 5), ([4, 1, 3, 2], 2.5), ([1, 1, 1000], 1),
    ] as [([Double], Double)])
  func median(values: [Double], expected: Double) {
    #expect(Statistics.median(values) == expected)
  }

  @Test(
    "a percentile is a measured value: the smallest one that covers its share",
    arguments: [(0.5, 50), (0.9, 90), (0.99, 99), (0, 1), (1, 100), (0.501, 51)])
  func percentile(share: Double, expected: Int) {
    #expect(Statistics.percentile(share, ofSorted: Array(1...100)) == expected)
  }

  @Test("without values there are no statistics")
  func empty() {
    #expect(Statistics.median([]) == nil)
    #expect(Statistics.percentile(0.5, ofSorted: [Int]()) == nil)
    #expect(Statistics.ratio([], to: []) == nil)
  }

  @Test("a ratio is computed per round, so a slow round of both entries does not distort it")
  func ratio() {
    #expect(Statistics.ratio([10, 1000, 30], to: [5, 500, 10]) == 2)
    #expect(Statistics.ratio([10, 20], to: [0, 10]) == 2)
  }
}

@Suite("The table")
struct TableTests {
  @Test("names are left-aligned, figures are right-aligned, and lines have no trailing spaces")
  func columns() {
    var table = Table(head: ["", "p50 µs", "goal"])
    table.add(["stdio", "1,234.5", "met"])
    table.add(["tcp", "7.0", ""])

    #expect(
      table.text
        == """
                 p50 µs  goal
        stdio  1,234.5  met
        tcp        7.0

        """.replacing("         p50", with: "        p50"))
  }

  @Test(
    "numbers are rounded, with a separator for thousands",
    arguments: [
      (0, 0, "0"), (0.05, 1, "0.1"), (999.96, 1, "1,000.0"), (1_234_567, 0, "1,234,567"),
      (-1.5, 1, "-1.5"), (12.03, 2, "12.03"), (-0.01, 1, "0.0"),
    ] as [(Double, Int, String)])
  func numbers(value: Double, decimals: Int, expected: String) {
    #expect(value.text(decimals: decimals) == expected)
  }
}

@Suite("A row of the table")
struct RowTests {
  private func row(goals: [Goal]) -> Row {
    var row = Row(.ping, "here", .p50Microseconds, goals: goals)
    for (ours, baseline) in [(12.0, 10.0), (33, 30), (13, 10)] {
      row.add(Sample([.p50Microseconds: ours]), of: "bridge")
      row.add(Sample([.p50Microseconds: baseline]), of: "floor")
    }
    return row
  }

  @Test("shows the medians and the median of the ratios")
  func ratios() {
    let row = row(goals: [])

    #expect(row["bridge"]?[.p50Microseconds] == 13)
    #expect(row.ratio(.p50Microseconds, of: "bridge", to: "floor") == 1.2)
    #expect(row.ratio(.p99Microseconds, of: "bridge", to: "floor") == nil)
    #expect(row.ratio(.p50Microseconds, of: "bridge", to: "someone") == nil)
  }

  @Test(
    "a goal is a multiple of another entry, or a value",
    arguments: [
      (.atMost(1.2), "floor", true), (.atMost(1.1), "floor", false),
      (.atLeast(1.2), "floor", true), (.atLeast(1.3), "floor", false),
      (.atMost(13), nil, true), (.atMost(12), nil, false),
    ] as [(Goal.Bound, String?, Bool)])
  func goals(bound: Goal.Bound, of: String?, isMet: Bool) throws {
    let goal = Goal(.p50Microseconds, bound, of: of)
    let value = try #require(goal.value(in: row(goals: [goal])))

    #expect(goal.isMet(by: value) == isMet)
  }

  @Test("the report names the missed goals, in text and in JSON")
  func report() throws {
    var report = Report(
      Machine(directory: "/"), BenchOptions(bridge: "/bin/true", program: "/bin/true"))
    report.add([
      row(goals: [
        Goal(.p50Microseconds, .atMost(1.3), of: "floor"),
        Goal(.p50Microseconds, .atMost(1.1), of: "floor"),
        Goal(.p50Microseconds, .atMost(20), of: nil),
      ])
    ])

    let text = report.text(of: .ping)
    #expect(text.contains("met: p50 1.20 ≤ 1.30 × floor; MISSED: p50 1.20 ≤ 1.10 × floor"))
    #expect(text.contains("; met: 13.0 ≤ 20 µs\n"))
    #expect(report.summary == "2 of 3 goals met; missed:\n  ping: here\n")
    let goals = report.json["rows"]?[0]?["goals"]
    #expect(goals?[0]?["met"] == true)
    #expect(goals?[1]?["met"] == false)
    #expect(report.json["rows"]?[0]?["ratios"]?[0]?["value"]?.numberValue?.double == 1.2)
  }
}
