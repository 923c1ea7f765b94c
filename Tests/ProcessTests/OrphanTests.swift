import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of programs that get the orphans of other processes as their children.
@Suite(.timeLimit(.minutes(10))) struct OrphanTests {
  /// The way in which a program gets orphans.
  enum Kind: CaseIterable {
    /// The first process of a container.
    case firstProcess
    /// A process that has asked for the orphans among its descendants.
    case subreaper

    /// A command line that becomes the program of its arguments in that way.
    var line: String {
      switch self {
      case .firstProcess: #"exec unshare --fork --pid --mount-proc "$0" "$@""#
      case .subreaper:
        """
        exec python3 -c 'import ctypes, os, sys
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
        os.execv(sys.argv[1], sys.argv[1:])' "$0" "$@"
        """
      }
    }

    var isPossible: Bool {
      (try? FinishedCommand("/bin/sh", ["-c", line, "/bin/true"]).status) == 0
    }
  }

  private let place = TemporaryDirectory()

  /// Returns the process that gets the orphans.
  private func reaper(_ kind: Kind, _ started: pid_t) async throws -> pid_t {
    guard kind == .firstProcess else { return started }
    try await eventually("the first process runs") { !children(of: started).isEmpty }
    return try #require(children(of: started).first)
  }

  @Test("a service reaps the orphans that it gets", arguments: Kind.allCases)
  func service(_ kind: Kind) async throws {
    guard !skipping("\(kind)", unless: kind.isPossible, "needs unshare or python3") else { return }
    let flag = place.path + "/flag"
    FileManager.default.createFile(atPath: flag, contents: nil)
    // The subshell ends at once, so that its command is an orphan.
    let script =
      #"(while test -e "$1"; do sleep 0.05; done &); exec "$0" serve --stdio --data-dir "$2""#
    let bridge = try ServiceProcess(
      [
        "-c", kind.line, "/bin/sh", "-c", script, builtProduct("altcraft-bridge"), flag,
        ServiceProcess.dataDirectory(in: place),
      ], in: place, program: "/bin/sh")
    try await bridge.ready()
    let service = try await reaper(kind, bridge.pid)
    #expect(children(of: service).count == 1)

    try FileManager.default.removeItem(atPath: flag)

    try await eventually("it is reaped") { children(of: service).isEmpty }
    #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    try await stop(bridge)
  }

  @Test(
    "a command that reaps orphans still learns how its own child processes end",
    arguments: Kind.allCases)
  func statuses(_ kind: Kind) async throws {
    guard !skipping("\(kind)", unless: kind.isPossible, "needs unshare or python3") else { return }
    let socket = place.path + "/run/s"
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      for _ in 1...20 {
        try await bridge.stdio.call(
          "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      }
      let log = place.path + "/log"
      // Each run leaves an orphan that ends about when the run ends, and one that ends later.
      let run = """
        (true &); (sleep 0.02 &); cat >> \(log); test "$(wc -l < \(log))" -lt 20 || exit 7
        """
      let events = try FinishedCommand(
        "/bin/sh",
        [
          "-c", kind.line, builtProduct("altcraft-bridge"), "events", "--since", "0", "--socket",
          socket, "--exec", run,
        ])

      #expect(events.status == 1)
      #expect(
        events.errors
          == "altcraft-bridge: --exec: the command exited with status 7 for event 20\n")
    }
  }
}
