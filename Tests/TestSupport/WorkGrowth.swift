import Glibc

/// Returns the factor by which the CPU time of this thread grows when `body` gets `large` in place of
/// `small`. Each time is the minimum of three measurements, to reduce the influence of other load.
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
    // Repeat a short run: the clock has a resolution of one microsecond at best.
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
