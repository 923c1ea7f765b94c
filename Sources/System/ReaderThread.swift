import Glibc
import Synchronization

/// The thread that reads one connection, once it has begun. It may block for the disk, and other threads may not.
package final class ReaderThread: Sendable {
  private let thread = Atomic<pthread_t>(0)

  package init() {}

  package func begin() { thread.store(pthread_self(), ordering: .releasing) }

  package var isCurrent: Bool { thread.load(ordering: .acquiring) == pthread_self() }
}
