import Glibc

/// A value that threads can wait on. `Mutex` has no way to wait, and the commands have no tasks.
///
/// `@unchecked`: `value` is accessed only between lock and unlock of `mutex`, which lives on the heap for as
/// long as this object does.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // The monotonic clock, so that a change of the system time does not move a deadline.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the value and wakes all waiting threads.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `body` returns a value, and returns that; nil at the deadline.
  package func wait<Result>(until deadline: Deadline, for body: (inout Value) -> Result?) -> Result?
  {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard var time = deadline.time else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { return body(&value) }
    }
  }
}

/// A point in time on the monotonic clock, or never.
package struct Deadline: Sendable {
  /// The time; nil for never.
  fileprivate let time: timespec?

  package static let never = Deadline(time: nil)

  package static func after(_ duration: Duration) -> Deadline {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return Deadline(time: time)
  }

  /// Returns the earlier of this deadline and the end of `duration`.
  package func orAfter(_ duration: Duration) -> Deadline {
    let other = Deadline.after(duration)
    guard let mine = time, let theirs = other.time else { return other }
    return (mine.tv_sec, mine.tv_nsec) < (theirs.tv_sec, theirs.tv_nsec) ? self : other
  }

  var hasPassed: Bool { millisecondsLeft <= 0 }

  /// The remaining time, rounded up; 0 once it has passed.
  package var millisecondsLeft: Int {
    guard let time else { return Int.max }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let nanoseconds = (time.tv_sec - now.tv_sec) * 1_000_000_000 + time.tv_nsec - now.tv_nsec
    return max(0, (nanoseconds + 999_999) / 1_000_000)
  }
}

package enum BackgroundThread {
  /// Runs `body` on a new detached thread.
  package static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    precondition(failure == 0, "cannot create a thread: errno \(failure)")
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
