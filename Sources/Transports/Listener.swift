import Glibc
import JSONRPC
import Synchronization
import System

/// A listener at one endpoint. Peers can connect as soon as it is made; from `accept` on it serves each
/// connection on its own thread.
package final class Listener: Sendable {
  /// A function that makes the reader of a new connection. It is called on the connection's thread.
  package typealias Handler = @Sendable (Connection, AuthenticationState) -> any ChannelReader

  private enum State {
    /// Peers can connect and wait to be accepted.
    case bound(SharedFD)
    case accepting(Acceptance)
    case stopped
  }

  /// The thread that accepts connections.
  private struct Acceptance {
    let thread: PosixThread
    let stopping: EventFD
    let handler: Handler

    func stop() {
      stopping.fire()
      thread.join()
    }
  }

  /// The address of the listener, with the chosen port if the caller passed port 0.
  package let endpoint: Endpoint
  private let connections: Connections
  private let admission: Admission
  private let state: Mutex<State>
  /// The file of a Unix socket.
  private let file: Mutex<SocketFile?>

  /// Listens on a Unix socket, for processes of the same user, and of a group if there is `access`. Replaces a stale socket: call this only while
  /// holding the lock of the data directory.
  package static func unix(
    path: String, access: UnixAccess? = nil, in connections: Connections
  ) throws(ListenerError) -> Listener {
    let socket = try UnixSocket.listen(at: path, access)
    let file = SocketFile(path: path, identity: socket.identity, origin: .bound(access))
    return Listener(
      .unix(path: path), socket.descriptor.release(), .sameUser(orGroup: access?.group),
      in: connections, file)
  }

  /// Listens on a loopback port; with port 0 the system chooses one. While `demandsToken` returns true,
  /// a peer of the same user must authenticate too. It is called for each connection.
  package static func tcp(
    _ host: Endpoint.Loopback, port: UInt16, demandsToken: @escaping @Sendable () -> Bool,
    in connections: Connections
  ) throws(ListenerError) -> Listener {
    let socket = try TCPSocket.listen(host, port: port)
    return Listener(
      .tcp(host, port: socket.port), socket.descriptor.release(),
      .lookedUp(unless: demandsToken), in: connections)
  }

  /// Listens for WebSocket connections on a loopback port; with port 0 the system chooses one. Every peer
  /// must present a token, in the handshake or in its first message.
  package static func webSocket(
    _ host: Endpoint.Loopback, port: UInt16, rules: WebSocketRules, in connections: Connections
  ) throws(ListenerError) -> Listener {
    let socket = try TCPSocket.listen(
      host, port: port, inUse: .webSocket(host, port: port))
    return Listener(
      .webSocket(host, port: socket.port), socket.descriptor.release(), .handshake(rules),
      in: connections)
  }

  /// Accepts connections at a socket that already listens, and takes ownership of its descriptor. The
  /// socket's file is not touched: the process that made the socket still listens after this one has stopped.
  package static func adopted(
    _ socket: PassedSocket, group: gid_t? = nil, demandsToken: @escaping @Sendable () -> Bool,
    in connections: Connections
  ) throws(ListenerError) -> Listener {
    let descriptor = FileDescriptor(owning: socket.number)
    let flags = fcntl(socket.number, F_GETFL)
    // O_NONBLOCK: a peer that disconnects before it is accepted must not block the others.
    guard flags >= 0, fcntl(socket.number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw .system(SystemError("fcntl"))
    }
    if socket.endpoint.isTCP { descriptor.sendWithoutDelay() }
    return Listener(
      socket.endpoint, descriptor.release(),
      socket.endpoint.isTCP ? .lookedUp(unless: demandsToken) : .sameUser(orGroup: group),
      in: connections, SocketFile(passedAt: socket.endpoint))
  }

  private init(
    _ endpoint: Endpoint, _ number: Int32, _ admission: Admission, in connections: Connections,
    _ file: SocketFile? = nil
  ) {
    state = Mutex(.bound(SharedFD(FileDescriptor(owning: number))))
    self.endpoint = endpoint
    self.connections = connections
    self.admission = admission
    self.file = Mutex(file)
  }

  /// Starts to accept connections, first those that wait. Must be called once; has no effect after `stop`.
  package func accept(_ handler: @escaping Handler) throws(ListenerError) {
    do throws(SystemError) {
      try state.withLock { state throws(SystemError) in
        guard case .bound(let descriptor) = state else { return }
        state = .accepting(try begin(from: descriptor, handler))
      }
    } catch {
      throw .system(error)
    }
  }

  private func begin(
    from descriptor: SharedFD, _ handler: @escaping Handler
  ) throws(SystemError) -> Acceptance {
    let stopping = try EventFD()
    let thread = try PosixThread { [self] in
      acceptConnections(from: descriptor, until: stopping, handler)
    }
    return Acceptance(thread: thread, stopping: stopping, handler: handler)
  }

  /// Checks the file of a Unix socket. If it was removed or replaced, binds a new socket at its
  /// path and accepts connections there from now on. Has no effect before `accept` and after
  /// `stop`.
  package func restoreFile() -> SocketFileState {
    guard let file = file.withLock({ $0 }), !file.isInPlace else { return .inPlace }
    return state.withLock { state in
      guard case .accepting(let old) = state else { return .inPlace }
      guard case .bound(let access) = file.origin else { return .gone(nil) }
      do throws(ListenerError) {
        let socket = try UnixSocket.listen(at: file.path, access)
        let new = SocketFile(path: file.path, identity: socket.identity, origin: file.origin)
        do throws(SystemError) {
          state = .accepting(try begin(from: SharedFD(socket.descriptor), old.handler))
        } catch {
          new.remove()
          throw .system(error)
        }
        self.file.withLock { $0 = new }
        old.stop()
        return .boundAgain
      } catch {
        return .gone(error)
      }
    }
  }

  /// Stops listening. When this returns, the endpoint is gone. Open connections continue.
  package func stop() {
    let last = state.withLock { state in
      defer { state = .stopped }
      return state
    }
    switch last {
    case .bound: break
    case .accepting(let acceptance): acceptance.stop()
    case .stopped: return
    }
    file.withLock { $0 }?.remove()
  }

  private func acceptConnections(
    from listener: SharedFD, until stopping: EventFD, _ handler: @escaping Handler
  ) {
    while !listener.wait(for: POLLIN, or: stopping, until: nil).woken {
      if let accepted = FileDescriptor(acceptedFrom: listener.number) {
        serve(accepted, handler)
      } else if ![EINTR, EAGAIN, ECONNABORTED].contains(errno) {
        // Most likely there are no descriptors left. The connection stays in the queue; an immediate retry
        // would only use CPU time.
        _ = waitFor(-1, 0, or: stopping, until: .now + .milliseconds(100))
      }
    }
  }

  /// Admits a connection or closes it at once.
  private func serve(_ accepted: consuming FileDescriptor, _ handler: @escaping Handler) {
    let socket = SharedFD(accepted)
    guard DescriptorReserve.has(DescriptorReserve.forConnections) else {
      return connections.refused()
    }
    if case .handshake(let rules) = admission, case .webSocket(_, let port) = endpoint {
      return serve(socket, port: port, rules, handler)
    }
    guard let trust = admission.trust(in: socket.number) else { return connections.refused() }
    guard connections.admit(trust) else { return }
    do throws(SystemError) {
      let connection = try Connection(
        socket: socket, endpoint.isTCP ? .tcp : .unix, trust, in: connections)
      try PosixThread { connection.run(handler(connection, trust)) }.detach()
    } catch {
      connections.leave(trust)
    }
  }
}

/// An error that prevents a listener from starting.
package enum ListenerError: Error, Equatable {
  /// Another process listens there.
  case inUse(Endpoint)
  /// The directory of the socket cannot be trusted or cannot be created.
  case directory(path: String, reason: String)
  /// A file that is not a socket exists there; it is not touched.
  case occupied(path: String)
  /// The path is longer than the 107 bytes that a socket's path may have.
  case pathTooLong(path: String)
  /// The file that orders the starts at a socket cannot be opened, or another process keeps it locked.
  case startFile(path: String, reason: String)
  case system(SystemError)
}

extension Listener {
  /// Admits a connection to the handshake of a WebSocket. The oldest that is not authenticated may have to end
  /// for it.
  private func serve(
    _ socket: SharedFD, port: UInt16, _ rules: WebSocketRules, _ handler: @escaping Handler
  ) {
    do throws(SystemError) {
      let connection = try Connection(
        socket: socket, .webSocket, .unauthenticated, in: connections)
      for displaced in connections.admit(connection) { displaced.displace() }
      do throws(SystemError) {
        try PosixThread { connection.run(rules, port: port, handler) }.detach()
      } catch {
        connection.leave()
      }
    } catch {
      connections.refused()
    }
  }
}

/// The rule by which an accepted connection is trusted.
private enum Admission {
  /// Only processes of the same user, or of a group, are admitted.
  case sameUser(orGroup: gid_t?)
  /// Processes of the same user are trusted, unless a token is required; others must authenticate.
  case lookedUp(unless: @Sendable () -> Bool)
  /// Peers must follow the rules of a WebSocket listener.
  case handshake(WebSocketRules)

  /// Returns the trust in a peer, or nil to refuse it.
  func trust(in socket: Int32) -> AuthenticationState? {
    switch self {
    case .sameUser(let group):
      UnixSocket.peerIsSameUser(socket) || UnixSocket.peer(of: socket, isIn: group)
        ? .trusted : nil
    case .lookedUp(let trustsNobody):
      !trustsNobody() && TCPSocket.peerIsSameUser(socket) ? .trusted : .unauthenticated
    case .handshake: nil
    }
  }
}
