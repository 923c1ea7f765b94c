import Glibc
import Synchronization

/// The back-pressure gate of the reader thread: it waits here until there is room. A condition variable for
/// exactly one waiter; `Synchronization` has none.
final class BackpressureGate: Sendable {
  private let isWaited = Atomic<Bool>(false)
  /// Allocated once and freed by `deinit`; semaphores are safe to use from several threads.
  nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Waits until `mayPass`. For the reader thread only. Call `wake` after any change that makes `mayPass`
  /// true.
  func wait(until mayPass: () -> Bool) {
    while true {
      isWaited.store(true, ordering: .sequentiallyConsistent)
      // Check after setting the flag: any later change sees the flag and posts.
      if mayPass(), isWaited.exchange(false, ordering: .sequentiallyConsistent) { return }
      while sem_wait(semaphore) != 0 {}
    }
  }

  func wake() {
    guard isWaited.load(ordering: .sequentiallyConsistent) else { return }
    if isWaited.exchange(false, ordering: .sequentiallyConsistent) { sem_post(semaphore) }
  }
}
