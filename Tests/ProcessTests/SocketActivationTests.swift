import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests of sockets that a service manager has opened.
@Suite(.timeLimit(.minutes(10))) struct SocketActivationTests {
  private let place = TemporaryDirectory()

  @Test("passed sockets are served and listed in the ready line, and standard input is not served")
  func serves() async throws {
    let path = place.path + "/s"
    let sockets = [
      try ServiceSocket(unix: path), try ServiceSocket(ipv4: 0x7F00_0001),
      try ServiceSocket(ipv6: 1),
    ]
    let bridge = try ServiceProcess(
      activatedBy: sockets.map(\.number), in: place,
      environment: ["LISTEN_FDNAMES": "rpc:tcp4:tcp6"])

    #expect(
      try await bridge.ready()["listen"] == [
        .string("unix:\(path)"), .string("tcp:127.0.0.1:\(sockets[1].port)"),
        .string("tcp:[::1]:\(sockets[2].port)"),
      ])
    bridge.stdio.endOutput()
    #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    let host = try await bridge.connectTCP()
    #expect(try await host.call("bridge.ping") == "pong")
    #expect(FileManager.default.fileExists(atPath: bridge.dataDirectory + "/rpc.token"))
    try await host.call("bridge.shutdown")
    #expect(try await bridge.waitForExit() == .exited(0))
    #expect(FileManager.default.fileExists(atPath: path), "the file belongs to the manager")
    expectTidy(bridge)
  }

  @Test("hosts that connect before the start, or during a restart, are answered")
  func queue() async throws {
    let socket = try ServiceSocket(unix: place.path + "/s")
    let log = WireLog(ServiceProcess.checker)
    for _ in 1...3 {
      let early = try WireConnection(unix: place.path + "/s", .lines, log)
      try early.begin("bridge.ping")
      let bridge = try ServiceProcess(activatedBy: [socket.number], in: place)
      #expect(try await early.answer(to: 1) == "pong")
      bridge.send(signal: SIGTERM)
      #expect(try await bridge.waitForExit() == .exited(0))
    }
    #expect(log.problems == [])
  }

  @Test("a passed socket that the command line names too is not opened twice")
  func namedTwice() async throws {
    let socket = try ServiceSocket(unix: place.path + "/s")
    let bridge = try ServiceProcess(
      activatedBy: [socket.number], ["--socket", place.path + "/s", "--stdio"], in: place)

    #expect(try await bridge.ready()["listen"] == ["stdio", .string("unix:\(place.path)/s")])
    #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    #expect(try await bridge.stdio.call("bridge.ping") == "pong")
  }

  @Test("variables meant for another process are ignored")
  func notForUs() async throws {
    let socket = try ServiceSocket(unix: place.path + "/s")
    let bridge = try ServiceProcess(
      activatedBy: [socket.number], in: place, environment: ["LISTEN_PID": "1"])

    #expect(try await bridge.ready()["listen"] == ["stdio"])
  }

  @Test("a passed port requires the token if a token is required")
  func token() async throws {
    let socket = try ServiceSocket(ipv4: 0x7F00_0001)
    let bridge = try ServiceProcess(
      activatedBy: [socket.number], ["--require-token"], in: place)

    #expect(try await bridge.connectTCP().refusal(of: "bridge.ping").code == -32001)
    let token = try String(contentsOfFile: bridge.dataDirectory + "/rpc.token", encoding: .utf8)
    let host = try await bridge.connectTCP()
    #expect(try await host.call("bridge.authenticate", ["token": .string(token)]) == true)
    #expect(try await host.call("bridge.ping") == "pong")
  }

  enum Unfit: CaseIterable {
    case datagrams, connection, notListening, allAddresses, otherLoopback, abstract, openToOthers
    case openDirectory, file, closed, removed

    var words: String {
      switch self {
      case .datagrams: "is not a stream socket; use ListenStream="
      case .connection, .notListening: "does not listen; use Accept=no"
      case .allAddresses, .otherLoopback: "can be reached by other machines"
      case .abstract: "is not at an absolute path"
      case .openToOthers: "is accessible to other users; set SocketMode=0600"
      case .openDirectory: "is in a directory that other users can write to"
      case .file: "is not a stream socket"
      case .closed: "is not open"
      case .removed: "no longer exists"
      }
    }
  }

  @Test(
    "a socket that cannot be served prevents the start, and is reported", arguments: Unfit.allCases)
  func refuses(_ unfit: Unfit) async throws {
    let path = place.path + "/run/s"
    mkdir(place.path + "/run", 0o700)
    var ends: [Int32] = [-1, -1]
    defer { for end in ends where end >= 0 { close(end) } }
    var sockets: [ServiceSocket] = []
    var environment: [String: String] = ["LISTEN_FDNAMES": "door"]
    switch unfit {
    case .datagrams: sockets = [try ServiceSocket(ipv4: 0x7F00_0001, datagrams: true)]
    case .connection:
      try #require(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    case .notListening: sockets = [try ServiceSocket(unix: path, listens: false)]
    case .allAddresses: sockets = [try ServiceSocket(ipv4: 0)]
    case .otherLoopback: sockets = [try ServiceSocket(ipv4: 0x7F00_0002)]
    case .abstract: sockets = [try ServiceSocket(abstract: "altcraft-bridge-test-\(getpid())")]
    case .openToOthers: sockets = [try ServiceSocket(unix: path, mode: 0o620)]
    case .openDirectory:
      sockets = [try ServiceSocket(unix: path)]
      chmod(place.path + "/run", 0o777)
    case .file: ends[0] = open("/dev/null", O_RDWR | O_CLOEXEC)
    case .closed: environment["LISTEN_FDS"] = "1"
    case .removed:
      sockets = [try ServiceSocket(unix: path)]
      unlink(path)
    }
    let numbers = sockets.isEmpty ? ends.prefix(1).filter { $0 >= 0 } : sockets.map(\.number)

    let bridge = try ServiceProcess(
      activatedBy: Array(numbers), in: place, environment: environment)

    #expect(try await bridge.waitForExit() == .exited(78))
    #expect(bridge.errorText.contains("descriptor 3 (door) "), "\(bridge.errorText)")
    #expect(bridge.errorText.contains(unfit.words), "\(bridge.errorText)")
    #expect(!FileManager.default.fileExists(atPath: bridge.dataDirectory))
  }

  @Test(
    "an invalid number of descriptors is reported", arguments: ["", "x", "-1", "1e3", "9999999"])
  func badCount(_ count: String) async throws {
    let bridge = try ServiceProcess(
      activatedBy: [], in: place, environment: ["LISTEN_FDS": count])

    #expect(try await bridge.waitForExit() == .exited(78))
    #expect(
      bridge.errorText
        == "altcraft-bridge: LISTEN_FDS=\(count): must be the number of descriptors\n")
  }

  @Test("systemd's own way of passing a socket works")
  func systemd() async throws {
    guard access("/usr/bin/systemd-socket-activate", X_OK) == 0 else {
      print("SKIPPED: there is no systemd-socket-activate")
      return
    }
    let path = place.path + "/s"
    let bridge = try ServiceProcess(
      [
        "-l", path, builtProduct("altcraft-bridge"), "serve", "--data-dir",
        ServiceProcess.dataDirectory(in: place),
      ], in: place, program: "/usr/bin/systemd-socket-activate")
    let log = WireLog(ServiceProcess.checker)
    let connection = Mutex<WireConnection?>(nil)
    try await eventually("it listens") {
      // The path exists a moment before the socket accepts connections.
      let made = try? WireConnection(unix: path, .lines, log)
      connection.withLock { $0 = made }
      return made != nil
    }
    let host = try #require(connection.withLock { $0 })
    #expect(try await host.call("bridge.info")["transports"] == [.string("unix:\(path)")])
    try await host.call("bridge.shutdown")
    #expect(try await bridge.waitForExit() == .exited(0))
    #expect(log.problems == [])
  }
}
