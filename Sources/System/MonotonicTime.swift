import Glibc

/// A time in nanoseconds since a fixed moment, independent of the wall clock.
package enum MonotonicTime {
  package static func now() -> UInt64 { read(CLOCK_MONOTONIC) }

  package static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package static func sleep(milliseconds: Int) { usleep(UInt32(clamping: milliseconds * 1000)) }
}
