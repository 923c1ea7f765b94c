import Foundation
import JSONCodec
import TestSupport
import Testing

@Suite("The scenarios in Swift", .timeLimit(.minutes(10))) struct ScenarioTests {
  private static let scenarios: [JSON] = {
    let file = ScenarioPlayer.folder.appending(path: "scenarios.json")
    let bytes = (try? Data(contentsOf: file)).map(Array.init) ?? []
    return (try? JSONParser.parse(bytes, limits: .generous).value)?["scenarios"]?.arrayValue ?? []
  }()

  private static func names(_ way: ScenarioPlayer.Way) -> [String] {
    scenarios.filter { $0["only"] == nil || $0["only"]?.stringValue == way.rawValue }
      .compactMap { $0["name"]?.stringValue }
  }

  @Test("over a process that the client starts", arguments: names(.spawn))
  func spawn(name: String) async throws { try await play(.spawn, name) }

  @Test("over a Unix socket", arguments: names(.socket))
  func socket(name: String) async throws { try await play(.socket, name) }

  @Test("over a port with a token", arguments: names(.tcp))
  func port(name: String) async throws { try await play(.tcp, name) }

  private func play(_ way: ScenarioPlayer.Way, _ name: String) async throws {
    let scenario = try #require(Self.scenarios.first { $0["name"]?.stringValue == name })
    try await ScenarioPlayer(way, scenario).play()
    Conformance.record(["scenario": .string(name), "way": .string(way.rawValue)])
  }
}

/// The results from which `clients/conformance/capabilities` makes its table.
enum Conformance {
  static func record(_ line: JSON) {
    guard let folder = ProcessInfo.processInfo.environment["CONFORMANCE_RESULTS"] else { return }
    guard let file = fopen(folder + "/swift.jsonl", "a") else { return }
    fputs(line.text + "\n", file)
    fclose(file)
  }
}
