import Glibc

/// Descriptors that stay free for what cannot do without: files of the log, deliveries, and libdispatch, which
/// opens a file in `/proc` every second that threads wait, and ends the process when it cannot.
package enum DescriptorReserve {
  /// Twenty segments open for reading, two sockets of a delivery process that is replaced, and as much again.
  package static let forCalls = 40
  /// A connection is let in while this many are left: three are its own, and more may be accepted at once.
  package static let forConnections = 64

  /// Whether at least `count` more can be opened. The number of the newest does not tell: others may have been
  /// closed below it, or be open above it.
  package static func has(_ count: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
    // From the top, where numbers are free nearly always.
    var end = Int32(clamping: limit.rlim_cur)
    var free = 0
    while end > 0, free < count {
      let start = max(0, end - 128)
      var polled = (start..<end).map { pollfd(fd: $0, events: 0, revents: 0) }
      while poll(&polled, nfds_t(polled.count), 0) < 0 {
        guard errno == EINTR else { return true }
      }
      free += polled.count { Int32($0.revents) & POLLNVAL != 0 }
      end = start
    }
    return free >= count
  }
}
