import Glibc

/// A point in time on the monotonic clock, or never.
@usableFromInline
package struct Deadline: Comparable, Sendable {
  /// The time in nanoseconds; the largest number for never.
  private let time: UInt64

  package static let never = Deadline(time: .max)

  private init(time: UInt64) {
    self.time = time
  }

  /// Returns the time after `duration`; never if the clock does not reach it.
  package static func after(_ duration: Duration) -> Deadline {
    let now = MonotonicTime.now()
    let (seconds, attoseconds) = max(.zero, duration).components
    guard seconds < 9_000_000_000 else { return .never }
    return Deadline(time: now + UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }

  /// Returns the earlier of this deadline and the end of `duration`.
  package func orAfter(_ duration: Duration) -> Deadline { min(self, .after(duration)) }

  package var hasPassed: Bool { self != .never && time <= MonotonicTime.now() }

  /// The remaining time, rounded up; 0 once it has passed.
  package var millisecondsLeft: Int {
    guard self != .never else { return Int.max }
    let now = MonotonicTime.now()
    return time > now ? Int((time - now + 999_999) / 1_000_000) : 0
  }

  /// The time in the form of system calls; nil for never.
  var timespec: timespec? {
    guard self != .never else { return nil }
    return Glibc.timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
  }

  @usableFromInline
  package static func < (first: Deadline, second: Deadline) -> Bool { first.time < second.time }
}
