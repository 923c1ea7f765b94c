import Foundation
import Glibc

/// A socket as a service manager creates it: passed to the service, or used to receive its notifications.
package final class ServiceSocket: Sendable {
  package let number: Int32
  /// The path of its file, if it has one.
  package let path: String?

  /// Creates a socket at a path, with that file mode. By default it listens.
  package convenience init(unix path: String, mode: mode_t = 0o600, listens: Bool = true) throws {
    try self.init(AF_UNIX, SOCK_STREAM, Self.unix(Array(path.utf8) + [0]), listens, path: path)
    chmod(path, mode)
  }

  package convenience init(abstract name: String) throws {
    try self.init(AF_UNIX, SOCK_STREAM, Self.unix([0] + Array(name.utf8)), true)
  }

  /// Creates a socket on a free port of an IPv4 address. It listens, unless it is for datagrams.
  package convenience init(ipv4 address: UInt32, datagrams: Bool = false) throws {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = address.bigEndian
    try self.init(
      AF_INET, datagrams ? SOCK_DGRAM : SOCK_STREAM, withUnsafeBytes(of: name, Array.init),
      !datagrams)
  }

  package convenience init(ipv6 last: UInt8) throws {
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    withUnsafeMutableBytes(of: &name.sin6_addr) { $0[15] = last }
    try self.init(AF_INET6, SOCK_STREAM, withUnsafeBytes(of: name, Array.init), true)
  }

  /// Creates the socket on which a service manager receives notifications: a path, or `@` and a name.
  package convenience init(notifications name: String) throws {
    let isAbstract = name.hasPrefix("@")
    let path = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
    try self.init(AF_UNIX, SOCK_DGRAM, Self.unix(path), false, path: isAbstract ? nil : name)
  }

  private init(
    _ family: Int32, _ type: __socket_type, _ address: [UInt8], _ listens: Bool,
    path: String? = nil
  ) throws {
    number = socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.path = path
    let failure = address.withUnsafeBytes {
      bind(
        number, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
    }
    guard failure == 0, !listens || listen(number, 16) == 0 else {
      throw Overdue("a socket of a test: \(String(cString: strerror(errno)))")
    }
  }

  private static func unix(_ path: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: sa_family_t(AF_UNIX), Array.init) + path
  }

  package var port: UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
    }
    // The port is at the same offset in both families.
    return UInt16(bigEndian: address.sin6_port)
  }

  /// Waits for the next datagram.
  package func nextDatagram(within limit: Duration = testTimeout) throws -> String {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(limit.components.seconds) * 1000) > 0 else {
      throw Overdue("no datagram within \(limit)")
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(number, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// Waits for the next datagram that fits, and skips those before it.
  @discardableResult
  package func datagram(where fits: (String) -> Bool) throws -> String {
    for _ in 0..<100 {
      let next = try nextDatagram()
      if fits(next) { return next }
    }
    throw Overdue("no such datagram among a hundred")
  }

  deinit {
    close(number)
    if let path { unlink(path) }
  }
}
