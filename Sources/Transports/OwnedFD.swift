import Glibc

/// A file descriptor, closed exactly once: when its owner goes away.
package struct OwnedFD: ~Copyable, Sendable {
  package let number: Int32

  package init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// The bare number, which somebody else closes from now on.
  package consuming func release() -> Int32 {
    let released = number
    discard self
    return released
  }

  /// Another descriptor of the same open file; it is not passed on to child processes.
  package borrowing func duplicate() throws(SystemError) -> OwnedFD {
    try OwnedFD(duplicating: number)
  }

  package init(duplicating number: Int32) throws(SystemError) {
    // From 3 on: the first three numbers have a meaning to every library in the process.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(call: "fcntl") }
    self.init(owning: copy)
  }
}

/// A descriptor with several users: closed when the last of them lets go, so that its number cannot
/// come to mean another file while one of them still waits on it.
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

  /// See `Transports.waitFor`; the descriptor stays open meanwhile, whoever lets go of it.
  func wait(
    for events: Int32, or occasion: Occasion?, until deadline: ContinuousClock.Instant?
  ) -> Readiness {
    withExtendedLifetime(self) { waitFor(number, events, or: occasion, until: deadline) }
  }
}
