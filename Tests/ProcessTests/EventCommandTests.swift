import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the end of `events` while its command runs.
@Suite(.timeLimit(.minutes(10))) struct EventCommandTests {
  enum End: CaseIterable { case terminated, interrupted, bridgeKilled, bridgeStopped }

  enum Command: CaseIterable {
    case plain, inBackground, stubborn

    /// Returns a line that writes the ids of its processes, and then runs for long.
    func line(_ file: String) -> String {
      let wait = "echo $$ >> \(file); while :; do sleep 0.1; done"
      return switch self {
      case .plain: wait
      case .inBackground: "sh -c '\(wait)' & \(wait)"
      case .stubborn: "trap '' TERM; \(wait)"
      }
    }
    var processes: Int { self == .inBackground ? 2 : 1 }
  }

  // The command ran on, without an owner.
  @Test(
    "with `events`, the command of the current event ends too, and its event is not counted as handled",
    arguments: End.allCases, Command.allCases)
  func end(_ end: End, _ command: Command) async throws {
    let place = TemporaryDirectory()
    let (socket, file, cursor) = (
      place.path + "/run/s", place.path + "/ids", place.path + "/cursor"
    )
    let bridge = try ServiceProcess(serving: ["--stdio", "--socket", socket], in: place)
    try await bridge.stdio.call(
      "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
    func ids() -> [Int] {
      ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
        .compactMap { Int($0) }
    }
    let events = try SpawnedProcess(
      builtProduct("altcraft-bridge"),
      [
        "events", "--since", "0", "--socket", socket, "--cursor", cursor, "--exec",
        command.line(file),
      ])
    try await eventually("the command runs") { ids().count == command.processes }

    switch end {
    case .terminated: events.send(signal: SIGTERM)
    case .interrupted: events.send(signal: SIGINT)
    case .bridgeKilled: bridge.send(signal: SIGKILL)
    case .bridgeStopped: bridge.send(signal: SIGTERM)
    }

    let isStopped = end == .terminated || end == .interrupted
    try await eventually("events ends") { events.ending != nil }
    #expect(events.ending == .exited(isStopped ? 0 : 1))
    try await eventually("the command ends") { ids().allSatisfy { !isRunning($0) } }
    let position = try JSONParser.parse(
      Array(#require(FileManager.default.contents(atPath: cursor)))
    ).value
    #expect(position["seq"] == 0)
  }

  // The target was emptied, and then replaced the position.
  @Test("a link in the place of the new position is replaced, and its target stays as it is")
  func link() async throws {
    let place = TemporaryDirectory()
    let (socket, cursor, target) = (
      place.path + "/run/s", place.path + "/cursor", place.path + "/target"
    )
    try "precious".write(toFile: target, atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: cursor + ".new", withDestinationPath: target)
    let bridge = try ServiceProcess(serving: ["--stdio", "--socket", socket], in: place)
    try await bridge.stdio.call(
      "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])

    let events = try SpawnedProcess(
      builtProduct("altcraft-bridge"),
      ["events", "--since", "0", "--socket", socket, "--cursor", cursor])
    try await eventually("a position is stored") {
      FileManager.default.contents(atPath: cursor)?.isEmpty == false
    }

    events.send(signal: SIGTERM)
    #expect(events.wait() == .exited(0))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    let type = try FileManager.default.attributesOfItem(atPath: cursor)[.type]
    #expect(type as? FileAttributeType == .typeRegular)
  }

  @Test("the events that a bridge has sent before its end are handled")
  func sentBefore() async throws {
    let place = TemporaryDirectory()
    let (socket, log) = (place.path + "/run/s", place.path + "/log")
    let bridge = try ServiceProcess(serving: ["--stdio", "--socket", socket], in: place)
    for _ in 1...3 {
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
    }
    func handled() -> Int {
      (FileManager.default.contents(atPath: log) ?? Data()).filter { $0 == 0x0A }.count
    }
    let flag = place.path + "/flag"
    let events = try SpawnedProcess(
      builtProduct("altcraft-bridge"),
      [
        "events", "--since", "0", "--socket", socket, "--exec",
        "cat >> \(log); until test -e \(flag); do sleep 0.01; done",
      ])
    try await eventually("the first is in progress") { handled() == 1 }

    try await bridge.crash()
    FileManager.default.createFile(atPath: flag, contents: nil)

    try await eventually("events ends") { events.ending != nil }
    #expect(events.ending == .exited(1) && handled() == 3)
  }
}
