import Glibc
import System

/// A file descriptor that is closed exactly once: when its owner is released.
package struct OwnedFD: ~Copyable, Sendable {
  package let number: Int32

  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Returns the bare number. The caller becomes responsible for closing it.
  package consuming func release() -> Int32 {
    let released = number
    discard self
    return released
  }

  /// Returns another descriptor of the same open file. Child processes do not inherit it.
  package borrowing func duplicate() throws(SystemError) -> OwnedFD {
    try OwnedFD(duplicating: number)
  }

  package init(duplicating number: Int32) throws(SystemError) {
    // Use numbers from 3 on: every library in the process gives the first three a meaning.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError("fcntl") }
    self.init(owning: copy)
  }
}

/// A descriptor with several users, closed when the last of them releases it. Its number therefore cannot
/// refer to another file while a user still waits on it.
final class SharedFD: Sendable {
  private let owned: OwnedFD

  init(_ owned: consuming OwnedFD) {
    self.owned = owned
  }

  var number: Int32 { owned.number }

  var isSocket: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// See `Transports.waitFor`. The descriptor stays open during the wait, even if all other users release it.
  func wait(
    for events: Int32, or occasion: EventFD?, until deadline: ContinuousClock.Instant?
  ) -> PollResult {
    withExtendedLifetime(self) { waitFor(number, events, or: occasion, until: deadline) }
  }
}
