import Glibc
import Transports

extension Wire {
  /// Connects to the Unix socket at `path`.
  package static func connect(socketAt path: String) throws(SystemError) -> Wire {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw SystemError(path, code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("cannot open a socket") }
    let result = withUnsafeBytes(of: &address) { bytes in
      Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard result == 0 else {
      let error = SystemError("cannot connect to \(path)")
      close(descriptor)
      throw error
    }
    return try Wire(socket: descriptor)
  }

  /// Connects to a TCP port. The host is a numeric address, or `localhost`, which stands for both loopback
  /// addresses.
  package static func connect(host: String, port: UInt16) throws(SystemError) -> Wire {
    let hosts = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    var error = SystemError(
      message: "cannot connect to \(host): must be an IP address or localhost")
    for candidate in hosts {
      guard let socketAddress = SocketAddress(numeric: candidate, port: port) else { continue }
      let descriptor = socket(
        socketAddress.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { continue }
      if socketAddress.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 {
        return try Wire(socket: descriptor)
      }
      error = SystemError("cannot connect to \(host):\(port)")
      close(descriptor)
    }
    throw error
  }
}
