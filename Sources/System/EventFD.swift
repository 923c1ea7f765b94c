import CLibraries
import Glibc

/// An event for threads that wait in `poll`: the descriptor is readable from `fire` until `forget`.
package final class EventFD: Sendable {
  private let descriptor: FileDescriptor

  package init() throws(SystemError) {
    let number = eventfd(0, O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError("eventfd") }
    descriptor = FileDescriptor(owning: number)
  }

  package var number: Int32 { descriptor.number }

  /// Fires the event. Safe in a signal handler.
  package func fire() {
    var one: UInt64 = 1
    write(descriptor.number, &one, 8)
  }

  /// Resets the event, so that it may fire again.
  package func forget() {
    var count: UInt64 = 0
    read(descriptor.number, &count, 8)
  }
}
