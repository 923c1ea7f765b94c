import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System

/// A client and its bridge: a running service, or a child process of this command.
struct BridgeSession {
  let client: BridgeConnection
  /// The child process; nil for a bridge that this command did not start.
  let ownProcess: PipedProcess?

  /// True to show all members of an error on a terminal.
  private let isVerbose: Bool

  /// Connects, and authenticates if there is a token. A bridge that it starts gets `flags` too.
  static func open(
    _ destination: Destination, _ handlers: BridgeConnection.Handlers = BridgeConnection.Handlers(),
    startingWith flags: [String] = []
  ) throws(CommandFailure) -> BridgeSession {
    let token = try destination.tokenFile.map { (path) throws(CommandFailure) in
      try readToken(at: path)
    }
    let session = try connect(destination, handlers, flags)
    if let token { _ = try session.call("bridge.authenticate", ["token": .string(token)]) }
    return session
  }

  private static func connect(
    _ destination: Destination, _ handlers: BridgeConnection.Handlers, _ flags: [String]
  ) throws(CommandFailure) -> BridgeSession {
    switch destination.place {
    case .ownCore(let dataDir):
      return try start(dataDir, flags, handlers, destination.isVerbose)
    case .named(let address):
      if let kind = address.otherKind {
        throw CommandFailure(
          message: "altcraft-bridge: \(address.text.inMessage) is \(kind), not a socket",
          status: .unavailable)
      }
      return try connect([address], destination, handlers) { error in
        CommandFailure(
          message: "altcraft-bridge: " + error.message + address.advice(on: error),
          status: .unavailable)
      }
    case .usual(let paths):
      return try connect(paths.map { .socket($0) }, destination, handlers) { _ in
        .noBridge(at: paths, flags)
      }
    }
  }

  private static func start(
    _ dataDir: String, _ flags: [String], _ handlers: BridgeConnection.Handlers,
    _ isVerbose: Bool
  ) throws(CommandFailure) -> BridgeSession {
    do {
      let process = try PipedProcess(
        "/proc/self/exe", ["serve", "--stdio", "--data-dir=\(dataDir)"] + flags,
        environment: ProcessEnvironment.forChildren.withoutTransports)
      return BridgeSession(
        client: BridgeConnection(process.wire, handlers), ownProcess: process, isVerbose: isVerbose)
    } catch {
      throw .ours(error.message)
    }
  }

  /// Connects to the first address where a bridge listens, and waits for one as long as the user allows.
  private static func connect(
    _ addresses: [Destination.Address], _ destination: Destination,
    _ handlers: BridgeConnection.Handlers, orThrow absence: (SystemError) -> CommandFailure
  ) throws(CommandFailure) -> BridgeSession {
    let deadline = Deadline.after(.seconds(destination.waitSeconds))
    while true {
      var problem = SystemError("no address", code: ENOENT)
      for address in addresses {
        do {
          let wire = try address.connect()
          if Terminal.errors.isTerminal {
            StandardOutput.errorLine("altcraft-bridge: the bridge at \(address.text)")
          }
          return BridgeSession(
            client: BridgeConnection(wire, handlers), ownProcess: nil,
            isVerbose: destination.isVerbose)
        } catch {
          guard error.meansAbsence else { throw .ours(error.message + address.advice(on: error)) }
          problem = error
        }
      }
      guard !deadline.hasPassed else { throw absence(problem) }
      usleep(20_000)
    }
  }

  private static func readToken(at path: String) throws(CommandFailure) -> String {
    switch File.readText(path) {
    case .success(let bytes):
      let text: String
      do throws(NotUTF8) { text = try String(utf8: bytes) } catch {
        throw .ours("--token-file \(path.inMessage): \(error.complaint)")
      }
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    case .failure(let error):
      throw .ours(
        "--token-file \(path.inMessage): \(error.reason); the bridge writes it to rpc.token in its data directory"
      )
    }
  }

  /// Makes a call. Throws the text for the user if it fails.
  func call(_ method: String, _ params: JSON? = nil) throws(CommandFailure) -> JSON {
    do {
      return try client.call(method, params)
    } catch {
      throw failure(error, of: method)
    }
  }

  /// Closes the connection, and ends the child process if there is one.
  func close() {
    client.finishSending()
    guard let ownProcess else { return }
    // The bridge exits within 5 s of the end of its input.
    if ownProcess.waitForExit(until: .after(.seconds(6))) == nil {
      ownProcess.end(timeout: .milliseconds(500))
    }
  }

  /// Returns the message and the exit status for a failed call. If the child process has exited, its last
  /// error line is the reason and its exit status is returned.
  private func failure(_ failure: CallFailure, of method: String) -> CommandFailure {
    if case .refused(let error) = failure {
      return CommandFailure(
        message: ErrorText.text(error, of: method, Terminal.errors, isVerbose: isVerbose),
        status: .failure)
    }
    guard let ownProcess else { return .ours(failure.message + "; is the bridge still running?") }
    let status =
      ownProcess.waitForExit(until: .after(.seconds(1))) ?? ownProcess.end(timeout: .zero)
    let said = ownProcess.errorLines.filter { !$0.hasPrefix("{\"ready\":") }
    guard !said.isEmpty else { return .ours(failure.message) }
    return CommandFailure(
      message: said.joined(separator: "\n"),
      status: status.flatMap(ExitStatus.init) ?? .failure)
  }
}

/// The reason why a command ends early: the complete text for standard error, and the exit status.
struct CommandFailure: Error, Equatable {
  let message: String
  let status: ExitStatus

  /// Runs a command and prints its failure. Returns the exit status.
  static func reported(_ command: () throws(CommandFailure) -> Void) -> ExitStatus {
    do {
      try command()
      return .success
    } catch {
      StandardOutput.errorLine(error.message)
      return error.status == .success ? .failure : error.status
    }
  }

  /// Makes a failure of this process, with the name of the program in front; the errors of a bridge are
  /// printed unchanged.
  static func ours(_ message: String) -> CommandFailure {
    CommandFailure(message: "altcraft-bridge: \(message)", status: .failure)
  }
}

extension CommandFailure {
  /// Makes the failure of a command that found no bridge at the usual places. The command needs a bridge with `flags`.
  static func noBridge(at paths: [String], _ flags: [String]) -> CommandFailure {
    // The last path is that of the system's service, which another user starts.
    let own = paths.count > 1 ? paths.first : nil
    let serve = (["altcraft-bridge serve"] + flags).joined(separator: " ")
    let remedy =
      own.map { "start one with '\(serve) --socket \($0.inMessage)'" }
      ?? "start one with '\(serve) --socket bridge.sock', and add --socket bridge.sock here"
    return CommandFailure(
      message: "altcraft-bridge: no bridge is running: nothing listens at "
        + paths.map(\.inMessage).joined(separator: " or ") + "; \(remedy)",
      status: .unavailable)
  }
}

extension Destination.Address {
  /// The kind of the file at the path of a socket, if it is none.
  fileprivate var otherKind: String? {
    var status = stat()
    guard case .socket(let path) = self, stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: return nil
    case S_IFDIR: return "a directory"
    default: return "a file"
    }
  }

  fileprivate func connect() throws(SystemError) -> Wire {
    switch self {
    case .socket(let path): try Wire.connect(socketAt: path)
    case .tcp(let address): try Wire.connect(host: address.host, port: address.port)
    case .webSocket(let address):
      try Wire.connect(webSocketAt: address.host, port: address.port)
    }
  }
}

extension SystemError {
  /// True if nothing listens at the address.
  fileprivate var meansAbsence: Bool { [ENOENT, ENOTDIR, ECONNREFUSED].contains(code) }
}

extension [String: String] {
  /// The variables for a child process. An embedded bridge must not listen on the configured sockets.
  fileprivate var withoutTransports: [String: String] {
    let doors = [Flag.listen, .websocket, .parentPid].compactMap(\.environmentVariable)
    return filter { !doors.contains($0.key) }
  }
}
