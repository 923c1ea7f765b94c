import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of a service whose socket or data directory is removed, or replaced, while it runs.
@Suite(.timeLimit(.minutes(10))) struct RemovedFileTests {
  private let place = TemporaryDirectory()
  private var socket: String { place.path + "/run/s" }
  private var data: String { ServiceProcess.dataDirectory(in: place) }

  private static let event: JSON = ["sid": "p", "eventName": "e"]

  /// Serves with a configured group.
  private func withService(_ body: (ServiceProcess) async throws -> Void) async throws {
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      try await body(bridge)
    }
  }

  private func status(_ arguments: String...) throws -> FinishedCommand {
    try FinishedCommand(
      builtProduct("altcraft-bridge"), ["status", "--socket", socket] + arguments)
  }

  enum Displacement: CaseIterable { case removed, emptied, movedAway, replaced }

  private func displace(_ displacement: Displacement) throws {
    switch displacement {
    case .removed: try FileManager.default.removeItem(atPath: data)
    case .emptied:
      for name in try FileManager.default.contentsOfDirectory(atPath: data) {
        try FileManager.default.removeItem(atPath: data + "/" + name)
      }
    case .movedAway: try #require(rename(data, data + "2") == 0)
    case .replaced:
      try #require(rename(data, data + "2") == 0 && mkdir(data, 0o700) == 0)
      try #require(mkdir(data + "/g-default", 0o700) == 0)
    }
  }

  // Both calls were answered, and the files of the jobs were gone with the process.
  @Test(
    "without its data directory it refuses jobs and settings at once, and reports why",
    arguments: Displacement.allCases)
  func data(_ displacement: Displacement) async throws {
    try await withService { bridge in
      try await bridge.stdio.call("mobileEvent", Self.event)
      try displace(displacement)

      var calls: [(String, JSON)] = [
        ("mobileEvent", Self.event),
        ("initialization", ["configuration": ["apiUrl": "http://127.0.0.1:2", "rToken": "r"]]),
      ]
      // Another group can be stored in an empty directory.
      if displacement != .emptied { calls.append(("setAppGroup", ["groupName": "other"])) }
      for (method, parameters) in calls {
        let refused = try await bridge.stdio.refusal(of: method, parameters)
        #expect(refused.code == -32011, "\(method)")
        #expect(refused.data["cause"] == "ioError")
      }

      try await eventually("the log says it") {
        bridge.errorText.contains("the data directory was removed or replaced")
      }
      #expect(
        try status().output.contains(
          "data       \(data), group default: removed or replaced, no new jobs are accepted\n"))
      #expect(try status("--ready").status == 1)
      // The accepted job is still known.
      let stats = try await bridge.stdio.call("bridge.stats")
      #expect(stats["outbox"]?["pending"] == 1)
    }
  }

  @Test("a job is refused if the file that it was written to has been removed")
  func removedSegments() async throws {
    try await withService { bridge in
      try await bridge.stdio.call("mobileEvent", Self.event)
      let group = data + "/g-default"
      for name in try FileManager.default.contentsOfDirectory(atPath: group) {
        try FileManager.default.removeItem(atPath: group + "/" + name)
      }

      #expect(try await bridge.stdio.refusal(of: "mobileEvent", Self.event).code == -32011)
    }
  }

  @Test("without calls it notices that too, and that the directory is back")
  func idle() async throws {
    try await withService { bridge in
      try displace(.movedAway)
      try await eventually("it is noticed") {
        bridge.errorText.contains("the data directory was removed or replaced")
          && bridge.errorText.contains("the storage rejects new jobs")
      }
      try await bridge.stdio.refusal(of: "mobileEvent", Self.event)

      try #require(rename(data + "2", data) == 0)

      try await eventually("that is noticed too") {
        bridge.errorText.contains("the data directory is at its path again")
      }
      try await eventually("jobs are accepted") {
        (try? await bridge.stdio.call("mobileEvent", Self.event)) != nil
      }
      #expect(try status().output.contains("data       \(data), group default\n"))
    }
  }

  @Test("without its socket it binds it again; with its directory too")
  func socketFile() async throws {
    try await withService { bridge in
      for path in [socket, place.path + "/run"] {
        let lines = bridge.errorText.split(separator: "\n").count
        try FileManager.default.removeItem(atPath: path)

        try await eventually("it is bound again") {
          bridge.errorText.split(separator: "\n").dropFirst(lines).contains {
            $0.contains("the file of the socket was removed or replaced; the socket is bound again")
          }
        }
        #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
      }
    }
  }

  @Test("a socket that cannot be bound again is reported once, with the reason")
  func occupied() async throws {
    try await withService { bridge in
      try FileManager.default.removeItem(atPath: socket)
      try Data().write(to: URL(fileURLWithPath: socket))
      func reports() -> [Substring] {
        bridge.errorText.split(separator: "\n").filter { $0.contains("the file of the socket") }
      }
      try await eventually("it is reported") { !reports().isEmpty }
      try FileManager.default.removeItem(atPath: socket)
      try await eventually("it is bound again") { reports().count == 2 }

      #expect(reports().first?.contains("exists and is not a socket") == true)
      #expect(reports().last?.contains("bound again") == true)
    }
  }
}
