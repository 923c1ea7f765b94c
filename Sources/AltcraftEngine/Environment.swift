import Glibc
import Synchronization
import System

/// The clock, sleep, randomness and ids, injected for testing.
package struct Environment: Sendable {
  /// The time since some fixed moment. It never jumps, and continues while the machine sleeps.
  package var now: @Sendable () -> Duration
  /// Sleeps that long; throws if the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Milliseconds since 1970. It may jump by years, so only display and age use it.
  package var wallTime: @Sendable () -> Int64
  /// Microseconds since 1970, on the same clock.
  package var wallMicroseconds: @Sendable () -> Int64
  /// Returns a new lower-case UUID.
  package var identifier: @Sendable () -> String
  /// Returns `identifier` for a new job.
  var requestID: @Sendable () -> ClientRequestID
  /// Returns a number from that range. It spreads actions that must not happen in many places at once.
  package var random: @Sendable (ClosedRange<Double>) -> Double
  /// Runs a function that blocks for the disk and whose caller is a task, one at a time.
  package var maintain: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Gives back the free memory of the heap.
  package var releaseMemory: @Sendable () -> Void = {}

  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    wallTime: @escaping @Sendable () -> Int64, identifier: @escaping @Sendable () -> String,
    random: @escaping @Sendable (ClosedRange<Double>) -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.wallTime = wallTime
    wallMicroseconds = { wallTime() * 1000 }
    self.identifier = identifier
    requestID = { ClientRequestID(identifier()) }
    self.random = random
    maintain = Outbox.maintain
  }
}

extension Environment {
  package static let real: Environment = {
    let start = ContinuousClock.now
    var environment = Environment(
      now: { ContinuousClock.now - start },
      sleep: { try await ProcessTimer.shared.sleep(for: $0) },
      wallTime: { wallNanoseconds() / 1_000_000 },
      identifier: { identifiers.next().text },
      random: { Double.random(in: $0) })
    environment.wallMicroseconds = { wallNanoseconds() / 1000 }
    environment.requestID = { identifiers.next() }
    environment.releaseMemory = { ProgramPages.releaseHeap() }
    return environment
  }()

  private static func wallNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static let identifiers = Identifiers()
}

/// A generator of random lower-case UUIDs (version 4). It fetches random numbers in batches, outside of the lock: with
/// many threads, those that wait for a system call would slow down all later ones.
private final class Identifiers: Sendable {
  private static let words = 32
  private static let mostKept = 256

  private let random = Mutex<[UInt64]>([])

  func next() -> ClientRequestID {
    let known = random.withLock { random -> (UInt64, UInt64)? in
      random.count < 2 ? nil : (random.removeLast(), random.removeLast())
    }
    let (high, low) = known ?? fetch()
    return .uuid(
      high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  private func fetch() -> (UInt64, UInt64) {
    var fetched = [UInt64](repeating: 0, count: Self.words)
    let bytes = fetched.count * MemoryLayout<UInt64>.size
    if getentropy(&fetched, bytes) != 0 {
      var generator = SystemRandomNumberGenerator()
      for index in fetched.indices { fetched[index] = generator.next() }
    }
    let taken = (fetched.removeLast(), fetched.removeLast())
    random.withLock { random in
      if random.count < Self.mostKept { random += fetched }
    }
    return taken
  }
}
