import Glibc

/// A listening loopback port, and who comes through it.
enum TCPSocket {
  struct Listening: ~Copyable {
    let descriptor: OwnedFD
    let port: UInt16
  }

  static func listen(
    _ host: Endpoint.Loopback, port: UInt16
  ) throws(ListenerError) -> Listening {
    do throws(SystemError) {
      return try bind(SocketAddress(host, port: port))
    } catch {
      throw error.code == EADDRINUSE ? .inUse(.tcp(host, port: port)) : .system(error)
    }
  }

  /// Looks the other end up in the kernel's table. A connection whose process is gone has no inode, and
  /// its row says user 0.
  static func peerIsSameUser(_ socket: Int32) -> Bool {
    guard let peer = SocketAddress(peerOf: socket), let ours = SocketAddress(of: socket) else {
      return false
    }
    // A row can be missed when the table changes while it is read.
    for _ in 0..<2 {
      for table in SocketTable.tables(for: peer) {
        if let owner = table.owner(ofConnectionFrom: peer, to: ours) {
          return owner.isAlive && owner.user == geteuid()
        }
      }
    }
    return false
  }

  private static func bind(_ address: SocketAddress) throws(SystemError) -> Listening {
    let number = socket(
      address.family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { throw SystemError(call: "socket") }
    let descriptor = OwnedFD(owning: number)
    // A port whose last connections are still in TIME_WAIT can be had again at once.
    descriptor.set(SOL_SOCKET, SO_REUSEADDR)
    descriptor.sendWithoutDelay()
    if address.family == AF_INET6 { descriptor.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard address.withPointer({ Glibc.bind(number, $0, $1) }) == 0 else {
      throw SystemError(call: "bind")
    }
    guard Glibc.listen(number, 128) == 0 else { throw SystemError(call: "listen") }
    guard let bound = SocketAddress(of: number) else { throw SystemError(call: "getsockname") }
    return Listening(descriptor: descriptor, port: bound.port)
  }
}

extension OwnedFD {
  /// Answers leave at once. Accepted connections take this over from the socket they came by.
  borrowing func sendWithoutDelay() { set(Int32(IPPROTO_TCP), TCP_NODELAY) }

  /// Turns a socket option on. What it does is wanted, not needed.
  fileprivate borrowing func set(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
