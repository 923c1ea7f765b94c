import Foundation
import Glibc
import JSONCodec
import Synchronization

/// A bridge in its own process, started as a host starts it. The process always ends when this value is
/// released.
package final class ServiceProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  private struct State {
    var errors: [UInt8] = []
    var hasEndedErrors = false
    var ending: Ending?
  }

  package let pid: pid_t
  package let directory: TemporaryDirectory
  package let log: WireLog
  /// The connection over standard input and output.
  package let stdio: WireConnection
  private let state = Mutex(State())

  /// Starts `program`, by default the built bridge, on its own data directory. `arguments` follow the
  /// program's name. The process gets `descriptors` as its descriptors from 3 on.
  package init(
    _ arguments: [String], in directory: TemporaryDirectory = TemporaryDirectory(),
    framing: WireConnection.Framing = .lines, program: String = builtProduct("altcraft-bridge"),
    environment: [String: String] = [:], descriptors: [Int32] = [],
    log: WireLog = WireLog(ServiceProcess.checker)
  ) throws {
    self.directory = directory
    self.log = log
    signal(SIGPIPE, SIG_IGN)
    let pipes = try (0..<3).map { _ in try Pipe() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0].reading, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1].writing, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[2].writing, 2)
    // Duplicate them above the numbers they get in the process.
    let passed = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for descriptor in passed { close(descriptor) } }
    for (place, descriptor) in passed.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(place))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The bridge must not inherit the test runner's signal mask and ignored signals.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGHUP, SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") }
    all.merge(environment) { $1 }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, program, &actions, &attributes, words, variables)
    for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(descriptor) }
    guard failure == 0 else {
      for descriptor in [pipes[0].writing, pipes[1].reading, pipes[2].reading] { close(descriptor) }
      throw WireConnection.Overdue(description: "\(program): \(String(cString: strerror(failure)))")
    }
    self.pid = pid
    stdio = WireConnection(
      reading: pipes[1].reading, writing: pipes[0].writing, framing, log)
    keepErrors(of: pipes[2].reading)
  }

  /// Runs `serve` on the data directory within `directory`. A restart finds it again.
  package convenience init(
    serving arguments: [String] = [], in directory: TemporaryDirectory = TemporaryDirectory(),
    framing: WireConnection.Framing = .lines, program: String = builtProduct("altcraft-bridge"),
    log: WireLog = WireLog(ServiceProcess.checker)
  ) throws {
    try self.init(
      ["serve", "--data-dir", Self.dataDirectory(in: directory)] + arguments, in: directory,
      framing: framing, program: program, log: log)
  }

  /// Runs `serve` as systemd does on the first connection to one of its sockets: the sockets are descriptors
  /// 3 and up, announced by variables. `environment` may change some of these.
  package convenience init(
    activatedBy sockets: [Int32], _ arguments: [String] = [], in directory: TemporaryDirectory,
    environment: [String: String] = [:]
  ) throws {
    let variables = ["LISTEN_FDS": String(sockets.count)].merging(environment) { $1 }
    try self.init(
      [
        // The process id is not known before the process starts.
        "-c", #"LISTEN_PID=${LISTEN_PID:-$$} exec "$0" "$@""#, builtProduct("altcraft-bridge"),
        "serve", "--data-dir", Self.dataDirectory(in: directory),
      ] + arguments, in: directory, program: "/bin/sh", environment: variables,
      descriptors: sockets)
  }

  package static func dataDirectory(in directory: TemporaryDirectory) -> String {
    directory.path + "/data"
  }

  package var dataDirectory: String { Self.dataDirectory(in: directory) }

  deinit {
    guard state.withLock({ $0.ending == nil }) else { return }
    kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
  }

  /// The checker of messages against the output of `altcraft-bridge schema`.
  package static let checker: SchemaChecker? = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProduct("altcraft-bridge"))
    process.arguments = ["schema"]
    let output = Foundation.Pipe()
    process.standardOutput = output
    do {
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return try SchemaChecker(
        document: JSONParser.parse(Array(text), limits: .generous).value)
    } catch {
      fatalError("altcraft-bridge schema: \(error)")
    }
  }()
}

// Observing the process.
extension ServiceProcess {
  /// All text on standard error so far.
  package var errorText: String {
    String(decoding: state.withLock { $0.errors }, as: UTF8.self)
  }

  /// Waits for the ready line and returns it.
  @discardableResult
  package func ready(within limit: Duration = patience) async throws -> JSON {
    let deadline = ContinuousClock.now + limit
    while true {
      let (text, hasEnded) = state.withLock {
        (String(decoding: $0.errors, as: UTF8.self), $0.hasEndedErrors)
      }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        guard line.hasPrefix("{\"ready\"") else { continue }
        return try JSONParser.parse(Array(line.utf8)).value
      }
      guard !hasEnded, ContinuousClock.now < deadline else {
        throw WireConnection.Overdue(description: "no ready line: \(text)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  package func send(signal: Int32) {
    state.withLock { state in
      // After `waitpid` the number may belong to another process.
      if state.ending == nil { kill(pid, signal) }
    }
  }

  /// The way the process ended; nil while it runs.
  package var ending: Ending? {
    state.withLock { state in
      if state.ending == nil {
        var status: Int32 = 0
        if waitpid(pid, &status, WNOHANG) == pid {
          let signal = status & 0x7F
          state.ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
        }
      }
      return state.ending
    }
  }

  /// Waits until the process has exited and its last output has been read.
  @discardableResult
  package func waitForExit(within limit: Duration = patience) async throws -> Ending {
    let deadline = ContinuousClock.now + limit
    while true {
      let hasSaidAll = state.withLock { $0.hasEndedErrors }
      if let ending, hasSaidAll || ContinuousClock.now >= deadline { return ending }
      guard ContinuousClock.now < deadline else {
        throw WireConnection.Overdue(description: "still runs after \(limit): \(errorText)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Sends SIGKILL and waits until the process is gone.
  package func crash() async throws {
    send(signal: SIGKILL)
    try await waitForExit()
  }

  private func keepErrors(of descriptor: Int32) {
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&waiting, 1, 200)
        guard let self else { break }
        if ready <= 0 { continue }
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          self.state.withLock { $0.hasEndedErrors = true }
          break
        }
        self.state.withLock { $0.errors += buffer[..<count] }
      }
      close(descriptor)
    }
  }
}

// Sockets.
extension ServiceProcess {
  /// Returns an endpoint from the ready line.
  package func endpoint(_ prefix: String) async throws -> String {
    let line = try await ready()
    let all = (line["listen"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard let one = all.first(where: { $0.hasPrefix(prefix) }) else {
      throw WireConnection.Overdue(description: "does not listen on \(prefix): \(line.text)")
    }
    return String(one.dropFirst(prefix.count))
  }

  package func connectUnix(
    _ framing: WireConnection.Framing = .lines
  ) async throws -> WireConnection {
    try WireConnection(unix: await endpoint("unix:"), framing, log)
  }

  package func connectTCP(
    _ framing: WireConnection.Framing = .lines
  ) async throws -> WireConnection {
    let address = try await endpoint("tcp:127.0.0.1:")
    return try WireConnection(port: UInt16(address) ?? 0, framing, log)
  }
}

extension WireConnection {
  package convenience init(unix path: String, _ framing: Framing, _ log: WireLog) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let socket = try Self.connect(AF_UNIX, &address)
    self.init(reading: socket, writing: socket, framing, log)
  }

  /// Connects to the IPv4 loopback.
  package convenience init(port: UInt16, _ framing: Framing, _ log: WireLog) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let socket = try Self.connect(AF_INET, &address)
    self.init(reading: socket, writing: socket, framing, log)
  }

  /// Returns a connected descriptor, which the caller closes.
  package static func connect<Address>(
    _ family: Int32, _ address: inout Address
  ) throws -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = socket(family, type, 0)
    let failure = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(number, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard failure == 0 else {
      let code = errno
      close(number)
      throw Overdue(description: "connect: \(String(cString: strerror(code)))")
    }
    return number
  }
}

/// Declares a function that the module of the C library does not export.
@_silgen_name("pipe2")
private func pipe2(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32

private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    // Set close-on-exec atomically: tests start processes in parallel, and only the intended child may
    // inherit an end.
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw WireConnection.Overdue(description: "pipe2: errno \(errno)")
    }
    reading = ends[0]
    writing = ends[1]
  }
}
