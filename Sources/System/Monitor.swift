import Glibc

/// A value under a lock with a condition variable, which `Synchronization.Mutex` does not have.
///
/// `@unchecked`: `value` is accessed only with the mutex held. The two C objects are initialised before the
/// reference can be copied, and destroyed with the last one.
///
/// `@usableFromInline`: without it, the compiler does not inline the functions of a `package` class in other modules.
@usableFromInline
package final class Monitor<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var value: Value
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    self.value = value
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A step of the wall clock must not move a deadline.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Calls `body` with the lock held. Wakes no waiting thread.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Changes the value and wakes all waiting threads.
  @inlinable
  package func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Wakes all waiting threads.
  @inlinable
  package func wakeAll() {
    pthread_cond_broadcast(changed)
  }

  /// Calls `body` with the lock held until it returns a result, and returns that: now, after each wake-up, and at
  /// the time for which the last call waits.
  @inlinable
  package func wait<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Waiting<Result>
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch try body(&value) {
      case .done(let result): return result
      case .until(let deadline): sleep(until: deadline)
      }
    }
  }

  /// Waits until `body` returns a value, and returns that; nil at the deadline.
  package func wait<Result>(
    until deadline: Deadline, for body: (inout Value) -> Result?
  ) -> Result? {
    wait { value -> Waiting<Result?> in
      if let result = body(&value) { return .done(result) }
      return deadline.hasPassed ? .done(nil) : .until(deadline)
    }
  }

  /// Releases the lock, which the caller holds, until a wake-up or the deadline, then takes it again.
  @usableFromInline
  func sleep(until deadline: Deadline) {
    if var time = deadline.timespec {
      pthread_cond_timedwait(changed, mutex, &time)
    } else {
      pthread_cond_wait(changed, mutex)
    }
  }
}

/// The state of a wait: its result, or the time of the next check if no other thread wakes it earlier.
@usableFromInline
package enum Waiting<Result> {
  case done(Result)
  case until(Deadline)
}
