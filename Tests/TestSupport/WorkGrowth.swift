import Glibc

/// How many times the CPU time of this thread grows when `body` is given `large` in place of `small`. The
/// least of three measurements each, so that what else the machine does counts for little.
package func growth(
  from small: Int, to large: Int, of body: (Int) throws -> Void
) rethrows -> Double {
  try leastTime(large, body) / leastTime(small, body)
}

private func leastTime(_ size: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<3 {
    var runs = 0.0
    var time = 0.0
    let start = threadTime()
    // A short run is repeated: the clock is no better than a microsecond.
    while time < 0.002 {
      try body(size)
      runs += 1
      time = threadTime() - start
    }
    least = min(least, time / runs)
  }
  return least
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
