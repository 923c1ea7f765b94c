import Glibc

/// The address of a socket: an internet address with its port, or a path.
package struct SocketAddress: Equatable {
  package let family: Int32
  /// The 4 or 16 bytes of an internet address, in network order, or the path of a Unix socket.
  package let address: [UInt8]
  package let port: UInt16

  package init(family: Int32, address: [UInt8], port: UInt16) {
    self.family = family
    self.address = address
    self.port = port
  }

  package static func loopback(port: UInt16) -> SocketAddress {
    SocketAddress(family: AF_INET, address: [127, 0, 0, 1], port: port)
  }

  /// Parses a numeric IPv4 or IPv6 address. Names would need a resolver, which is not needed here.
  package init?(numeric host: String, port: UInt16) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, host, &four) == 1 {
      self.init(family: AF_INET, address: withUnsafeBytes(of: &four, Array.init), port: port)
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      self.init(family: AF_INET6, address: withUnsafeBytes(of: &six, Array.init), port: port)
    } else {
      return nil
    }
  }

  /// Creates the address of a Unix socket. Nil for a path of more than 107 bytes, which does not fit.
  package init?(path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    self.init(family: AF_UNIX, address: bytes, port: 0)
  }

  /// Returns the internet address that a socket is bound to.
  package init?(of socket: Int32) {
    self.init { getsockname(socket, $0, $1) }
  }

  /// Returns the internet address of the other end of a connection.
  package init?(peerOf socket: Int32) {
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

  /// Calls `body` with the address in the form of system calls, and with its length.
  package func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var storage = sockaddr_storage()
    storage.ss_family = sa_family_t(family)
    withUnsafeMutableBytes(of: &storage) { bytes in
      if family != AF_UNIX {
        bytes[2] = UInt8(port >> 8)
        bytes[3] = UInt8(port & 0xFF)
      }
      let offset = family == AF_UNIX ? 2 : family == AF_INET ? 4 : 8
      for (index, byte) in address.enumerated() { bytes[offset + index] = byte }
    }
    let length =
      switch family {
      case AF_UNIX: MemoryLayout<sockaddr_un>.size
      case AF_INET: MemoryLayout<sockaddr_in>.size
      default: MemoryLayout<sockaddr_in6>.size
      }
    return withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// The IPv4-mapped IPv6 form of the address: a program may reach an IPv4 port through an IPv6 socket.
  package var mapped: SocketAddress {
    guard family == AF_INET else { return self }
    let prefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    return SocketAddress(family: AF_INET6, address: prefix + address, port: port)
  }
}
