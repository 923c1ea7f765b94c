import Glibc
import System

/// The functions for a listening loopback port and its peers.
enum TCPSocket {
  struct Listening: ~Copyable {
    let descriptor: FileDescriptor
    let port: UInt16
  }

  /// Listens on a port. `endpoint` is the one to report as in use, by default a TCP port.
  static func listen(
    _ host: Endpoint.Loopback, port: UInt16, inUse endpoint: Endpoint? = nil
  ) throws(ListenerError) -> Listening {
    do throws(SystemError) {
      return try bind(SocketAddress(host, port: port))
    } catch {
      guard error.code == EADDRINUSE else { throw .system(error) }
      throw .inUse(endpoint ?? .tcp(host, port: port))
    }
  }

  /// Returns true if `lookUp` finds that a process of the same user holds the other end. A connection whose
  /// process is gone has no inode, and its row says user 0.
  static func peerIsSameUser(
    _ socket: Int32,
    lookUp: (SocketAddress, SocketAddress) -> SocketTable.Owner? = SocketTable.owner
  ) -> Bool {
    guard let peer = SocketAddress(peerOf: socket), let ours = SocketAddress(of: socket),
      let owner = lookUp(peer, ours), owner.isAlive, owner.user == geteuid()
    else { return false }
    // A peer that reset the connection before the look-up has freed its port, and the row may name its new
    // owner. While this end is connected, no other process can have had the port.
    return isConnected(socket)
  }

  /// Returns true if a process still holds the other end; a peer that only ended its output does. Also
  /// returns true if there is no table, because it cannot be read.
  static func peerIsHeld(_ socket: Int32, in tables: [SocketTable]) -> Bool {
    guard let peer = SocketAddress(peerOf: socket), let ours = SocketAddress(of: socket) else {
      return false
    }
    return tables.isEmpty
      || tables.contains { $0.owner(ofConnectionFrom: peer, to: ours)?.isAlive == true }
  }

  /// Returns true if the socket is connected, even if the peer has ended its output.
  static func isConnected(_ socket: Int32) -> Bool {
    // `tcp_info` begins with the state.
    var state: UInt8 = 0
    var length = socklen_t(1)
    guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 else {
      return false
    }
    let established: UInt8 = 1
    let closeWait: UInt8 = 8
    return state == established || state == closeWait
  }

  private static func bind(_ address: SocketAddress) throws(SystemError) -> Listening {
    let number = socket(
      address.family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { throw SystemError("socket") }
    let descriptor = FileDescriptor(owning: number)
    // SO_REUSEADDR: a port whose last connections are still in TIME_WAIT can be bound at once.
    descriptor.set(SOL_SOCKET, SO_REUSEADDR)
    descriptor.sendWithoutDelay()
    if address.family == AF_INET6 { descriptor.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard address.withPointer({ Glibc.bind(number, $0, $1) }) == 0 else {
      throw SystemError("bind")
    }
    guard Glibc.listen(number, 128) == 0 else { throw SystemError("listen") }
    guard let bound = SocketAddress(of: number) else { throw SystemError("getsockname") }
    return Listening(descriptor: descriptor, port: bound.port)
  }
}

extension FileDescriptor {
  /// Disables Nagle's algorithm, so that answers are sent at once. Accepted connections inherit this from the
  /// listening socket.
  borrowing func sendWithoutDelay() { set(Int32(IPPROTO_TCP), TCP_NODELAY) }

  /// Turns a socket option on. A failure is ignored: the options are useful but not necessary.
  fileprivate borrowing func set(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

extension SharedFD {
  /// Acknowledges received segments at once, until the kernel changes back to delayed acknowledgements.
  func acknowledgeAtOnce() {
    var on: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
