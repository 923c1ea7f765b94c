import Glibc
import JSONRPC
import Synchronization

/// Why a listener cannot be.
package enum ListenerError: Error, Equatable {
  /// Another process serves there.
  case inUse(Endpoint)
  /// The directory of the socket cannot be trusted, or cannot be made.
  case directory(path: String, reason: String)
  /// Something that is no socket is there; it is left alone.
  case occupied(path: String)
  /// A socket's path may have 107 bytes.
  case pathTooLong(path: String)
  case system(SystemError)
}

/// Accepts connections at one endpoint and serves each on a thread of its own.
package final class Listener: Sendable {
  /// Makes what reads a new connection. Called on the connection's thread.
  package typealias Handler = @Sendable (Connection, PeerTrust) -> any ChannelReader

  /// Where it can be reached: with the port that was chosen, if that was left open.
  package let endpoint: Endpoint
  private let connections: Connections
  private let admission: Admission
  private let stopping: Occasion
  /// Taken by `stop`.
  private let running: Mutex<Thread?>
  private let cleanUp: @Sendable () -> Void

  /// Listens on a Unix socket, for processes of the same user. A stale socket is replaced: call this only
  /// while holding the lock of the data directory.
  package static func unix(
    path: String, in connections: Connections, handler: @escaping Handler
  ) throws(ListenerError) -> Listener {
    let socket = try UnixSocket.listen(at: path)
    let identity = socket.identity
    return try Listener(
      .unix(path: path), socket.descriptor.release(), .sameUser, in: connections, handler: handler,
      cleanUp: { UnixSocket.remove(path, ifStill: identity) })
  }

  /// Listens on a loopback port; port 0 lets the system choose. While `demandsToken` nobody is trusted for
  /// being of the same user; it is asked for each connection.
  package static func tcp(
    _ host: Endpoint.Loopback, port: UInt16, demandsToken: @escaping @Sendable () -> Bool,
    in connections: Connections, handler: @escaping Handler
  ) throws(ListenerError) -> Listener {
    let socket = try TCPSocket.listen(host, port: port)
    return try Listener(
      .tcp(host, port: socket.port), socket.descriptor.release(),
      .lookedUp(unless: demandsToken), in: connections, handler: handler, cleanUp: {})
  }

  /// Accepts at a socket that listens already, and takes over its descriptor. Its file is left alone: whoever
  /// made the socket goes on listening when we have stopped.
  package static func adopted(
    _ socket: PassedSocket, demandsToken: @escaping @Sendable () -> Bool,
    in connections: Connections, handler: @escaping Handler
  ) throws(ListenerError) -> Listener {
    let descriptor = OwnedFD(owning: socket.number)
    let flags = fcntl(socket.number, F_GETFL)
    // A peer that has gone again before it is accepted must not hold up the others.
    guard flags >= 0, fcntl(socket.number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw .system(SystemError(call: "fcntl"))
    }
    if socket.endpoint.isTCP { descriptor.sendWithoutDelay() }
    return try Listener(
      socket.endpoint, descriptor.release(),
      socket.endpoint.isTCP ? .lookedUp(unless: demandsToken) : .sameUser,
      in: connections, handler: handler, cleanUp: {})
  }

  private init(
    _ endpoint: Endpoint, _ number: Int32, _ admission: Admission, in connections: Connections,
    handler: @escaping Handler, cleanUp: @escaping @Sendable () -> Void
  ) throws(ListenerError) {
    let descriptor = SharedFD(OwnedFD(owning: number))
    self.endpoint = endpoint
    self.connections = connections
    self.admission = admission
    self.cleanUp = cleanUp
    do throws(SystemError) {
      stopping = try Occasion()
    } catch {
      cleanUp()
      throw .system(error)
    }
    running = Mutex(nil)
    let thread = startThread { [self] in acceptConnections(from: descriptor, handler) }
    guard let thread else {
      cleanUp()
      throw .system(SystemError(call: "pthread_create", code: EAGAIN))
    }
    running.withLock { $0 = thread }
  }

  /// Stops listening: when this returns, the endpoint is gone. Connections go on.
  package func stop() {
    let thread = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let thread else { return }
    stopping.happen()
    thread.join()
    cleanUp()
  }

  private func acceptConnections(from listener: SharedFD, _ handler: @escaping Handler) {
    while !listener.wait(for: POLLIN, or: stopping, until: nil).woken {
      let number = acceptWithFlags(
        listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
      if number >= 0 {
        welcome(OwnedFD(owning: number), handler)
      } else if ![EINTR, EAGAIN, ECONNABORTED].contains(errno) {
        // Out of descriptors, most likely. The connection stays in the queue; trying again at once would
        // only burn the processor.
        _ = waitFor(-1, 0, or: stopping, until: .now + .milliseconds(100))
      }
    }
  }

  /// Admits a connection or closes it at once.
  private func welcome(_ accepted: consuming OwnedFD, _ handler: @escaping Handler) {
    let socket = SharedFD(accepted)
    guard DescriptorReserve.has(DescriptorReserve.forConnections) else {
      return connections.refused()
    }
    guard let trust = admission.trust(in: socket.number) else { return connections.refused() }
    guard connections.admit(trust) else { return }
    do throws(SystemError) {
      let connection = try Connection(
        socket: socket, endpoint.isTCP ? .tcp : .unix, trust, in: connections)
      let thread = startThread { connection.run(handler(connection, trust)) }
      guard let thread else { throw SystemError(call: "pthread_create", code: EAGAIN) }
      thread.detach()
    } catch {
      connections.leave(trust)
    }
  }
}

/// How an accepted connection comes to be trusted.
private enum Admission {
  /// Only processes of our user are let in.
  case sameUser
  /// Processes of our user are trusted, unless nobody is; others have to prove themselves.
  case lookedUp(unless: @Sendable () -> Bool)

  /// Nil: to be turned away.
  func trust(in socket: Int32) -> PeerTrust? {
    switch self {
    case .sameUser: UnixSocket.peerIsSameUser(socket) ? .trusted : nil
    case .lookedUp(let trustsNobody):
      !trustsNobody() && TCPSocket.peerIsSameUser(socket) ? .trusted : .unproven
    }
  }
}
