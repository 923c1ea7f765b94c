import BridgeClient
import Glibc
import JSONCodec
import System

/// A connection to a bridge, for programs in Swift: calls, notifications and requests of the bridge. It does not
/// reconnect: after a lost connection, open another one, and repeat the registrations.
public final class Bridge: Sendable {
  /// The functions of the host. They run on the thread that reads, so they must not wait for a call.
  public struct Host: Sendable {
    /// Gets the notifications in the order of their arrival: `event`, `events.gap`, `outcome` and others.
    public var notification: @Sendable (_ method: String, _ parameters: JSONValue) -> Void = {
      _, _ in
    }
    /// Answers the requests of the bridge, by name. A request without an answer counts as an unknown method.
    public var answers: [String: @Sendable (_ parameters: JSONValue) -> JSONValue?] = [:]

    public init() {}
  }

  private let connection: BridgeConnection
  private let process: PipedProcess?

  private init(_ wire: Wire, _ host: Host, _ process: PipedProcess? = nil) {
    self.process = process
    connection = BridgeConnection(
      wire,
      BridgeConnection.Handlers(
        notification: { host.notification($0, JSONValue($1)) },
        callback: { host.answers[$0]?(JSONValue($1))?.json }))
  }

  /// Connects to the Unix socket of a service.
  public static func connect(socket path: String, host: Host = Host()) throws(BridgeError) -> Bridge
  {
    do throws(SystemError) {
      return Bridge(try Wire.connect(socketAt: path), host)
    } catch {
      throw .unreachable(error.message)
    }
  }

  /// Connects to a port of this machine, and authenticates with the token.
  public static func connect(port: UInt16, token: String, host: Host = Host())
    async throws(BridgeError)
    -> Bridge
  {
    let bridge: Bridge
    do throws(SystemError) {
      bridge = Bridge(try Wire.connect(host: "127.0.0.1", port: port), host)
    } catch {
      throw .unreachable(error.message)
    }
    _ = try await bridge.call("bridge.authenticate", ["token": .string(token)])
    return bridge
  }

  /// Starts the program at `path` as a child process, which `close` ends.
  public static func start(
    _ path: String, dataDirectory: String, arguments: [String] = [], host: Host = Host()
  ) throws(BridgeError) -> Bridge {
    let line = ["serve", "--stdio", "--parent-pid", "\(getpid())", "--data-dir", dataDirectory]
    do throws(SystemError) {
      let process = try PipedProcess(path, line + arguments, environment: variables)
      return Bridge(process.wire, host, process)
    } catch {
      throw .unreachable(error.message)
    }
  }

  private static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }

  /// Calls a method and waits for its answer, up to `time`. Cancelling the task ends the wait only; a job that was accepted
  /// continues.
  public func call(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    within time: Duration = .seconds(86_400)
  ) async throws(BridgeError) -> JSONValue {
    do throws(CallFailure) {
      let parameters = JSON.object(JSONValue.object(parameters))
      return JSONValue(try await connection.call(method, parameters, within: time))
    } catch {
      throw BridgeError(error)
    }
  }

  /// Closes the connection. The bridge answers the calls in flight first; a process that `start` started has ended, with the
  /// returned status.
  @discardableResult
  public func close() -> Int32? {
    connection.finishSending()
    let deadline = Deadline.after(.seconds(10))
    _ = connection.waitForEnd(until: deadline)
    return process?.waitForExit(until: deadline)
  }
}

/// The reason why a call has no result.
public enum BridgeError: Error, Sendable, Hashable {
  /// The bridge refused the call: the code, the name of the error such as `outboxFull`, the message and the data.
  case refused(code: Int64, reason: String, message: String, data: JSONValue)
  /// No bridge could be reached or started.
  case unreachable(String)
  /// The connection is lost, so the outcome of the call is unknown.
  case disconnected(String)
  /// The time limit has passed.
  case timedOut

  /// True if the same call may succeed later without a change.
  public var isRetryable: Bool {
    if case .refused(_, _, _, let data) = self { data["retryable"] == true } else { false }
  }

  init(_ failure: CallFailure) {
    switch failure {
    case .refused(let error):
      let data = JSONValue(error["data"] ?? .null)
      self = .refused(
        code: error["code"].map(JSONValue.init)?.intValue ?? 0,
        reason: data["reason"]?.stringValue ?? "", message: error["message"]?.stringValue ?? "",
        data: data)
    case .notAnswered: self = .timedOut
    default: self = .disconnected(failure.message)
    }
  }
}
