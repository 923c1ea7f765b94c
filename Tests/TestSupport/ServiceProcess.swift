import Foundation
import Glibc
import JSONCodec
import Synchronization
import System

/// A bridge in its own process, started as a host starts it. The process always ends when this value is
/// released.
package final class ServiceProcess: Sendable {
  package typealias Ending = SpawnedProcess.Ending

  private struct State {
    var errors: [UInt8] = []
    var hasEndedErrors = false
  }

  private let process: SpawnedProcess
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
    let pipes = try (0..<3).map { _ in try PipeEnds() }
    defer {
      for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(descriptor) }
    }
    do {
      process = try SpawnedProcess(
        program, arguments, environment: SpawnedProcess.environment(adding: environment),
        input: .descriptor(pipes[0].reading), output: .descriptor(pipes[1].writing),
        errors: .descriptor(pipes[2].writing), descriptors: descriptors)
    } catch {
      for descriptor in [pipes[0].writing, pipes[1].reading, pipes[2].reading] { close(descriptor) }
      throw error
    }
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

  package var pid: pid_t { process.pid }

  /// The checker of messages against the output of `altcraft-bridge schema`.
  package static let checker: SchemaChecker? = {
    do {
      let text = try FinishedCommand.bridge("schema").output
      return try SchemaChecker(
        document: JSONParser.parse(Array(text.utf8), limits: .generous).value)
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
  package func ready(within limit: Duration = testTimeout) async throws -> JSON {
    let deadline = ContinuousClock.now + limit
    let pace = PollPace()
    while true {
      let (text, hasEnded) = state.withLock {
        (String(decoding: $0.errors, as: UTF8.self), $0.hasEndedErrors)
      }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        guard line.hasPrefix("{\"ready\"") else { continue }
        return try JSONParser.parse(Array(line.utf8)).value
      }
      guard !hasEnded, ContinuousClock.now < deadline else {
        throw Overdue("no ready line: \(text)")
      }
      try await Task.sleep(for: pace.pause)
    }
  }

  package func send(signal: Int32) { process.send(signal: signal) }

  /// The way the process ended; nil while it runs.
  package var ending: Ending? { process.ending }

  /// Waits until the process has exited and its last output has been read.
  @discardableResult
  package func waitForExit(within limit: Duration = testTimeout) async throws -> Ending {
    let deadline = ContinuousClock.now + limit
    let pace = PollPace()
    while true {
      let hasSaidAll = state.withLock { $0.hasEndedErrors }
      if let ending, hasSaidAll || ContinuousClock.now >= deadline { return ending }
      guard ContinuousClock.now < deadline else {
        throw Overdue("still runs after \(limit): \(errorText)")
      }
      try await Task.sleep(for: pace.pause)
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
      throw Overdue("does not listen on \(prefix): \(line.text)")
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
      throw Overdue("connect: \(String(cString: strerror(code)))")
    }
    return number
  }
}
