import AltcraftEngine
import Foundation
import JSONCodec
import TestSupport
import Testing

@testable import altcraft_bridge_bench

@Suite("The command")
struct CommandTests {
  @Test("finds the bridge next to its own executable and runs the given command")
  func options() throws {
    var expected = BenchOptions(bridge: "/bin/altcraft-bridge", program: "/bin/bench")
    expected.rounds = 2
    expected.isQuick = true
    expected.groups = [.ping, .memory]
    expected.peers = [.init(label: "other", command: ["other", "-x"], request: #"{"id":%d}"#)]
    let words = [
      "--quick", "--only", "ping,memory", "--peer", "other=other -x", "--peer-request",
      #"{"id":%d}"#,
    ]

    #expect(try BenchCommand.parse(words, program: "/bin/bench") == .measure(expected))
    #expect(try BenchCommand.parse(["--help"], program: "/bin/bench") == .help)
  }

  @Test(
    "reports errors in its options",
    arguments: [
      ["--rounds", "0"], ["--rounds"], ["--only", "pong"], ["--nothing", "1"], ["--peer", "x"],
      ["--peer", "x="], ["--peer-request", "%d"], ["--peer", "x=y", "--peer-request", "{}"],
    ])
  func refused(words: [String]) throws {
    let error = #expect(throws: BenchError.self) {
      try BenchCommand.parse(words, program: "/bin/bench")
    }
    #expect(error?.message.contains(words.first ?? "-") == true, "\(error?.message ?? "")")
  }

  @Test("the bridge accepts the limits that the bench sets")
  func limits() {
    let limits = Outage.room.mapValues(Double.init).merging(RetriesGroup.pauses) { $1 }

    #expect(limits.compactMap { Limits.complaint($0.key, $0.value) } == [])
  }

  @Test("help names every option and every group")
  func help() {
    let words =
      Group.allCases.map(\.rawValue) + [
        "--rounds", "--only", "--quick", "--full", "--directory", "--bridge", "--json", "--peer",
        "--peer-request", "--allow-debug",
      ]
    for word in words { #expect(BenchHelp.text.contains(word), "\(word)") }
  }

  @Test(
    "measures every case of a group and leaves nothing behind", .blocking, .timeLimit(.minutes(10)))
  func ping() throws {
    let folder = TemporaryDirectory()
    let file = folder.path + "/figures.json"
    let words = [
      "--quick", "--only", "ping,memory", "--rounds", "1", "--allow-debug", "--json", file,
      "--directory", folder.path,
    ]

    let status = try run(words)

    #expect(status == 0)
    let json = try JSONParser.parse(Array(Data(contentsOf: URL(fileURLWithPath: file)))).value
    let rows = try #require(json["rows"]?.arrayValue)
    let cases = ["stdio", "unix", "tcp"].flatMap { transport in
      Framing.ofStreams.map { "\(transport), \($0.title)" }
    }
    let names = rows.compactMap { $0["case"]?.stringValue }
    for name in cases { #expect(names.contains("\(name), 1 in flight, one CPU"), "\(name)") }
    if CPUs.allowed.count > 1 { #expect(names.count == cases.count * 4 + 3 + 3) }
    for row in rows {
      let entries = try #require(row["entries"]?.arrayValue)
      let name = row["case"]?.stringValue ?? ""
      // The memory after deliveries has no floor.
      let isAlone = name.hasPrefix("idle again")
      #expect(entries.first?["label"] == "bridge", "\(name)")
      let isCompared = row["group"] == "ping" && !name.hasPrefix("websocket")
      #expect(entries.count == (isAlone ? 1 : isCompared ? 3 : 2), "\(name)")
      for entry in entries { #expect(entry["rounds"]?.intValue == 1) }
      for entry in entries where row["group"] == "ping" {
        #expect(entry["p50Microseconds"]?.numberValue?.double ?? 0 > 0)
        #expect(entry["perSecond"]?.numberValue?.double ?? 0 > 0)
      }
    }
    #expect(json["machine"]?["build"] == .string(Machine.isDebugBuild ? "debug" : "release"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["figures.json"])
  }

  @Test(
    "refuses to measure a debug build unless an option allows it",
    .enabled(if: Machine.isDebugBuild))
  func debug() throws {
    #expect(try run(["--quick", "--only", "memory"]) != 0)
  }

  private func run(_ words: [String]) throws -> Int32 {
    try FinishedCommand(builtProduct("altcraft-bridge-bench"), words).status
  }
}
