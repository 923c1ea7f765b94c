import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of programs started by a process that ignores or blocks signals, which they inherit.
@Suite(.timeLimit(.minutes(10))) struct InheritedSignalTests {
  private let place = TemporaryDirectory()
  private let configuration: JSON = [
    "configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]
  ]

  /// Returns the arguments of `env`, which starts the bridge with these settings of signals.
  private func env(_ settings: [String], _ arguments: [String]) -> [String] {
    settings + [builtProduct("altcraft-bridge")] + arguments
  }

  // The kernel reaped the child processes, and their exit statuses were unknown.
  @Test("with SIGCHLD ignored by the parent, commands learn how their child processes end")
  func ignoredChildren() async throws {
    let socket = place.path + "/run/s"
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      for _ in 1...3 { try await bridge.stdio.call("initialization", configuration) }
      let events = try FinishedCommand(
        "/usr/bin/env",
        env(
          ["--ignore-signal=CHLD"],
          [
            "events", "--since", "0", "--socket", socket, "--exec",
            "cat >> \(place.path)/log; exit $(($(wc -l < \(place.path)/log) / 3 * 7))",
          ]))
      #expect(events.status == 1)
      #expect(
        events.errors
          == "altcraft-bridge: --exec: the command exited with status 7 for event 3\n")
    }
    for arguments in [["demo", "--fast"], ["doctor", "--data-dir", place.path + "/d"]] {
      let plain = try FinishedCommand(builtProduct("altcraft-bridge"), arguments)
      let ignoring = try FinishedCommand(
        "/usr/bin/env", env(["--ignore-signal=CHLD"], arguments))
      #expect(ignoring.status == plain.status, "\(arguments): \(ignoring.text)")
      #expect(ignoring.errors == plain.errors)
    }
  }

  @Test(
    "signals that the parent has blocked or ignored still stop the service",
    arguments: [
      ["--block-signal"], ["--ignore-signal=TERM"],
      ["--ignore-signal=CHLD", "--block-signal=TERM"],
    ])
  func stops(_ settings: [String]) async throws {
    let bridge = try ServiceProcess(
      env(settings, ["serve", "--socket", place.path + "/s", "--data-dir", place.path + "/d"]),
      in: place, program: "/usr/bin/env")
    try await bridge.ready()

    bridge.send(signal: SIGTERM)

    #expect(try await bridge.waitForExit() == .exited(0))
  }

  /// Returns whether a process ignores a signal and does not wait for it either.
  private func ignores(_ pid: pid_t, _ number: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    func has(_ set: String) throws -> Bool {
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(set) })
      let mask = try #require(UInt64(line.dropFirst(set.count + 2), radix: 16))
      return mask & 1 << UInt64(number - 1) != 0
    }
    return try has("SigIgn") && !has("SigBlk")
  }

  // `nohup`, and the background jobs of a shell that is not interactive. A service reloads upon
  // SIGHUP.
  @Test(
    "a signal that the parent ignores does not end a long command, but SIGTERM does",
    arguments: [(SIGHUP, "HUP"), (SIGINT, "INT")])
  func ignored(_ number: Int32, _ name: String) async throws {
    let (socket, other) = (place.path + "/run/s", place.path + "/run/t")
    let output = place.path + "/output"
    var commands = [
      ["events", "--since", "0", "--socket", socket],
      ["top", "--format", "json", "--socket", socket], ["platform"],
    ]
    if number == SIGINT {
      commands.append(["serve", "--socket", other, "--data-dir", place.path + "/other"])
    }
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      try await bridge.stdio.call("initialization", configuration)
      for arguments in commands {
        FileManager.default.createFile(atPath: output, contents: nil)
        let command = try SpawnedProcess(
          "/usr/bin/env", env(["--ignore-signal=\(name)"], arguments), output: .file(output),
          errors: .file(output))
        try await eventually("\(arguments) has begun") {
          FileManager.default.contents(atPath: output)?.isEmpty == false
        }

        #expect(try ignores(command.pid, number), "\(arguments)")
        command.send(signal: number)
        command.send(signal: SIGTERM)
        #expect(command.wait() == .exited(0), "\(arguments)")
      }
    }
  }
}
