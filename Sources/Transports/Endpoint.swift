import Glibc
import System

/// The address of a service: `stdio`, `unix:/abs/path`, `tcp:127.0.0.1:49152`, `tcp:[::1]:49152`,
/// `ws:127.0.0.1:49152`.
package enum Endpoint: Sendable, Hashable, CustomStringConvertible {
  case stdio
  /// A Unix socket at an absolute path.
  case unix(path: String)
  case tcp(Loopback, port: UInt16)
  case webSocket(Loopback, port: UInt16)

  /// The addresses that no other machine can reach. Names are not resolved.
  package enum Loopback: String, Sendable, Hashable {
    case ipv4 = "127.0.0.1"
    case ipv6 = "[::1]"
  }

  package var isTCP: Bool { if case .tcp = self { true } else { false } }

  package var description: String {
    switch self {
    case .stdio: "stdio"
    case .unix(let path): "unix:" + path
    case .tcp(let host, let port): "tcp:\(host.rawValue):\(port)"
    case .webSocket(let host, let port): "ws:\(host.rawValue):\(port)"
    }
  }
}

extension SocketAddress {
  init(_ host: Endpoint.Loopback, port: UInt16) {
    switch host {
    case .ipv4: self = .loopback(port: port)
    case .ipv6:
      self.init(
        family: AF_INET6, address: Array(repeating: 0, count: 15) + [1], port: port)
    }
  }
}
