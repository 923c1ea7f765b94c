import Glibc

/// The number of files that this process may open (`RLIMIT_NOFILE`), and the number that a service needs.
package enum DescriptorLimit {
  /// The descriptors of a service at work, with two listeners, one app group, and connections to the platform. Each
  /// further app group takes two.
  private static let ofService = 40
  /// The descriptors of a connection.
  private static let ofConnection = 3

  /// The smallest limit with which a service starts: with eight connections, no reserve is touched.
  package static let least = needed(connections: 8)

  /// Returns the limit that a service with this number of connections needs.
  package static func needed(connections: Int) -> Int {
    ofService + DescriptorReserve.forConnections + ofConnection * connections
  }

  /// The limit that a privileged process can change; nil if it cannot be read.
  package static var hard: Int? { current.map { Int(clamping: $0.rlim_max) } }

  /// Raises the soft limit to the hard limit, as far as it is of use: shells and service managers set a low
  /// soft limit for programs that use `select`. Returns the limit in force, and nil if it cannot be read.
  package static func raise() -> Int? {
    guard var limit = current else { return nil }
    let wanted = min(limit.rlim_max, 65_536)
    if limit.rlim_cur < wanted {
      let raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
      if withUnsafePointer(to: raised, { setrlimit(resource, $0) }) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  private static var current: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
}
