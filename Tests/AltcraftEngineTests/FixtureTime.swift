import Synchronization
import TestSupport

@testable import AltcraftEngine

/// Clocks controlled by the test: the monotonic clock stands still, the wall clock may jump.
final class FixtureTime: Sendable {
  let clock = TestClock()
  private let jump = Mutex<Duration>(.zero)
  private let identifiers = Mutex(0)
  static let start: Int64 = 1_763_700_000_000

  func jumpWallClock(by duration: Duration) { jump.withLock { $0 += duration } }

  var wall: Int64 { Self.start + (clock.now.sinceStart + jump.withLock { $0 }).milliseconds }

  /// Identifiers are `id-1` … and there is no jitter: delays have their maximum.
  var environment: Environment {
    Environment(
      now: { self.clock.now.sinceStart },
      sleep: { try await self.clock.sleep(for: $0) },
      wallTime: { self.wall },
      identifier: {
        let number = self.identifiers.withLock { last in
          last += 1
          return last
        }
        return "id-\(number)"
      },
      random: { $0.upperBound })
  }
}
