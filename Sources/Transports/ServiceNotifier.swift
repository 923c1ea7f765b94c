import Glibc
import Synchronization
import System

/// A sender of status messages to the service manager that started this process: `sd_notify(3)`, one datagram
/// to the socket that `NOTIFY_SOCKET` names.
package final class ServiceNotifier: Sendable {
  private let socket: FileDescriptor
  private let address: [UInt8]
  /// The time without a sign of life after which the manager ends this process; nil when it does not watch.
  package let watchdog: Duration?

  /// Opens the socket. Nil without `NOTIFY_SOCKET`, if it names a kind of socket that is not on
  /// this machine, and if the manager started another process, which has passed the variable on.
  package init?(
    environment: [String: String], process: pid_t
  ) throws(SystemError) {
    guard let name = environment["NOTIFY_SOCKET"], let address = Self.address(name),
      ServiceVariables.areFor(process, environment) != false
    else { return nil }
    self.address = address
    let number = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError("socket") }
    socket = FileDescriptor(owning: number)
    // A manager that does not read must not block the service.
    socket.limitSending(seconds: 1)
    watchdog = Self.watchdog(environment, process)
  }

  /// Sends messages to the manager. Returns false on failure, which the service can ignore.
  @discardableResult
  package func emit(_ message: Message...) -> Bool {
    let text = message.map(\.text).joined(separator: "\n")
    return address.withUnsafeBytes { address in
      Array(text.utf8).withUnsafeBytes { bytes in
        sendto(
          socket.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL),
          address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
          == bytes.count
      }
    }
  }

  package enum Message: Sendable, Equatable {
    case ready, stopping, alive
    /// The start of a reload, with its time. The manager uses it to distinguish the `ready` that ends the
    /// reload from an earlier one.
    case reloading
    /// One line for a person.
    case status(String)
    /// A request for that much more time for the current operation.
    case extendTimeout(Duration)

    var text: String {
      switch self {
      case .ready: "READY=1"
      case .stopping: "STOPPING=1"
      case .alive: "WATCHDOG=1"
      case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
      case .status(let line): "STATUS=" + line.split(separator: "\n").joined(separator: "; ")
      case .extendTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.microseconds)"
      }
    }

    private static var monotonicMicroseconds: UInt64 { MonotonicTime.now() / 1000 }
  }

  /// Converts a path, or with `@` a name in the abstract namespace, to a socket address.
  private static func address(_ name: String) -> [UInt8]? {
    var path = Array(name.utf8)
    guard let first = path.first, path.count > 1, path.count <= UnixSocket.maxPathBytes,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
    else { return nil }
    if first == UInt8(ascii: "@") { path[0] = 0 }
    // An abstract name has an explicit length; a path ends with a zero.
    let end: [UInt8] = path[0] == 0 ? [] : [0]
    let family = sa_family_t(AF_UNIX)
    return withUnsafeBytes(of: family, Array.init) + path + end
  }

  private static func watchdog(_ environment: [String: String], _ process: pid_t) -> Duration? {
    if let id = environment["WATCHDOG_PID"], !id.isEmpty, pid_t(id) != process { return nil }
    guard let time = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), time > 0 else {
      return nil
    }
    return .microseconds(time)
  }
}

extension Duration {
  /// The duration in microseconds, rounded down.
  package var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
