import Glibc
import System

extension Wire {
  /// Connects to the Unix socket at `path`.
  package static func connect(socketAt path: String) throws(SystemError) -> Wire {
    guard let address = SocketAddress(path: path) else {
      throw SystemError(path.inMessage, code: ENAMETOOLONG)
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("cannot open a socket") }
    guard address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let error = SystemError("cannot connect to \(path.inMessage)")
      close(descriptor)
      throw error
    }
    return try Wire(socket: descriptor)
  }

  /// Connects to a TCP port. The host is a numeric address, or `localhost`, which stands for both loopback
  /// addresses.
  package static func connect(host: String, port: UInt16) throws(SystemError) -> Wire {
    var error = SystemError("cannot connect to \(host):\(port)", code: EINVAL)
    for socketAddress in addresses(host: host, port: port) {
      let descriptor = socket(
        socketAddress.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else {
        error = SystemError("cannot open a socket")
        continue
      }
      if socketAddress.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 {
        return try Wire(socket: descriptor)
      }
      error = SystemError("cannot connect to \(host):\(port)")
      close(descriptor)
    }
    throw error
  }

  /// Returns the addresses to try in turn: `localhost` stands for both loopback addresses. Empty if the host is
  /// any other name.
  package static func addresses(host: String, port: UInt16) -> [SocketAddress] {
    let hosts = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    return hosts.compactMap { SocketAddress(numeric: $0, port: port) }
  }
}
