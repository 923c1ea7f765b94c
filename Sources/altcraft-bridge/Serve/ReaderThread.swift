import Glibc
import Synchronization

/// The thread that reads one connection. It commits the accepted jobs before it reads on, unless another
/// thread is already committing; all other threads leave the commit to the journal.
final class ReaderThread: Sendable {
  private let thread = Atomic<pthread_t>(0)

  func begin() { thread.store(pthread_self(), ordering: .releasing) }

  var isCurrent: Bool { thread.load(ordering: .acquiring) == pthread_self() }
}
