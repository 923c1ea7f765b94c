import BridgeClient
import Glibc
import Synchronization
import System

/// A connection to a bridge, for programs in Swift: calls, notifications and requests of the bridge. After a lost
/// connection it opens another one, repeats the registrations, and continues the subscription to events where it
/// stopped. It repeats no other call.
public final class Bridge: Sendable {
  /// The functions of the host.
  public struct Host: Sendable {
    /// Gets the notifications in the order of their arrival: `event`, `events.gap`, `outcome` and others. Runs on the thread
    /// that reads, so it must not wait for a call.
    public var notification: @Sendable (_ method: String, _ parameters: JSONValue) -> Void = {
      _, _ in
    }
    /// Answers the requests of the bridge, by name, each in a task. A request without an answer counts as an unknown
    /// method, and an error is reported to the bridge. `answerGetJWT` and others set them with their types.
    public var answers: [String: @Sendable (_ parameters: JSONValue) async throws -> JSONValue?] =
      [:]
    /// Gets each loss of the connection, and then its replacement, when all is registered again.
    public var connection: @Sendable (_ change: ConnectionChange) -> Void = { _ in }

    public init() {}
  }

  public enum ConnectionChange: Sendable, Hashable {
    case lost
    /// The registrations are repeated; `refused` has the methods that the bridge refused.
    case restored(refused: [String])
  }

  enum Phase: Sendable {
    /// No call has succeeded over the first connection: its end is not reported, and it is not replaced.
    case new
    /// The connection works and all is registered.
    case open
    case lost
    case closed
  }

  struct State {
    var link: Link
    /// The connection that is being registered.
    var next: Link?
    /// The number of the newest connection.
    var number = 0
    var phase: Phase
    /// True while a connection is being opened or registered.
    var isReopening = false
    /// The thread that reports a change of the connection to the host.
    var reporter: pthread_t?
    var registrations = Registrations()
    var outcomes: AsyncStream<OutcomeItem>.Continuation?
    /// The number of the newest stream of outcomes.
    var stream = 0
    /// The end of the subscription of a stream that was left. The next one waits for it.
    var unsubscription: Task<Void, Never>?
  }

  typealias Opener = @Sendable (BridgeConnection.Handlers) throws(BridgeError) -> Link

  let host: Host
  let reconnects: Bool
  let open: Opener
  let token: (@Sendable () -> String)?
  let state: Monitor<State>
  let owner = Owner()

  init(
    _ host: Host, reconnects: Bool, phase: Phase, token: (@Sendable () -> String)? = nil,
    _ open: @escaping Opener
  ) throws(BridgeError) {
    self.host = host
    self.reconnects = reconnects
    self.open = open
    self.token = token
    let link = try open(owner.handlers(host, connection: 0))
    state = Monitor(State(link: link, phase: phase))
    owner.bridge.withLock { $0 = WeakBridge(bridge: self) }
    if link.connection.hasEnded { lost(0) }
  }

  /// Connects to the Unix socket of a service.
  public static func connect(socket path: String, host: Host = Host(), reconnects: Bool = true)
    throws(BridgeError) -> Bridge
  {
    try Bridge(host, reconnects: reconnects, phase: .open) { handlers throws(BridgeError) in
      let wire = try Bridge.reach { () throws(SystemError) in try Wire.connect(socketAt: path) }
      return Link(BridgeConnection(wire, handlers))
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
      let bytes = (try? File.readText(tokenFile, maxBytes: 4096).get()) ?? []
      return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  private static func connect(
    _ port: UInt16, _ host: Host, _ reconnects: Bool, token: @escaping @Sendable () -> String
  ) async throws(BridgeError) -> Bridge {
    let bridge = try Bridge(host, reconnects: reconnects, phase: .new, token: token) {
      handlers throws(BridgeError) in
      let wire = try reach { () throws(SystemError) in
        try Wire.connect(host: "127.0.0.1", port: port)
      }
      return Link(BridgeConnection(wire, handlers))
    }
    do throws(BridgeError) {
      _ = try await bridge.call("bridge.authenticate", ["token": .string(token())])
    } catch {
      await bridge.end()
      throw error
    }
    return bridge
  }

  /// Starts the program at `path` as a child process, which `close` ends. If it cannot start, the first call throws
  /// `BridgeError.disconnected` with its status and the end of its log.
  public static func start(
    _ path: String, dataDirectory: String, arguments: [String] = [], host: Host = Host(),
    environment: [String: String] = [:], reconnects: Bool = true
  ) throws(BridgeError) -> Bridge {
    let line = ["serve", "--stdio", "--parent-pid", "\(getpid())", "--data-dir", dataDirectory]
    return try Bridge(host, reconnects: reconnects, phase: .new) { handlers throws(BridgeError) in
      let process = try reach { () throws(SystemError) in
        try PipedProcess(
          path, line + arguments, environment: variables.merging(environment) { $1 })
      }
      return Link(BridgeConnection(process.wire, handlers), process: process)
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

  /// Calls a method and waits for its answer, up to `time`. Then, or if the task is cancelled, the call is cancelled at the
  /// bridge; a job that was accepted continues.
  public func call(
    _ method: String, _ parameters: [String: JSONValue] = [:],
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JSONValue {
    let link = state.withLock { $0.link }
    let result = try await link.call(method, parameters, within: time) { [self] result in
      answered(method, parameters, result, by: link)
    }
    if state.withLock({ $0.registrations.needsEpoch }),
      let epoch = try? await link.call("bridge.info", within: time)["epoch"]?.stringValue
    {
      state.withLock { $0.registrations.processEpoch = epoch }
    }
    return result
  }

  /// The longest wait for an answer, unless a call has another limit.
  public static let day = Duration.seconds(86_400)

  /// Closes the connection, and waits for its end. The bridge answers the calls in flight first; a process that `start`
  /// started has ended, with the returned status. Blocks the thread: a task uses `end`.
  @discardableResult
  public func close() -> Int32? {
    let (link, next) = state.update { state in
      state.phase = .closed
      return (state.link, state.next)
    }
    next?.connection.finishSending()
    // A function of the host may run on the thread that reads the answers to the registrations.
    let registering = next.flatMap { $0.connection.isReadingHere ? $0 : nil }
    let status = (registering ?? link).close(until: .after(.seconds(10)))
    // A process that was being started has ended too, and nothing more is reported, unless the report closes the client.
    _ = state.wait(until: .after(.seconds(10))) { state in
      let reports = state.reporter.map { $0 != pthread_self() } ?? false
      return state.isReopening && registering == nil || reports ? nil : true
    }
    state.withLock { $0.outcomes }?.finish()
    return status
  }

  /// Closes as `close` does, and suspends the task meanwhile.
  @discardableResult
  public func end() async -> Int32? { await onThread { self.close() } }
}
