import Glibc
import Synchronization
import System
import Tracing

/// The open connections of one service over all its transports, their limits and their counters.
package final class Connections: Sendable {
  private struct Newcomer {
    let connection: Connection
    /// True after its handshake.
    var isUpgraded = false
  }

  private struct State {
    var limits: TransportLimits
    var counts = ConnectionCounts()
    var open: [Connection] = []
    /// The WebSocket connections that are not authenticated, the oldest first.
    var newcomers: [Newcomer] = []

    /// The number of connections that count against the limit: those whose handshake is not complete do not.
    var established: Int { counts.open - newcomers.count { !$0.isUpgraded } }

    mutating func enter(_ trust: AuthenticationState) {
      counts.open += 1
      counts.opened += 1
      if trust == .unauthenticated { counts.unauthenticated += 1 }
    }

    mutating func authenticated(_ connection: Connection) {
      counts.unauthenticated -= 1
      newcomers.removeAll { $0.connection === connection }
    }
  }

  /// The switch of the recorders of all connections.
  let recording: RecordingSwitch
  let traffic = Traffic()
  let watch: PeerWatch
  private let state: Mutex<State>
  private let stopping = Atomic(false)
  /// An event that fires whenever a connection closes.
  private let departure: EventFD

  /// Creates an empty set. Recorders of connections are called while `recording` is on.
  package init(
    limits: TransportLimits, recording: RecordingSwitch = RecordingSwitch()
  ) throws(SystemError) {
    self.recording = recording
    state = Mutex(State(limits: limits))
    departure = try EventFD()
    watch = try PeerWatch()
  }

  deinit {
    watch.stop()
  }

  /// The limits of new connections. An open connection keeps the limits it started with.
  package var limits: TransportLimits {
    get { state.withLock { $0.limits } }
    set { state.withLock { $0.limits = newValue } }
  }

  package var counts: ConnectionCounts {
    var counts = state.withLock { $0.counts }
    (counts.bytesIn, counts.bytesOut) = traffic.totals
    return counts
  }

  /// True after `stopReading`.
  var isStopping: Bool { stopping.load(ordering: .acquiring) }

  /// Stops reading on all connections; answers are still sent. Each reader sees the end of its input.
  package func stopReading() {
    stopping.store(true, ordering: .releasing)
    for connection in state.withLock({ $0.open }) { connection.stopReading() }
  }

  /// Blocks until no connection is open. Returns false on timeout.
  package func waitUntilClosed(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    while state.withLock({ $0.counts.open }) > 0 {
      guard deadline > .now else { return false }
      _ = waitFor(departure.number, POLLIN, or: nil, until: deadline)
      departure.forget()
    }
    return true
  }

  /// Adds a connection, if the limits allow it.
  func admit(_ trust: AuthenticationState) -> Bool {
    state.withLock { state in
      let isFull =
        state.established >= state.limits.connections
        || trust == .unauthenticated
          && state.counts.unauthenticated - state.newcomers.count >= state.limits.unauthenticated
      if isFull {
        state.counts.refused += 1
        return false
      }
      state.enter(trust)
      return true
    }
  }

  /// Adds a connection that has yet to complete the handshake of a WebSocket. Returns the connections that must
  /// end for it: a peer that does not authenticate cannot lock others out.
  func admit(_ newcomer: Connection) -> [Connection] {
    state.withLock { state in
      state.counts.open += 1
      state.counts.unauthenticated += 1
      state.open.append(newcomer)
      state.newcomers.append(Newcomer(connection: newcomer))
      let excess = state.newcomers.count - max(1, state.limits.unauthenticated)
      return state.newcomers.prefix(max(0, excess)).map(\.connection)
    }
  }

  /// The result of `establish`.
  enum Establishment {
    case established
    /// Established in place of a connection, which must end.
    case displacing(Connection)
    /// There are too many connections.
    case refused
    /// Displaced during its handshake.
    case gone
  }

  /// Gives a connection that has completed its handshake a place among all connections. `trust` is called for a peer with
  /// the right token, and returns false if the connection was displaced. It leaves the newcomers in the same step, so that
  /// none that comes now can displace it.
  func establish(_ newcomer: Connection, trust: (() -> Bool)?) -> Establishment {
    state.withLock { state in
      let isFull = state.established >= state.limits.connections
      let displaced = isFull ? state.newcomers.first(where: \.isUpgraded) : nil
      guard !isFull || displaced != nil else { return .refused }
      if let trust {
        guard trust() else { return .gone }
        state.authenticated(newcomer)
      } else if let index = state.newcomers.firstIndex(where: { $0.connection === newcomer }) {
        state.newcomers[index].isUpgraded = true
      }
      state.counts.opened += 1
      return displaced.map { .displacing($0.connection) } ?? .established
    }
  }

  /// Adds a connection without checking the limits: standard input and output are always served.
  func enter() {
    state.withLock { $0.enter(.trusted) }
  }

  func leave(_ trust: AuthenticationState) {
    state.withLock { state in
      state.counts.open -= 1
      if trust == .unauthenticated { state.counts.unauthenticated -= 1 }
    }
    departure.fire()
  }

  func authenticated(_ connection: Connection) {
    state.withLock { $0.authenticated(connection) }
  }

  func refused() {
    state.withLock { $0.counts.refused += 1 }
  }

  func began(_ connection: Connection) {
    state.withLock { $0.open.append(connection) }
  }

  /// Removes a connection that began. Must be called once for it.
  func ended(_ connection: Connection, _ trust: AuthenticationState) {
    watch.forget(connection)
    state.withLock { state in
      guard let index = state.open.firstIndex(where: { $0 === connection }) else { return }
      state.open.remove(at: index)
      state.newcomers.removeAll { $0.connection === connection }
    }
    leave(trust)
  }
}

/// The authentication state of the remote peer.
package enum AuthenticationState: Sendable, Equatable {
  /// The parent process, or a process of the same user.
  case trusted
  /// Any process on this machine that has not yet presented the token.
  case unauthenticated
}

/// The counters of transports in `bridge.stats`.
package struct ConnectionCounts: Sendable, Equatable {
  package var open = 0
  package var opened = 0
  /// The number of refused connections: too many, of another user, or without JSON-RPC.
  package var refused = 0
  package var unauthenticated = 0
  package var bytesIn = 0
  package var bytesOut = 0
}

/// The number of bytes transferred over all connections.
final class Traffic: Sendable {
  private let bytesIn = Atomic(0)
  private let bytesOut = Atomic(0)

  func received(_ count: Int) { bytesIn.wrappingAdd(count, ordering: .relaxed) }
  func sent(_ count: Int) { bytesOut.wrappingAdd(count, ordering: .relaxed) }

  var totals: (in: Int, out: Int) {
    (bytesIn.load(ordering: .relaxed), bytesOut.load(ordering: .relaxed))
  }
}
