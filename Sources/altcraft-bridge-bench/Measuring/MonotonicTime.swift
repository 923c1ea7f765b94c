import Glibc

/// A clock in nanoseconds that never jumps.
enum MonotonicTime {
  static func now() -> UInt64 { read(CLOCK_MONOTONIC) }

  static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
