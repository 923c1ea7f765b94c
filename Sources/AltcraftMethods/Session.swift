import AltcraftEngine
import JSONCodec
import JSONRPC
import Synchronization

/// The context of a handler: the connection of its call, and the service behind it.
package final class Session: Sendable {
  package let id: ConnectionID
  package let engine: Engine
  package let service: Service
  /// The other side of the connection.
  package let remote: Remote

  /// The streams of numbered items that a connection subscribes to.
  enum Stream: Sendable { case events, trace }

  private struct State {
    var subscriptions: [Stream: EventSubscription] = [:]
    var outcomes: OutcomeSubscription?
    var bestContent: ShownContent?
    /// The streams whose losses are going to be reported.
    var isToReportLoss: Set<Stream> = []
  }

  private let state = Mutex(State())
  private let hasEnded = Mutex(false)

  package init(id: ConnectionID, engine: Engine, service: Service, remote: Remote) {
    self.id = id
    self.engine = engine
    self.service = service
    self.remote = remote
  }

  /// Ends the session: its subscriptions end, and its registrations are removed.
  package func ended() {
    hasEnded.withLock { $0 = true }
    let (subscriptions, outcomes) = state.withLock { state in
      defer { (state.subscriptions, state.outcomes) = ([:], nil) }
      return (state.subscriptions, state.outcomes)
    }
    for subscription in subscriptions.values { subscription.cancel() }
    outcomes?.cancel()
    engine.connectionEnded(id)
    service.receivers.forget(id)
    service.simulation.remove(id)
  }

  func subscription(to stream: Stream) -> EventSubscription? {
    state.withLock { $0.subscriptions[stream] }
  }

  /// Runs `body`, which registers this connection with the engine or the service. Does nothing after `ended`:
  /// a call may take effect later than that, and the registration would never be removed.
  func register<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try hasEnded.withLock { hasEnded throws(Failure) in
      if !hasEnded { try body() }
    }
  }

  /// Runs `body`, which registers a fixed token. It outlives the connection, so it counts after `ended` too.
  func registerFixed<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try hasEnded.withLock { hasEnded throws(Failure) in
      try body()
      if hasEnded { engine.connectionEnded(id) }
    }
  }

  /// Replaces the subscription of this connection to a stream. After `ended` the new one is cancelled.
  func setSubscription(to stream: Stream, _ subscription: EventSubscription?) {
    var old = subscription
    register {
      old = state.withLock { state in
        defer { state.subscriptions[stream] = subscription }
        return state.subscriptions[stream]
      }
    }
    old?.cancel()
  }

  /// Replaces the subscription of this connection to outcomes of jobs. After `ended` the new one is cancelled.
  func setOutcomeSubscription(_ subscription: OutcomeSubscription?) {
    var old = subscription
    register {
      old = state.withLock { state in
        defer { state.outcomes = subscription }
        return state.outcomes
      }
    }
    old?.cancel()
  }

  /// The content of the latest notification request of this connection.
  var bestContent: ShownContent? { state.withLock { $0.bestContent } }

  func setBestContent(_ content: ShownContent) { state.withLock { $0.bestContent = content } }

  /// Reports lost items of a stream once there is room, even if no item follows. Checks every tenth of a second, since
  /// no transport reports when it has room.
  func reportLossSoon(of stream: Stream) {
    guard state.withLock({ $0.isToReportLoss.insert(stream).inserted }) else { return }
    Task {
      try await engine.environment.sleep(.milliseconds(100))
      let subscription = state.withLock { state in
        state.isToReportLoss.remove(stream)
        return state.subscriptions[stream]
      }
      subscription?.reportLoss()
    }
  }

  /// Asks the host at the other end. An answer that is not a text counts as none.
  func request<Parameters>(
    _ callback: Callback<Parameters, String?>, _ parameters: Parameters
  ) async -> HostAnswer {
    do throws(CallbackFailure) {
      let answer = try await remote.call(callback.name, callback.encode(parameters))
      guard let text = answer.stringValue, !text.isEmpty else { return .none }
      return .value(text)
    } catch {
      // From now on the provider before it is in force, not only when all calls of this connection have ended.
      if error == .gone { engine.connectionEnded(id) }
      return error == .timeout ? .timedOut : .none
    }
  }
}

extension Session {
  /// Returns the answer of the host at the other end; nil for none, an error, or one of another type.
  func answer<Parameters, Answer>(
    to callback: Callback<Parameters, Answer>, _ parameters: Parameters
  ) async -> Answer? {
    do {
      let answer = try await remote.call(callback.name, callback.encode(parameters))
      return try callback.answer.decode(answer)
    } catch {
      return nil
    }
  }

  /// The reaction of a host to a callback about a notification.
  enum Reaction<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// No answer in time, an error, or an answer of another type.
    case unusable
    /// The host was gone or too busy to be asked.
    case unreachable
  }

  /// Asks the host at the other end about a notification.
  func reaction<Parameters, Answer>(
    to callback: Callback<Parameters, Answer>, _ parameters: Parameters
  ) async -> Reaction<Answer> {
    do throws(CallbackFailure) {
      let answer = try await remote.call(callback.name, callback.encode(parameters))
      return (try? callback.answer.decode(answer)).map(Reaction.answer) ?? .unusable
    } catch {
      // From now on the connection before it is in force, not only when all calls of this one have ended.
      if error == .gone { service.receivers.forget(id) }
      return error == .gone || error == .busy ? .unreachable : .unusable
    }
  }
}

/// The view of the process that its own methods use.
package struct Service: Sendable {
  package let version: String
  package let pid: Int32
  package let startedAt: Int64
  /// The transports as in the ready line.
  package let transports: @Sendable () -> [String]
  package let dataDirectory: String
  package let durability: String
  /// The OpenRPC document on one line.
  package let document: @Sendable () -> [UInt8]
  package let statistics: @Sendable () -> TransportStatistics
  /// The proofs of a role; nil without TCP and WebSocket, where no peer needs one.
  package let access: Access?
  /// The address of pages, such as `http://127.0.0.1:8093`; nil without WebSocket.
  package let pages: String?
  /// Notifies the transport that the connection is authenticated.
  package let becameTrusted: @Sendable (ConnectionID, Role) -> Void
  package let setLogLevel: @Sendable (Log.Level) -> Void
  /// The connections that registered for notifications.
  let receivers = NotificationReceivers()
  /// The connections that get the pushes of a simulated platform.
  let simulation = PushSimulation()
  /// Starts the shutdown; returns at once.
  package let shutDown: @Sendable () -> Void

  package init(
    version: String, pid: Int32, startedAt: Int64,
    transports: @escaping @Sendable () -> [String], dataDirectory: String, durability: String,
    document: @escaping @Sendable () -> [UInt8],
    statistics: @escaping @Sendable () -> TransportStatistics,
    access: Access?, pages: String? = nil,
    becameTrusted: @escaping @Sendable (ConnectionID, Role) -> Void,
    setLogLevel: @escaping @Sendable (Log.Level) -> Void,
    shutDown: @escaping @Sendable () -> Void
  ) {
    self.version = version
    self.pid = pid
    self.startedAt = startedAt
    self.transports = transports
    self.dataDirectory = dataDirectory
    self.durability = durability
    self.document = document
    self.statistics = statistics
    self.access = access
    self.pages = pages
    self.becameTrusted = becameTrusted
    self.setLogLevel = setLogLevel
    self.shutDown = shutDown
  }
}

/// Counters of connections, bytes and calls since the start of the process.
package struct TransportStatistics: Sendable {
  package var connectionsOpen = 0
  package var connectionsOpened = 0
  package var connectionsRefused = 0
  package var bytesIn = 0
  package var bytesOut = 0
  package var requests = 0
  package var notifications = 0
  package var errors = 0
  package var ignoredResponses = 0
  package var deliveryConnections = 0
  /// The number of requests answered within each limit in microseconds; nil is the rest.
  package var latency: [(le: Int?, count: Int)] = []
  /// The total time of these requests in microseconds.
  package var latencySum = 0

  package init() {}
}
