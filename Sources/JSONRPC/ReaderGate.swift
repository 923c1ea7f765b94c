import Glibc
import Synchronization

/// Where the reader thread of a connection waits until there is room: the back-pressure. A condition
/// variable for exactly one waiter; `Synchronization` has none.
final class ReaderGate: Sendable {
  private let isWaited = Atomic<Bool>(false)
  /// Allocated once and freed by `deinit`; semaphores are made to be used by several threads.
  nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Waits until `mayPass`. For the reader thread only. Whatever makes `mayPass` true calls `wake` after.
  func wait(until mayPass: () -> Bool) {
    while true {
      isWaited.store(true, ordering: .sequentiallyConsistent)
      // Looked at after the flag is up: what changes from here on sees the flag and posts.
      if mayPass(), isWaited.exchange(false, ordering: .sequentiallyConsistent) { return }
      while sem_wait(semaphore) != 0 {}
    }
  }

  func wake() {
    guard isWaited.load(ordering: .sequentiallyConsistent) else { return }
    if isWaited.exchange(false, ordering: .sequentiallyConsistent) { sem_post(semaphore) }
  }
}
