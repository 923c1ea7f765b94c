import AltcraftEngine

/// The clock of one process of a run, on the time of the scheduler. A sleep ends early when its task is cancelled,
/// and when the process terminates.
final class SimulatedClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    let nanoseconds: UInt64

    func advanced(by duration: Duration) -> Instant {
      Instant(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    func duration(to other: Instant) -> Duration {
      .nanoseconds(Int64(other.nanoseconds) - Int64(nanoseconds))
    }

    static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
  }

  private final class Sleeper: @unchecked Sendable {
    var continuation: CheckedContinuation<Bool, Never>?
    var isCancelled = false
    var number: UInt64 = 0
  }

  private let scheduler: Scheduler
  private var sleepers: [UInt64: Sleeper] = [:]
  private var last: UInt64 = 0
  private(set) var hasTerminated = false

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  var now: Instant { Instant(nanoseconds: scheduler.now) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleep(for: .nanoseconds(Int64(deadline.nanoseconds) - Int64(scheduler.now)))
  }

  func sleep(for duration: Duration) async throws {
    let sleeper = Sleeper()
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !sleeper.isCancelled, !hasTerminated else {
          return continuation.resume(returning: false)
        }
        sleeper.continuation = continuation
        last += 1
        sleeper.number = last
        sleepers[last] = sleeper
        scheduler.timer(after: duration) { [self] in end(sleeper, true) }
      }
    } onCancel: {
      sleeper.isCancelled = true
      end(sleeper, false)
    }
    guard isOver else { throw CancellationError() }
  }

  private func end(_ sleeper: Sleeper, _ isOver: Bool) {
    sleepers[sleeper.number] = nil
    sleeper.continuation?.resume(returning: isOver)
    sleeper.continuation = nil
  }

  /// Cancels all sleeps, now and later.
  func terminate() {
    hasTerminated = true
    for sleeper in sleepers.values.sorted(by: { $0.number < $1.number }) { end(sleeper, false) }
  }
}
