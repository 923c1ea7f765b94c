import Glibc

/// A lock with a condition variable, which `Synchronization.Mutex` does not have.
///
/// Unchecked, since the compiler cannot see that the two C objects are made for sharing: they are initialised
/// before the reference can be copied and destroyed with the last one.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Deadlines must not move with the wall clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func withLock<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock, which the caller holds, until `wakeAll` or a spurious wake-up, then takes it again.
  func wait() {
    pthread_cond_wait(condition, mutex)
  }

  /// Waits in the same way, but at most until `deadline`.
  func wait(until deadline: Nanoseconds) {
    var time = timespec()
    time.tv_sec = Int(deadline / 1_000_000_000)
    time.tv_nsec = Int(deadline % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &time)
  }

  func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}

/// A time since a fixed moment, independent of the wall clock.
typealias Nanoseconds = UInt64

func monotonicTime() -> Nanoseconds {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
