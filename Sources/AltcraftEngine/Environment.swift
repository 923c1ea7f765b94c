import Glibc
import Synchronization

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

  private static let identifiers = Identifiers()
}

/// Random UUIDs (version 4) in lower case, from random numbers that are fetched many at a time.
private final class Identifiers: Sendable {
  private static let words = 32

  private let random = Mutex<[UInt64]>([])

  func next() -> String {
    let (high, low) = random.withLock { random -> (UInt64, UInt64) in
      if random.count < 2 { random = Self.fetched() }
      return (random.removeLast(), random.removeLast())
    }
    return RequestID.uuid(
      high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    ).text
  }

  private static func fetched() -> [UInt64] {
    var fetched = [UInt64](repeating: 0, count: words)
    let bytes = fetched.count * MemoryLayout<UInt64>.size
    guard getentropy(&fetched, bytes) == 0 else {
      var generator = SystemRandomNumberGenerator()
      return fetched.map { _ in generator.next() }
    }
    return fetched
  }
}
