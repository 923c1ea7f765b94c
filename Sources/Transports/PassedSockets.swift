import Glibc

/// A listening socket that whoever started this process opened for it, as systemd does by `ListenStream=`.
/// What was found out about it is all that a listener may rely on; see `Listener.adopted`.
package struct PassedSocket: Sendable, Equatable {
  package let number: Int32
  package let endpoint: Endpoint
}

/// Why a socket that was passed to us cannot be served.
package struct PassedSocketProblem: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ variable: String) { description = variable }

  init(_ number: Int32, _ name: String?, _ reason: String) {
    let called = name.map { " (\($0))" } ?? ""
    description = "the socket passed as descriptor \(number)\(called) \(reason)"
  }
}

/// The protocol of `sd_listen_fds(3)`: descriptors from 3 on, as many as `LISTEN_FDS` says, for the process
/// whose id is `LISTEN_PID`.
package enum PassedSockets {
  private static let first: Int32 = 3

  /// The sockets meant for the process of that id, each closed to child processes. Variables that name
  /// another process were inherited and mean nothing. Nothing that was passed is left out in silence: a
  /// service that serves less than its unit says is worse than one that does not start.
  package static func find(
    in environment: [String: String], for process: pid_t
  ) throws(PassedSocketProblem) -> [PassedSocket] {
    guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == process else { return [] }
    let told = environment["LISTEN_FDS"] ?? ""
    // As many as a process may have open; beyond that it is no number of descriptors.
    guard let count = Int32(told), (0...65_536).contains(count) else {
      throw PassedSocketProblem("LISTEN_FDS=\(told): must be a number of descriptors")
    }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    var sockets: [PassedSocket] = []
    for place in 0..<Int(count) {
      let number = first + Int32(place)
      let name = place < names.count && !names[place].isEmpty ? String(names[place]) : nil
      guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
        throw PassedSocketProblem(number, name, "is not open")
      }
      do throws(Unusable) {
        sockets.append(PassedSocket(number: number, endpoint: try endpoint(of: number)))
      } catch {
        throw PassedSocketProblem(number, name, error.reason)
      }
    }
    return sockets
  }

  private struct Unusable: Error {
    let reason: String
  }

  private static func endpoint(of number: Int32) throws(Unusable) -> Endpoint {
    guard option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue) else {
      throw Unusable(reason: "is no stream socket; use ListenStream=")
    }
    guard option(SO_ACCEPTCONN, of: number) == 1 else {
      throw Unusable(reason: "does not listen; use Accept=no")
    }
    switch option(SO_DOMAIN, of: number) {
    case AF_UNIX: return .unix(path: try path(of: number))
    case AF_INET, AF_INET6: return try loopback(of: number)
    default: throw Unusable(reason: "is neither of the Unix nor of the internet family")
    }
  }

  private static func loopback(of number: Int32) throws(Unusable) -> Endpoint {
    guard let address = SocketAddress(of: number) else {
      throw Unusable(reason: SystemError(call: "getsockname").description)
    }
    for host in [Endpoint.Loopback.ipv4, .ipv6]
    where address == SocketAddress(host, port: address.port) {
      return .tcp(host, port: address.port)
    }
    throw Unusable(
      reason: "can be reached by other machines; use ListenStream=127.0.0.1:PORT or [::1]:PORT")
  }

  private static func path(of number: Int32) throws(Unusable) -> String {
    guard let path = UnixSocket.path(of: number) else {
      throw Unusable(reason: SystemError(call: "getsockname").description)
    }
    // One without a file has neither an owner nor a mode, and anyone could have taken its name before us.
    guard path.hasPrefix("/") else {
      throw Unusable(reason: "is not at an absolute path; use ListenStream=/PATH")
    }
    if let reason = UnixSocket.exposure(of: path) { throw Unusable(reason: "\(path) \(reason)") }
    return path
  }

  private static func option(_ option: Int32, of number: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
  }
}
