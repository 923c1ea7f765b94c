import AltcraftEngine
import Synchronization
import TestSupport

/// Clocks controlled by the test: the monotonic clock stands still, the wall clock may jump.
package final class FixtureTime: Sendable {
  package let clock = TestClock()
  private let jump = Mutex<Duration>(.zero)
  private let identifiers = Mutex(0)
  package static let start: Int64 = 1_763_700_000_000

  package init() {}

  package func jumpWallClock(by duration: Duration) { jump.withLock { $0 += duration } }

  package var wall: Int64 {
    Self.start + Int64((clock.now.sinceStart + jump.withLock { $0 }) / .milliseconds(1))
  }

  /// Identifiers are `id-1` … and there is no jitter: delays have their maximum.
  package var environment: Environment {
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
