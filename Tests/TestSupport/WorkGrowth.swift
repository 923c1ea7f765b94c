import Glibc

/// The bound for linear work with ten times the size, with room for other load. Quadratic work grows by a hundred.
package let maxLinearGrowth = 35.0

/// Returns the factor by which the CPU time of this thread grows when `body` gets `large` in place of
/// `small`. Each time is the minimum of up to three measurements, to reduce the influence of other load: `large` is
/// measured again only while the factor is not below `bound`.
package func growth(
  from small: Int, to large: Int, below bound: Double = maxLinearGrowth,
  of body: (Int) throws -> Void
) rethrows -> Double {
  let least = try (0..<3).map { _ in try meanTime(small, body) }.min() ?? 0
  var growth = Double.infinity
  for _ in 0..<3 where growth >= bound {
    growth = min(growth, try meanTime(large, body) / least)
  }
  return growth
}

private func meanTime(_ size: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  var runs = 0.0
  var time = 0.0
  let start = threadTime()
  // Repeat a short run: the clock has a resolution of one microsecond at best.
  while time < 0.002 {
    try body(size)
    runs += 1
    time = threadTime() - start
  }
  return time / runs
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
