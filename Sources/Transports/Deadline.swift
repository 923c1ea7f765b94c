import System

/// A moment of the monotonic clock. The compiler knows its layout, other than that of a `ContinuousClock.Instant`: a state
/// with such an instant takes calls at each access.
struct Deadline {
  private let nanoseconds: UInt64

  init(after time: Duration) {
    let (seconds, attoseconds) = time.components
    nanoseconds =
      MonotonicTime.now() &+ UInt64(clamping: seconds) &* 1_000_000_000
      &+ UInt64(clamping: attoseconds / 1_000_000_000)
  }

  var isOver: Bool { nanoseconds <= MonotonicTime.now() }

  var instant: ContinuousClock.Instant {
    let now = MonotonicTime.now()
    let left = nanoseconds > now ? nanoseconds - now : 0
    return .now
      + Duration(
        secondsComponent: Int64(left / 1_000_000_000),
        attosecondsComponent: Int64(left % 1_000_000_000) * 1_000_000_000)
  }
}
