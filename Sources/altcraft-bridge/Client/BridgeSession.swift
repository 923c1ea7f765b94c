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

  /// Connects, and authenticates if there is a token.
  static func open(_ destination: Destination, _ handlers: BridgeConnection.Handlers)
    throws(CommandFailure) -> BridgeSession
  {
    let token = try destination.tokenFile.map { (path) throws(CommandFailure) in
      try readToken(at: path)
    }
    let session = try connect(destination.place, handlers)
    if let token {
      do {
        _ = try session.client.call("bridge.authenticate", ["token": .string(token)])
      } catch {
        throw session.failure(error)
      }
    }
    return session
  }

  private static func connect(_ place: Destination.Place, _ handlers: BridgeConnection.Handlers)
    throws(CommandFailure) -> BridgeSession
  {
    if case .tcp(let address) = place,
      Wire.addresses(host: address.host, port: address.port).isEmpty
    {
      throw .ours("cannot connect to \(address.host.inMessage): must be an IP address or localhost")
    }
    do {
      switch place {
      case .socket(let path):
        let wire = try Wire.connect(socketAt: path)
        return BridgeSession(client: BridgeConnection(wire, handlers), ownProcess: nil)
      case .tcp(let address):
        let wire = try Wire.connect(host: address.host, port: address.port)
        return BridgeSession(client: BridgeConnection(wire, handlers), ownProcess: nil)
      case .ownCore(let dataDir):
        let process = try PipedProcess(
          "/proc/self/exe", ["serve", "--stdio"] + (dataDir.map { ["--data-dir=\($0)"] } ?? []),
          environment: ProcessEnvironment.variables.withoutTransports)
        return BridgeSession(client: BridgeConnection(process.wire, handlers), ownProcess: process)
      }
    } catch {
      throw .ours(error.message + place.advice(on: error))
    }
  }

  private static func readToken(at path: String) throws(CommandFailure) -> String {
    switch File.read(path) {
    case .success(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    case .failure(let error):
      throw .ours(
        "--token-file \(path.inMessage): \(error.reason); the bridge writes it to rpc.token in its data directory"
      )
    }
  }

  /// Closes the connection, and ends the child process if there is one.
  func close() {
    client.finishSending()
    guard let ownProcess else { return }
    // The bridge exits within 5 s of the end of its input.
    if ownProcess.waitForExit(until: .after(.seconds(6))) == nil {
      ownProcess.end(patience: .milliseconds(500))
    }
  }

  /// Returns the message and the exit status for a failed call. If the child process has exited, its last
  /// error line is the reason and its exit status is returned.
  func failure(_ failure: CallFailure) -> CommandFailure {
    if case .refused(let error) = failure {
      return CommandFailure(
        message: ErrorText.text(error, Terminal.errors), status: .failure)
    }
    guard let ownProcess else { return .ours(failure.message + "; is the bridge still running?") }
    let status =
      ownProcess.waitForExit(until: .after(.seconds(1))) ?? ownProcess.end(patience: .zero)
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

  /// Makes a failure of this process, with the name of the program in front; the errors of a bridge are
  /// printed unchanged.
  static func ours(_ message: String) -> CommandFailure {
    CommandFailure(message: "altcraft-bridge: \(message)", status: .failure)
  }
}

extension [String: String] {
  /// The variables for a child process. An embedded bridge must not listen on the configured sockets.
  fileprivate var withoutTransports: [String: String] {
    let systemd = ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]
    let doors = [Flag.socket, .listen, .parentPid].map(\.environmentVariable) + systemd
    return filter { !doors.contains($0.key) }
  }
}
