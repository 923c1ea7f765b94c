import AltcraftEngine
import JSONCodec
import JSONRPC
import Synchronization

/// What a handler knows of the connection its call came by, and of the service behind it.
package final class Session: Sendable {
  package let id: ConnectionID
  package let engine: Engine
  package let service: Service
  /// The other side of the connection.
  package let remote: Remote

  private struct State {
    var subscription: EventSubscription?
    var bestContent: ShownContent?
    var isToReportLoss = false
    var isOver = false
  }

  private let state = Mutex(State())

  package init(id: ConnectionID, engine: Engine, service: Service, remote: Remote) {
    self.id = id
    self.engine = engine
    self.service = service
    self.remote = remote
  }

  /// Nothing more will come from the other side: its subscription ends, and so does what it registered.
  package func ended() {
    state.withLock { $0.isOver = true }
    setSubscription(nil)
    forgetRegistrations()
  }

  /// To be called after each registration that goes with this connection. Calls that waited for their turn
  /// take effect after the other side has ended: what they register ends at once.
  func registered() {
    if state.withLock({ $0.isOver }) { forgetRegistrations() }
  }

  private func forgetRegistrations() {
    engine.connectionEnded(id)
    service.receivers.forget(id)
  }

  var subscription: EventSubscription? { state.withLock { $0.subscription } }

  /// Replaces the subscription of this connection. One that comes after the end is cancelled.
  func setSubscription(_ subscription: EventSubscription?) {
    let ended = state.withLock { state in
      if state.isOver {
        defer { state.subscription = nil }
        return [state.subscription, subscription]
      }
      defer { state.subscription = subscription }
      return [state.subscription]
    }
    for subscription in ended { subscription?.cancel() }
  }

  /// What the latest notification request of this connection shows.
  var bestContent: ShownContent? { state.withLock { $0.bestContent } }

  func setBestContent(_ content: ShownContent) { state.withLock { $0.bestContent = content } }

  /// Events found no room: the subscriber is told which as soon as there is some, also when no event
  /// follows. Looks again every tenth of a second, since no transport says when it has room.
  func reportLossSoon() {
    let isFirst = state.withLock { state in
      defer { state.isToReportLoss = true }
      return !state.isToReportLoss
    }
    guard isFirst else { return }
    Task {
      try await engine.environment.sleep(.milliseconds(100))
      let subscription = state.withLock { state in
        state.isToReportLoss = false
        return state.subscription
      }
      subscription?.reportLoss()
    }
  }

  /// Asks the host at the other end. Whatever is no text counts as none.
  func ask<Parameters>(
    _ callback: Callback<Parameters, String?>, _ parameters: Parameters
  ) async -> HostAnswer {
    do throws(CallbackFailure) {
      let answer = try await remote.call(callback.name, callback.encode(parameters))
      guard let text = answer.stringValue, !text.isEmpty else { return .none }
      return .value(text)
    } catch {
      return error == .timeout ? .timedOut : .none
    }
  }
}

extension Session {
  /// The answer of the host at the other end; nil for none, an error, or one of another type.
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

  /// Whether the host at the other end heard of it: false when it was gone, or went without an answer.
  func hears<Parameters, Answer>(
    of callback: Callback<Parameters, Answer>, _ parameters: Parameters
  ) async -> Bool {
    do throws(CallbackFailure) {
      _ = try await remote.call(callback.name, callback.encode(parameters))
      return true
    } catch {
      switch error {
      case .gone, .busy: return false
      case .timeout, .refused, .cancelled: return true
      }
    }
  }
}

/// The process as its own methods see it.
package struct Service: Sendable {
  package let version: String
  package let pid: Int32
  package let startedAt: Int64
  /// As in the ready line.
  package let transports: @Sendable () -> [String]
  package let dataDirectory: String
  package let durability: String
  /// The OpenRPC document as `altcraft-bridge schema` prints it, and its SHA-256.
  package let document: @Sendable () -> [UInt8]
  package let schemaDigest: @Sendable () -> String
  package let statistics: @Sendable () -> TransportStatistics
  /// Compares with the token of the TCP port; nil where there is no port.
  package let checkToken: (@Sendable (String) -> Bool)?
  /// The transport need no longer wait for that connection to prove who it is.
  package let becameTrusted: @Sendable (ConnectionID) -> Void
  package let setLogLevel: @Sendable (Log.Level) -> Void
  /// Which connections want to be asked about notifications.
  let receivers = NotificationReceivers()
  /// Begins to stop; returns at once.
  package let shutDown: @Sendable () -> Void

  package init(
    version: String, pid: Int32, startedAt: Int64,
    transports: @escaping @Sendable () -> [String], dataDirectory: String, durability: String,
    document: @escaping @Sendable () -> [UInt8], schemaDigest: @escaping @Sendable () -> String,
    statistics: @escaping @Sendable () -> TransportStatistics,
    checkToken: (@Sendable (String) -> Bool)?,
    becameTrusted: @escaping @Sendable (ConnectionID) -> Void,
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
    self.schemaDigest = schemaDigest
    self.statistics = statistics
    self.checkToken = checkToken
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
  package var workerStarts = 0
  /// Requests answered within so many microseconds; nil is the rest.
  package var latency: [(le: Int?, count: Int)] = []
  /// The time of all of them together, in microseconds.
  package var latencySum = 0

  package init() {}
}
