import Glibc

/// The file descriptors kept free for essential uses: files of the log, deliveries, and libdispatch. While
/// threads wait, libdispatch opens a file in `/proc` every second, and ends the process if it cannot.
package enum DescriptorReserve {
  /// The reserve for calls: twenty segments open for reading, connections to the platform, and about
  /// as many again.
  package static let forCalls = 40
  /// The number of free descriptors needed to accept a connection: it uses three, and more may be accepted at
  /// once.
  package static let forConnections = 64

  /// Returns true if at least `count` more descriptors can be opened. The number of the newest descriptor
  /// does not show that: lower ones may have been closed, and higher ones may be open.
  package static func has(_ count: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return true }
    // Search from the top, where numbers are nearly always free.
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
