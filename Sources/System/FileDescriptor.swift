import CLibraries
import Glibc

/// A file descriptor that is closed exactly once: when its owner is released.
package struct FileDescriptor: ~Copyable, Sendable {
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
  package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(duplicating: number)
  }

  package init(duplicating number: Int32) throws(SystemError) {
    // Use numbers from 3 on: every library in the process gives the first three a meaning.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError("fcntl") }
    self.init(owning: copy)
  }
}

extension FileDescriptor {
  /// Accepts a connection. Returns nil on failure; the reason is in `errno`.
  ///
  /// Sets close-on-exec in the same step: between two steps another thread may start a child, which would then
  /// hold the connection open.
  package init?(acceptedFrom listener: Int32) {
    let number = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    guard number >= 0 else { return nil }
    self.init(owning: number)
  }
}

extension FileDescriptor {
  /// Limits the time for which a send on this socket may block.
  package func limitSending(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
