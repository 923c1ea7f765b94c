import Glibc
import System

/// The address of a service: `stdio`, `unix:/abs/path`, `tcp:127.0.0.1:49152`, `tcp:[::1]:49152`.
package enum Endpoint: Sendable, Hashable, CustomStringConvertible {
  case stdio
  /// A Unix socket at an absolute path.
  case unix(path: String)
  case tcp(Loopback, port: UInt16)

  /// The addresses that no other machine can reach. Names are not resolved.
  package enum Loopback: String, Sendable, Hashable {
    case ipv4 = "127.0.0.1"
    case ipv6 = "[::1]"
  }

  /// Parses the output of `description`. Nil for any other text.
  package init?(_ text: String) {
    if text == "stdio" {
      self = .stdio
    } else if let path = text.removingPrefix("unix:"), path.hasPrefix("/") {
      self = .unix(path: path)
    } else if let address = text.removingPrefix("tcp:") {
      self.init(address: address)
    } else {
      return nil
    }
  }

  /// Parses `127.0.0.1:PORT` or `[::1]:PORT`, as `--listen` takes it. Nil for any other address.
  package init?(address: String) {
    guard let colon = address.lastIndex(of: ":"),
      let host = Loopback(rawValue: String(address[..<colon]))
    else { return nil }
    let digits = address[address.index(after: colon)...]
    // UInt16 alone would also accept "+80".
    guard digits.utf8.allSatisfy(\.isDigit), let port = UInt16(digits) else { return nil }
    self = .tcp(host, port: port)
  }

  /// Makes a path, as `--socket` takes it, absolute. Nil if it is empty or the working directory is gone.
  package init?(socketPath path: String) {
    if path.hasPrefix("/") {
      self = .unix(path: path)
      return
    }
    guard !path.isEmpty, let here = getcwd(nil, 0) else { return nil }
    defer { free(here) }
    self = .unix(path: String(cString: here) + "/" + path)
  }

  package var isTCP: Bool { if case .tcp = self { true } else { false } }

  package var description: String {
    switch self {
    case .stdio: "stdio"
    case .unix(let path): "unix:" + path
    case .tcp(let host, let port): "tcp:\(host.rawValue):\(port)"
    }
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
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
