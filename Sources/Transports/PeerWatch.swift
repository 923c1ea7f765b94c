import Glibc
import Synchronization
import System

/// The thread that enforces the deadlines of all socket connections and detects peers that hang up. A reader
/// thread can do neither: it may be busy with messages of its peer, or wait for room.
final class PeerWatch: Sendable {
  fileprivate enum Presence {
    case there
    /// Over TCP the end of the output looks like the end of the peer. The kernel's table of connections
    /// distinguishes them, and must be polled.
    case silent(nextLookUp: ContinuousClock.Instant)
    case gone
    /// The connection was notified that its peer is gone.
    case reported
  }

  fileprivate struct Entry {
    let connection: Connection
    let socket: SharedFD
    var presence = Presence.there
    var authDeadline: ContinuousClock.Instant?
    /// The deadline of the message whose rest the reader waits for; nil while it does not wait.
    var frameDeadline: ContinuousClock.Instant?
    /// The check of a WebSocket for a silent peer.
    var idleCheck: IdleCheck?
  }

  fileprivate struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The time of the next check without an event.
    var wakesAt: ContinuousClock.Instant?
    var isStopped = false
  }

  private static let lookUpInterval = Duration.seconds(2)
  /// The delay of the first check. It reads the kernel's table of all connections, which takes milliseconds, and
  /// most connections whose peer has closed end by themselves before it is due.
  private static let firstLookUpDelay = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let change: EventFD

  init() throws(SystemError) {
    change = try EventFD()
    try PosixThread { [self] in run() }.detach()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    change.fire()
  }

  /// Watches a connection until `forget`. `authDeadline` is nil for an authenticated peer.
  func add(
    _ connection: Connection, _ socket: SharedFD, authDeadline: ContinuousClock.Instant?
  ) {
    state.withLock {
      $0.entries[ObjectIdentifier(connection)] = Entry(
        connection: connection, socket: socket, authDeadline: authDeadline)
    }
    change.fire()
  }

  /// Starts the deadlines of a WebSocket after its handshake.
  func begin(
    _ connection: Connection, authDeadline: ContinuousClock.Instant?, idleCheck: IdleCheck
  ) {
    state.withLock { state in
      state.entries[ObjectIdentifier(connection)]?.authDeadline = authDeadline
      state.entries[ObjectIdentifier(connection)]?.idleCheck = idleCheck
    }
    change.fire()
  }

  func forget(_ connection: Connection) {
    let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(connection)) }
    // Wake the thread: it keeps the descriptor open until its next round.
    if entry != nil { change.fire() }
  }

  /// Sets or, with nil, removes the deadline of the message that the reader of `connection` waits for.
  func setFrameDeadline(_ deadline: ContinuousClock.Instant?, of connection: Connection) {
    let isEarlier = state.withLock { state in
      state.entries[ObjectIdentifier(connection)]?.frameDeadline = deadline
      guard let deadline else { return false }
      return state.wakesAt.map { deadline < $0 } ?? true
    }
    if isEarlier { change.fire() }
  }

  private func run() {
    while true {
      lookUpSilentPeers()
      // Run these outside of the lock: a connection that ends calls `forget`.
      for action in state.withLock({ $0.takeActions() }) { action() }
      guard let round = state.withLock({ $0.nextRound() }) else { return }
      wait(round)
    }
  }

  /// Checks the silent peers in the kernel's table, outside of the lock, which readers take: the table may be
  /// long.
  private func lookUpSilentPeers() {
    let now = ContinuousClock.now
    var peers = state.withLock { $0.silentPeers(at: now) }
    for _ in 0..<SocketTable.readings where !peers.isEmpty {
      let tables = SocketTable.all()
      peers.removeAll { peer in
        guard TCPSocket.peerIsHeld(peer.socket.number, in: tables) else { return false }
        state.withLock { $0.set(.silent(nextLookUp: now + Self.lookUpInterval), of: peer) }
        return true
      }
    }
    state.withLock { state in
      for peer in peers { state.set(.gone, of: peer) }
    }
  }

  /// Blocks until something changes, a deadline passes or a peer hangs up.
  private func wait(_ round: Round) {
    var polled = [pollfd(fd: change.number, events: Int16(POLLIN), revents: 0)]
    polled += round.sockets.map {
      pollfd(fd: $0.peer.socket.number, events: $0.events, revents: 0)
    }
    let timeout = pollTimeout(until: round.deadline)
    guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return }
    if polled[0].revents != 0 { change.forget() }
    let found = zip(round.sockets.map(\.peer), polled.dropFirst()).filter { $1.revents != 0 }
    state.withLock { state in
      for (peer, result) in found {
        let hasHungUp = Int32(result.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
        state.set(
          hasHungUp ? .gone : .silent(nextLookUp: .now + Self.firstLookUpDelay), of: peer)
      }
    }
  }
}

/// A watched connection, retained while its socket is polled. Otherwise another connection could be allocated
/// at the same address meanwhile and be mistaken for it.
private struct WatchedPeer {
  let connection: Connection
  let socket: SharedFD
}

/// The sockets and the deadline that the thread waits for in one round.
private struct Round {
  var sockets: [(peer: WatchedPeer, events: Int16)] = []
  var deadline: ContinuousClock.Instant?
}

extension PeerWatch.State {
  /// Returns all silent peers when one of them is due: one reading of the table serves all, and they are due
  /// together from then on.
  fileprivate func silentPeers(at now: ContinuousClock.Instant) -> [WatchedPeer] {
    var isDue = false
    let peers: [WatchedPeer] = entries.values.compactMap { entry in
      guard case .silent(let nextLookUp) = entry.presence else { return nil }
      if nextLookUp <= now { isDue = true }
      return WatchedPeer(connection: entry.connection, socket: entry.socket)
    }
    return isDue ? peers : []
  }

  /// Sets the result of a check, unless the connection was removed meanwhile.
  fileprivate mutating func set(_ presence: PeerWatch.Presence, of peer: WatchedPeer) {
    entries[ObjectIdentifier(peer.connection)]?.presence = presence
  }

  /// Returns the actions that are due now, each only once.
  fileprivate mutating func takeActions() -> [() -> Void] {
    let now = ContinuousClock.now
    var actions: [() -> Void] = []
    for (id, entry) in entries {
      let connection = entry.connection
      if let deadline = entry.authDeadline, deadline <= now {
        entries[id]?.authDeadline = nil
        actions.append { connection.authTimeIsUp() }
      }
      if let deadline = entry.frameDeadline, deadline <= now {
        entries[id]?.frameDeadline = nil
        actions.append { connection.timeIsUp() }
      }
      if let action = idleAction(of: id, at: now) { actions.append(action) }
      if case .gone = entry.presence {
        entries[id]?.presence = .reported
        actions.append { connection.peerIsGone() }
      }
    }
    return actions
  }

  /// Returns the action for a peer that has been silent for too long; nil for any other.
  private mutating func idleAction(
    of id: ObjectIdentifier, at now: ContinuousClock.Instant
  ) -> (() -> Void)? {
    guard let entry = entries[id], var check = entry.idleCheck, check.nextAt <= now else {
      return nil
    }
    let connection = entry.connection
    let action = check.action(
      at: now, lastInput: connection.lastInput, unread: entry.socket.unreadBytes)
    entries[id]?.idleCheck = action == .end ? nil : check
    switch action {
    case .none: return nil
    case .ping: return { connection.ping() }
    case .end: return { connection.peerIsSilent() }
    }
  }

  /// Returns the next round, or nil when the watch is stopped.
  fileprivate mutating func nextRound() -> Round? {
    guard !isStopped else { return nil }
    var round = Round()
    for entry in entries.values {
      let peer = WatchedPeer(connection: entry.connection, socket: entry.socket)
      var deadlines = [
        entry.authDeadline, entry.frameDeadline, entry.idleCheck?.nextAt, round.deadline,
      ]
      switch entry.presence {
      // The kernel reports a hang-up for any requested events.
      case .there:
        let events = entry.connection.transport == .unix ? 0 : POLLRDHUP
        round.sockets.append((peer, Int16(events)))
      case .silent(let nextLookUp):
        round.sockets.append((peer, 0))
        deadlines.append(nextLookUp)
      // Detected while the actions of this round ran.
      case .gone: deadlines.append(.now)
      case .reported: break
      }
      round.deadline = deadlines.compactMap(\.self).min()
    }
    wakesAt = round.deadline
    return round
  }
}

/// Hidden by the Glibc module; see `EventFD.swift`.
private let POLLRDHUP: Int32 = 0x2000
