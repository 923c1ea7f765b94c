import Glibc
import System

/// The protocol of `sd_listen_fds(3)`: `LISTEN_FDS` descriptors from 3 on, for the process with the id
/// `LISTEN_PID`.
package enum PassedSockets {
  private static let first: Int32 = 3

  /// Returns the sockets passed to the process with that id, and closes each to child processes. Variables
  /// that name another process were inherited and are ignored. Every passed socket that cannot be served is
  /// an error: a service that serves less than its unit says is worse than one that does not start.
  ///
  /// Processes of `group` may use a Unix socket too.
  package static func find(
    in environment: [String: String], for process: pid_t, group: gid_t? = nil
  ) throws(PassedSocketProblem) -> [PassedSocket] {
    guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == process else { return [] }
    let told = environment["LISTEN_FDS"] ?? ""
    // The most descriptors that a process may have open; a larger number is invalid.
    guard let count = Int32(told), (0...65_536).contains(count) else {
      throw PassedSocketProblem("LISTEN_FDS=\(told): must be the number of descriptors")
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
        sockets.append(PassedSocket(number: number, endpoint: try endpoint(of: number, group)))
      } catch {
        throw PassedSocketProblem(number, name, error.reason)
      }
    }
    return sockets
  }

  private struct Unusable: Error {
    let reason: String
  }

  private static func endpoint(of number: Int32, _ group: gid_t?) throws(Unusable) -> Endpoint {
    guard option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue) else {
      throw Unusable(reason: "is not a stream socket; use ListenStream=")
    }
    guard option(SO_ACCEPTCONN, of: number) == 1 else {
      throw Unusable(reason: "does not listen; use Accept=no")
    }
    switch option(SO_DOMAIN, of: number) {
    case AF_UNIX: return .unix(path: try path(of: number, group))
    case AF_INET, AF_INET6: return try loopback(of: number)
    default: throw Unusable(reason: "is neither a Unix nor an internet socket")
    }
  }

  private static func loopback(of number: Int32) throws(Unusable) -> Endpoint {
    guard let address = SocketAddress(of: number) else {
      throw Unusable(reason: SystemError("getsockname").description)
    }
    for host in [Endpoint.Loopback.ipv4, .ipv6]
    where address == SocketAddress(host, port: address.port) {
      return .tcp(host, port: address.port)
    }
    throw Unusable(
      reason: "can be reached by other machines; use ListenStream=127.0.0.1:PORT or [::1]:PORT")
  }

  private static func path(of number: Int32, _ group: gid_t?) throws(Unusable) -> String {
    guard let path = UnixSocket.path(of: number) else {
      throw Unusable(reason: SystemError("getsockname").description)
    }
    // A socket without a file has neither an owner nor a mode, and any process could have taken its name
    // first.
    guard path.hasPrefix("/") else {
      throw Unusable(reason: "is not at an absolute path; use ListenStream=/PATH")
    }
    if let reason = UnixSocket.exposure(of: path, group) {
      throw Unusable(reason: "\(path) \(reason)")
    }
    return path
  }

  private static func option(_ option: Int32, of number: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
  }
}

/// A listening socket that was opened by the process that started this one, as systemd does with
/// `ListenStream=`. A listener may rely only on these checked properties; see `Listener.adopted`.
package struct PassedSocket: Sendable, Equatable {
  package let number: Int32
  package let endpoint: Endpoint
}

/// The reason for which a passed socket cannot be served.
package struct PassedSocketProblem: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ variable: String) { description = variable }

  init(_ number: Int32, _ name: String?, _ reason: String) {
    let called = name.map { " (\($0))" } ?? ""
    description = "the socket passed as descriptor \(number)\(called) \(reason)"
  }
}
