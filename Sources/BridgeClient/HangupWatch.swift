import Glibc
import System

/// A watch for the end of the other side of a connection, which reads nothing.
package final class HangupWatch: Sendable {
  /// A copy of the descriptor, which its reader closes at its own time; nil if that has happened.
  private let descriptor: Int32?

  init(_ descriptor: consuming FileDescriptor?) { self.descriptor = descriptor?.release() }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Blocks until the other side sends no more.
  package func waitForHangup() {
    guard let descriptor else { return }
    while !waitFor(descriptor, POLLRDHUP, or: nil, until: nil).ready {}
  }
}

/// Hidden by the Glibc module; see `EventFD.swift`.
private let POLLRDHUP: Int32 = 0x2000
