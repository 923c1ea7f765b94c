import BridgeClient
import Glibc
import Synchronization
import System

/// A connection to a bridge, for programs in Swift: calls, notifications and requests of the bridge. After a lost
/// connection it opens another one, repeats the registrations, and continues the subscription to events where it
/// stopped. It repeats no other call.
public final class Bridge: Sendable {
  /// The functions of the host. They run on the thread that reads, so they must not wait for a call.
  public struct Host: Sendable {
    /// Gets the notifications in the order of their arrival: `event`, `events.gap`, `outcome` and others.
    public var notification: @Sendable (_ method: String, _ parameters: JSONValue) -> Void = {
      _, _ in
    }
    /// Answers the requests of the bridge, by name. A request without an answer counts as an unknown method.
    public var answers: [String: @Sendable (_ parameters: JSONValue) -> JSONValue?] = [:]
    /// Gets each loss of the connection, and then its replacement, when all is registered again.
    public var connection: @Sendable (_ change: ConnectionChange) -> Void = { _ in }

    public init() {}
  }

  public enum ConnectionChange: Sendable, Hashable {
    case lost
    /// The registrations are repeated; `refused` has the methods that the bridge refused.
    case restored(refused: [String])
  }

  struct Link {
    let connection: BridgeConnection
    let process: PipedProcess?
  }

  struct State {
    var link: Link
    /// The connection that is being registered.
    var next: Link?
    /// The number of the newest connection.
    var number = 0
    var reconnects: Bool
    /// True while the connection works and all is registered.
    var isOpen = true
    var registrations = Registrations()
  }

  typealias Opener = @Sendable (BridgeConnection.Handlers) throws(BridgeError) -> Link

  let host: Host
  let open: Opener
  let token: (@Sendable () -> String)?
  let state: Mutex<State>
  let owner = Owner()

  private init(
    _ host: Host, reconnects: Bool, token: (@Sendable () -> String)? = nil,
    _ open: @escaping Opener
  ) throws(BridgeError) {
    self.host = host
    self.open = open
    self.token = token
    let link = try open(owner.handlers(host, connection: 0))
    state = Mutex(State(link: link, reconnects: reconnects))
    owner.bridge.withLock { $0 = WeakBridge(bridge: self) }
    if link.connection.hasEnded { lost(0) }
  }

  /// Connects to the Unix socket of a service.
  public static func connect(socket path: String, host: Host = Host(), reconnects: Bool = true)
    throws(BridgeError) -> Bridge
  {
    try Bridge(host, reconnects: reconnects) { handlers throws(BridgeError) in
      let wire = try Bridge.reach { () throws(SystemError) in try Wire.connect(socketAt: path) }
      return Link(connection: BridgeConnection(wire, handlers), process: nil)
    }
  }

  /// Connects to a port of this machine, and authenticates with the token.
  public static func connect(
    port: UInt16, token: String, host: Host = Host(), reconnects: Bool = true
  ) async throws(BridgeError) -> Bridge {
    try await connect(port, host, reconnects) { token }
  }

  /// Connects to a port of this machine, and authenticates with the token in a file. A bridge has another token after
  /// each start, so the file is read for each connection.
  public static func connect(
    port: UInt16, tokenFile: String, host: Host = Host(), reconnects: Bool = true
  ) async throws(BridgeError) -> Bridge {
    try await connect(port, host, reconnects) {
      let bytes = (try? File.read(tokenFile, maxBytes: 4096).get()) ?? []
      return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  private static func connect(
    _ port: UInt16, _ host: Host, _ reconnects: Bool, token: @escaping @Sendable () -> String
  ) async throws(BridgeError) -> Bridge {
    let bridge = try Bridge(host, reconnects: reconnects, token: token) {
      handlers throws(BridgeError) in
      let wire = try reach { () throws(SystemError) in
        try Wire.connect(host: "127.0.0.1", port: port)
      }
      return Link(connection: BridgeConnection(wire, handlers), process: nil)
    }
    _ = try await bridge.call("bridge.authenticate", ["token": .string(token())])
    return bridge
  }

  /// Starts the program at `path` as a child process, which `close` ends.
  public static func start(
    _ path: String, dataDirectory: String, arguments: [String] = [], host: Host = Host(),
    reconnects: Bool = true
  ) throws(BridgeError) -> Bridge {
    let line = ["serve", "--stdio", "--parent-pid", "\(getpid())", "--data-dir", dataDirectory]
    return try Bridge(host, reconnects: reconnects) { handlers throws(BridgeError) in
      let process = try reach { () throws(SystemError) in
        try PipedProcess(path, line + arguments, environment: variables)
      }
      return Link(connection: BridgeConnection(process.wire, handlers), process: process)
    }
  }

  private static func reach<Result>(_ body: () throws(SystemError) -> Result)
    throws(BridgeError) -> Result
  {
    do throws(SystemError) {
      return try body()
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
    let link = state.withLock { $0.link }
    let result = try await link.call(method, parameters, within: time)
    let needsEpoch = state.withLock { state in
      if method == "bridge.shutdown" { state.reconnects = false }
      return state.registrations.succeeded(method, parameters, result)
    }
    if needsEpoch,
      let epoch = try? await link.call("bridge.info", within: time)["epoch"]?.stringValue
    {
      state.withLock { $0.registrations.processEpoch = epoch }
    }
    return result
  }

  /// Closes the connection. The bridge answers the calls in flight first; a process that `start` started has ended, with the
  /// returned status.
  @discardableResult
  public func close() -> Int32? {
    let (link, next) = state.withLock { state in
      (state.reconnects, state.isOpen) = (false, false)
      return (state.link, state.next)
    }
    next?.close()
    return link.close()
  }
}
