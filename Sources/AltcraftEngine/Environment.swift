import Glibc

/// Everything the engine takes from the outside world besides disk and network, as values, so that a
/// test can be the world.
package struct Environment: Sendable {
  /// Time since some fixed moment. It never jumps, and goes on while the machine sleeps.
  package var now: @Sendable () -> Duration
  /// Returns after that long, or throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Milliseconds since 1970. It may jump by years, so nothing but display and age goes by it.
  package var wallTime: @Sendable () -> Int64
  /// A new lower-case UUID.
  package var identifier: @Sendable () -> String
  /// A number from that range, for what must not happen to many at once.
  package var random: @Sendable (ClosedRange<Double>) -> Double

  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    wallTime: @escaping @Sendable () -> Int64, identifier: @escaping @Sendable () -> String,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.wallTime = wallTime
    self.identifier = identifier
    self.random = random
  }
}

extension Environment {
  package static let real: Environment = {
    let start = ContinuousClock.now
    let identifiers = RandomIdentifiers()
    return Environment(
      now: { ContinuousClock.now - start },
      sleep: { try await ContinuousClock().sleep(for: $0) },
      wallTime: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
      },
      identifier: { identifiers.next() },
      random: { Double.random(in: $0) })
  }()
}
