import Glibc
import System

/// A descriptor with several users, closed when the last of them releases it. Its number therefore cannot
/// refer to another file while a user still waits on it.
final class SharedFD: Sendable {
  private let owned: FileDescriptor

  init(_ owned: consuming FileDescriptor) {
    self.owned = owned
  }

  var number: Int32 { owned.number }

  var isSocket: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// The number of bytes that have arrived and were not read.
  var unreadBytes: Int {
    var count: Int32 = 0
    return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// The number of bytes that the peer has not read or, over TCP, that its kernel does not have.
  var undeliveredBytes: Int {
    var count: Int32 = 0
    return ioctl(number, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }

  /// See `System.waitFor`. The descriptor stays open during the wait, even if all other users release it.
  func wait(
    for events: Int32, or event: EventFD?, until deadline: ContinuousClock.Instant?
  ) -> PollResult {
    withExtendedLifetime(self) { waitFor(number, events, or: event, until: deadline) }
  }
}
