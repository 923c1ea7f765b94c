import Glibc

/// The delays between attempts, and the time after which a job expires.
package struct RetryPolicy: Sendable, Equatable {
  package var first: Duration
  package var cap: Duration
  /// The lifetime of a job from its acceptance. After it the job expires.
  package var timeToLive: Duration

  package init(first: Duration, cap: Duration, timeToLive: Duration) {
    self.first = first
    self.cap = cap
    self.timeToLive = timeToLive
  }

  package static let standard = RetryPolicy(
    first: .seconds(1), cap: .seconds(300), timeToLive: .seconds(30 * 86_400))

  /// Returns the values of the configuration, with those of this policy where it has none.
  package func overridden(by settings: RetrySettings) -> RetryPolicy {
    RetryPolicy(
      first: settings.firstSeconds.map(Self.duration) ?? first,
      cap: settings.maxSeconds.map(Self.duration) ?? cap,
      timeToLive: settings.totalSeconds.map(Self.duration) ?? timeToLive)
  }

  /// Returns the delay after failure `n`, counted from 0: `min(cap, first × 5.5^n) × (0.5 + jitter / 2)`.
  /// `jitter` is a random number of 0 … 1, so that clients that failed together do not return together.
  ///
  ///     first 1 s, cap 300 s    n = 0     1        2         3         4 and more
  ///     jitter 1                    1 s   5.5 s    30.25 s   166.4 s   300 s
  ///     jitter 0                  0.5 s   2.75 s   15.1 s    83.2 s    150 s
  package func delay(afterFailure n: Int, jitter: Double) -> Duration {
    // Beyond an exponent of 64 the delay is over every cap; it must not reach infinity.
    let grown = seconds(first) * pow(5.5, Double(min(max(n, 0), 64)))
    let factor = 0.5 + min(max(jitter, 0), 1) / 2
    return Self.duration(min(seconds(cap), grown) * factor)
  }

  private func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

  /// Converts seconds to a duration. Capped at 100 years to avoid overflow.
  private static func duration(_ seconds: Double) -> Duration {
    .milliseconds(Int64(min(max(seconds, 0), 100 * 365 * 86_400) * 1000))
  }
}
