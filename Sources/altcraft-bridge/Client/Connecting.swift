import Glibc

extension Wire {
  /// Connects to the Unix socket at `path`.
  static func connect(socketAt path: String) throws(SystemError) -> Wire {
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

  /// Connects to a TCP port, trying all addresses of the host.
  static func connect(to address: HostAndPort) throws(SystemError) -> Wire {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(address.host, String(address.port), &hints, &found)
    guard failure == 0, let first = found else {
      throw SystemError(unknownHost: address.host, failure)
    }
    defer { freeaddrinfo(first) }
    var error = SystemError("cannot connect to \(address.host):\(address.port)", code: ENOENT)
    for candidate in sequence(first: first, next: { $0.pointee.ai_next }) {
      let descriptor = socket(
        candidate.pointee.ai_family, candidate.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue),
        candidate.pointee.ai_protocol)
      guard descriptor >= 0 else { continue }
      if Glibc.connect(descriptor, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen) == 0 {
        return try Wire(socket: descriptor)
      }
      error = SystemError("cannot connect to \(address.host):\(address.port)")
      close(descriptor)
    }
    throw error
  }
}

extension SystemError {
  fileprivate init(unknownHost host: String, _ code: Int32) {
    message = "\(host): \(String(cString: gai_strerror(code)).lowercased())"
  }
}
