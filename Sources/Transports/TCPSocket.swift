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
    // Accepted connections take this over.
    descriptor.set(Int32(IPPROTO_TCP), TCP_NODELAY)
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
  /// Turns a socket option on. What it does is wanted, not needed.
  fileprivate borrowing func set(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// An internet address with its port.
struct SocketAddress: Equatable {
  let family: Int32
  /// In network order, 4 or 16 of them.
  let address: [UInt8]
  let port: UInt16

  init(family: Int32, address: [UInt8], port: UInt16) {
    self.family = family
    self.address = address
    self.port = port
  }

  init(_ host: Endpoint.Loopback, port: UInt16) {
    switch host {
    case .ipv4: self.init(family: AF_INET, address: [127, 0, 0, 1], port: port)
    case .ipv6:
      self.init(
        family: AF_INET6, address: Array(repeating: 0, count: 15) + [1], port: port)
    }
  }

  init?(of socket: Int32) {
    self.init { getsockname(socket, $0, $1) }
  }

  init?(peerOf socket: Int32) {
    self.init { getpeername(socket, $0, $1) }
  }

  private init?(
    _ fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let failure = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { fill($0, &length) }
    }
    guard failure == 0 else { return nil }
    let family = Int32(storage.ss_family)
    self = withUnsafeBytes(of: &storage) { bytes in
      let port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
      let address = family == AF_INET ? bytes[4..<8] : bytes[8..<24]
      return SocketAddress(family: family, address: Array(address), port: port)
    }
    guard family == AF_INET || family == AF_INET6 else { return nil }
  }

  func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var storage = sockaddr_storage()
    storage.ss_family = sa_family_t(family)
    withUnsafeMutableBytes(of: &storage) { bytes in
      bytes[2] = UInt8(port >> 8)
      bytes[3] = UInt8(port & 0xFF)
      for (index, byte) in address.enumerated() {
        bytes[(family == AF_INET ? 4 : 8) + index] = byte
      }
    }
    let length =
      family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    return withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// The same address as IPv6 writes it: a program may reach an IPv4 port through an IPv6 socket.
  var mapped: SocketAddress {
    guard family == AF_INET else { return self }
    let prefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    return SocketAddress(family: AF_INET6, address: prefix + address, port: port)
  }
}
