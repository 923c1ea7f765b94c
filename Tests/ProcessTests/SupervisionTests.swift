import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the reports to a service manager.
@Suite(.timeLimit(.minutes(10))) struct SupervisionTests {
  private let place = TemporaryDirectory()

  /// Starts `serve` under a manager that asks for reports, as its own service.
  private func serve(
    _ manager: String, _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> ServiceProcess {
    try ServiceProcess(
      [
        // The process id is not known before the process starts.
        "-c", #"SYSTEMD_EXEC_PID=${SYSTEMD_EXEC_PID-$$} exec "$0" "$@""#,
        builtProduct("altcraft-bridge"), "serve", "--data-dir",
        ServiceProcess.dataDirectory(in: place),
      ] + arguments, in: place, program: "/bin/sh",
      environment: ["NOTIFY_SOCKET": manager].merging(environment) { $1 })
  }

  /// The variables of a bridge that a service has started, with those of the service: of a manager
  /// that names the service, and of one that names no process.
  static let inherited: [[String: String]] = [
    ["SYSTEMD_EXEC_PID": "1"], ["SYSTEMD_EXEC_PID": ""],
    ["SYSTEMD_EXEC_PID": "", "WATCHDOG_PID": "1", "WATCHDOG_USEC": "20000"],
  ]

  // The manager took READY and STOPPING of the bridge for those of the service, and stopped that.
  @Test(
    "a bridge that a service has started reports nothing to the manager of the service",
    arguments: inherited)
  func notForUs(_ environment: [String: String]) async throws {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    let bridge = try serve(place.path + "/n", ["--stdio"], environment)
    try await bridge.ready()

    try await stop(bridge)

    var waiting = pollfd(fd: manager.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
  }

  @Test("a manager that names no process gets the reports of a bridge without standard input")
  func olderManager() async throws {
    let manager = try ServiceSocket(notifications: place.path + "/n")

    let bridge = try serve(
      place.path + "/n", ["--socket", place.path + "/s"], ["SYSTEMD_EXEC_PID": ""])

    #expect(try manager.nextDatagram().hasPrefix("READY=1"))
    bridge.send(signal: SIGTERM)
    #expect(try await bridge.waitForExit() == .exited(0))
  }

  @Test("the commands and bridges that a command starts do not get the manager's variables")
  func children() async throws {
    let socket = place.path + "/run/s"
    try await withBridge(["--stdio", "--socket", socket], in: place) { bridge in
      try await bridge.stdio.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
      let events = try FinishedCommand(
        builtProduct("altcraft-bridge"),
        [
          "events", "--since", "0", "--socket", socket, "--exec",
          "cat > /dev/null; env > \(place.path)/env; exit 1",
        ],
        environment: [
          "NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "1", "WATCHDOG_PID": "1", "LISTEN_FDS": "0",
          "LISTEN_PID": "1", "LISTEN_FDNAMES": "", "KEPT": "yes",
        ])
      #expect(events.status == 1)
    }
    let names = try String(contentsOfFile: place.path + "/env", encoding: .utf8)
    #expect(names.contains("KEPT=yes\n"))
    for name in ["LISTEN_", "NOTIFY_SOCKET", "WATCHDOG_"] { #expect(!names.contains(name)) }
  }

  enum Kind: CaseIterable { case path, abstract }

  @Test(
    "it reports that calls are accepted, and later that it stops", arguments: Kind.allCases)
  func life(_ kind: Kind) async throws {
    let name = kind == .path ? place.path + "/n" : "@altcraft-bridge-notify-\(getpid())"
    let manager = try ServiceSocket(notifications: name)
    let socket = place.path + "/s"

    let bridge = try serve(name, ["--socket", socket])
    #expect(try manager.nextDatagram() == "READY=1\nSTATUS=0 connections, 0 pending")
    let host = try WireConnection(unix: socket, .lines, bridge.log)
    #expect(try await host.call("bridge.ping") == "pong")
    bridge.send(signal: SIGTERM)

    #expect(try manager.datagram { $0.hasPrefix("STOPPING") } == "STOPPING=1\nSTATUS=stopping")
    #expect(try await bridge.waitForExit() == .exited(0))
    expectTidy(bridge)
  }

  @Test("a start with a long outbox requests more time")
  func longStart() async throws {
    try await fillOutbox(in: place)
    let manager = try ServiceSocket(notifications: place.path + "/n")

    let bridge = try serve(place.path + "/n", ["--stdio"])

    let first = try manager.nextDatagram()
    #expect(first.hasPrefix("EXTEND_TIMEOUT_USEC=60000000\nSTATUS=reading the outbox: "))
    try manager.datagram { $0.hasPrefix("READY=1") }
    try await stop(bridge)
  }

  @Test("it reports its status, and a watchdog ping at half the interval")
  func status() async throws {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    let bridge = try serve(
      place.path + "/n", ["--stdio"], ["WATCHDOG_USEC": "200000", "WATCHDOG_PID": ""])
    try await bridge.stdio.storeToken("http://127.0.0.1:9")

    try await bridge.stdio.call("pushSubscribe")

    try manager.datagram { $0 == "STATUS=1 connection, 1 pending" }
    for _ in 1...3 { try manager.datagram { $0 == "WATCHDOG=1" } }
  }

  @Test("without a watchdog, or with one for another process, it sends no ping")
  func noWatchdog() async throws {
    for environment in [[:], ["WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"]] {
      let manager = try ServiceSocket(notifications: place.path + "/n")
      let bridge = try serve(place.path + "/n", ["--stdio"], environment)
      try await bridge.ready()
      try await bridge.stdio.call("bridge.ping")
      bridge.stdio.endOutput()
      #expect(try await bridge.waitForExit() == .exited(0))
      var datagrams: [String] = []
      repeat {
        datagrams.append(try manager.nextDatagram())
      } while datagrams.last?.hasPrefix("STOPPING") == false
      #expect(!datagrams.contains("WATCHDOG=1"))
    }
  }

  @Test("the reason of a failed start is reported too")
  func failure() async throws {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    try Data().write(to: URL(fileURLWithPath: ServiceProcess.dataDirectory(in: place)))

    let bridge = try serve(place.path + "/n")

    #expect(try await bridge.waitForExit() == .exited(78))
    let status = try manager.nextDatagram()
    #expect(status.hasPrefix("STATUS=") && status.contains("not a directory"), "\(status)")
  }

  @Test("a missing or invalid manager is ignored")
  func withoutManager() async throws {
    for name in [place.path + "/absent", "vsock:1:2", "relative", "@", ""] {
      let bridge = try serve(name, ["--stdio"])
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
      bridge.stdio.endOutput()
      #expect(try await bridge.waitForExit() == .exited(0))
    }
  }

  @Test("a reload is reported from its beginning to its end")
  func reload() async throws {
    let manager = try ServiceSocket(notifications: place.path + "/n")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: place.path + "/c"))
    let bridge = try serve(place.path + "/n", ["--stdio", "--config", place.path + "/c"])
    try manager.datagram { $0.hasPrefix("READY=1") }

    bridge.send(signal: SIGHUP)

    let reloading = try manager.datagram { $0.hasPrefix("RELOADING=1\n") }
    let time = reloading.dropFirst("RELOADING=1\nMONOTONIC_USEC=".count)
    #expect(Int(time) ?? 0 > 0)
    try manager.datagram { $0 == "READY=1" }
    #expect(try await bridge.stdio.call("bridge.ping") == "pong")
  }
}
