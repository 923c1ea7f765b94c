import Glibc

/// The file of a listening Unix socket. Peers connect by its path, so the socket is of no use
/// without it.
struct SocketFile: Sendable {
  enum Origin: Sendable {
    /// This process has bound the socket, for itself or a group too.
    case bound(UnixAccess?)
    /// The service manager has bound it, and removes its file.
    case passed
  }

  let path: String
  let identity: UnixSocket.Identity
  let origin: Origin

  /// True if the path still leads to this socket.
  var isInPlace: Bool { UnixSocket.identity(at: path) == identity }

  /// Removes the file if this process has made it and it is still there.
  func remove() {
    if case .bound = origin { UnixSocket.remove(path, ifStill: identity) }
  }
}

extension SocketFile {
  /// The file of a socket that the service manager has passed; nil for an internet socket.
  init?(passedAt endpoint: Endpoint) {
    guard case .unix(let path) = endpoint, let identity = UnixSocket.identity(at: path) else {
      return nil
    }
    self.init(path: path, identity: identity, origin: .passed)
  }
}

/// The state of the file of a Unix socket after `Listener.restoreFile`.
package enum SocketFileState: Sendable, Equatable {
  case inPlace
  /// The file was removed or replaced, and there is a new socket at its path.
  case boundAgain
  /// The file was removed or replaced. The error prevents a new one; nil for a socket of the
  /// service manager, which only that can bind.
  case gone(ListenerError?)
}
