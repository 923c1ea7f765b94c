/// The circuit breaker of the platform: the pause it asked for, the breaker state, and a bound on retries.
struct CircuitBreaker: Sendable {
  /// The number of consecutive failures that opens the breaker. Then one probe is sent at a time.
  static let failuresToOpen = 5
  static let retriesPerSecond = 10.0
  static let retryBurst = 20.0

  private var pausedUntil: Duration?
  private var failures = 0
  private var probeAt: Duration?
  private var retryTokens = CircuitBreaker.retryBurst
  private var refilledAt: Duration?

  enum Gate: Equatable {
    case open
    /// No attempt may start until then; with nil, until the attempts in progress have ended.
    case closed(until: Duration?)
  }

  func gate(at now: Duration, inFlight: Int) -> Gate {
    if let pausedUntil, now < pausedUntil { return .closed(until: pausedUntil) }
    guard failures >= Self.failuresToOpen else { return .open }
    if inFlight > 0 { return .closed(until: nil) }
    if let probeAt, now < probeAt { return .closed(until: probeAt) }
    return .open
  }

  /// Takes a permit for a retry. If there is none, returns the time at which there will be one.
  mutating func takeRetry(at now: Duration) -> Duration? {
    let since = refilledAt.map { now - $0 } ?? .zero
    let seconds = Double(since.components.seconds) + Double(since.components.attoseconds) * 1e-18
    retryTokens = min(Self.retryBurst, retryTokens + seconds * Self.retriesPerSecond)
    refilledAt = now
    if retryTokens >= 1 {
      retryTokens -= 1
      return nil
    }
    return now + .seconds((1 - retryTokens) / Self.retriesPerSecond)
  }

  mutating func answered() {
    failures = 0
    probeAt = nil
  }

  /// Records no response or 5xx. The delays are those of `policy`, which may change at any time.
  mutating func failed(at now: Duration, _ policy: RetryPolicy, jitter: Double) {
    failures += 1
    guard failures >= Self.failuresToOpen else { return }
    probeAt = now + policy.delay(afterFailure: failures - Self.failuresToOpen, jitter: jitter)
  }

  mutating func pause(until time: Duration) {
    pausedUntil = max(time, pausedUntil ?? time)
  }

  mutating func reset() {
    pausedUntil = nil
    failures = 0
    probeAt = nil
  }
}
