import Synchronization

/// A clock that only a test advances. Sleepers wake in the order of their deadlines.
package final class TestClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package let sinceStart: Duration

    package func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }
    package func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    package static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Waiter {
    let count: Int
    let latest: Duration?
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(sinceStart: .zero)
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    /// The number of resumed sleepers that are not scheduled yet.
    var waking = 0
    var waiting: [Waiter] = []

    mutating func takeSatisfiedWaiters() -> [CheckedContinuation<Void, Never>] {
      let satisfied = waiting.filter(isSatisfied).map(\.continuation)
      waiting.removeAll(where: isSatisfied)
      return satisfied
    }

    private func isSatisfied(_ waiter: Waiter) -> Bool {
      let counted = sleepers.count { sleeper in
        waiter.latest.map { now.duration(to: sleeper.deadline) <= $0 } ?? true
      }
      return counted >= waiter.count
    }
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of current sleepers.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
    guard isDue else { throw CancellationError() }
    state.withLock { $0.waking -= 1 }
  }

  /// Advances the time. Returns when every sleeper whose deadline has passed is running again, in the order
  /// of the deadlines. This includes those that sleep again for less than the rest.
  package func advance(by duration: Duration) async {
    let end = now.advanced(by: duration)
    await settle()
    while let sleeper = takeNextDue(by: end) {
      sleeper.continuation.resume(returning: true)
      while state.withLock({ $0.waking > 0 }) { await Task.yield() }
      await settle()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Waits for a sleeper, and advances the time to the earliest deadline.
  package func advanceToNextDeadline() async {
    await waitForSleepers()
    let next = state.withLock { state in state.sleepers.map(\.deadline).min() }
    if let next { await advance(by: max(.zero, now.duration(to: next))) }
  }

  /// Advances the time until `body` has returned. The time that a task sleeps does not matter then, nor
  /// whether it sleeps yet.
  package func passing<Result: Sendable>(
    _ body: @escaping @Sendable () async -> Result
  ) async -> Result {
    let result = Mutex<Result?>(nil)
    async let isDone: Void = {
      let value = await body()
      result.withLock { $0 = value }
    }()
    while result.withLock({ $0 == nil }) {
      await advance(by: .milliseconds(100))
      try? await Task.sleep(for: .milliseconds(2))
    }
    await isDone
    return result.withLock { $0 }!
  }

  /// Waits until there are at least `count` sleepers, and that many with a deadline within `latest` if it is given.
  package func waitForSleepers(_ count: Int = 1, within latest: Duration? = nil) async {
    await withCheckedContinuation { continuation in
      let satisfied = state.withLock { state in
        state.waiting.append(Waiter(count: count, latest: latest, continuation: continuation))
        return state.takeSatisfiedWaiters()
      }
      for waiter in satisfied { waiter.resume() }
    }
  }

  /// Gives running tasks a chance to reach their next `sleep`. A test that depends on this uses
  /// `waitForSleepers`.
  private func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  private func takeNextDue(by end: Instant) -> Sleeper? {
    state.withLock { state in
      let due = state.sleepers.filter { $0.deadline <= end }
      guard let next = due.min(by: { ($0.deadline, $0.number) < ($1.deadline, $1.number) })
      else { return nil }
      state.sleepers.removeAll { $0.number == next.number }
      state.now = max(state.now, next.deadline)
      state.waking += 1
      return next
    }
  }

  private func add(_ sleeper: Sleeper) {
    enum Fate { case sleeps, due, cancelled }
    let (fate, satisfied) = state.withLock { state in
      if state.cancelled.remove(sleeper.number) != nil {
        return (Fate.cancelled, [CheckedContinuation<Void, Never>]())
      }
      guard sleeper.deadline > state.now else {
        state.waking += 1
        return (Fate.due, [])
      }
      state.sleepers.append(sleeper)
      return (Fate.sleeps, state.takeSatisfiedWaiters())
    }
    switch fate {
    case .sleeps: break
    case .due: sleeper.continuation.resume(returning: true)
    case .cancelled: sleeper.continuation.resume(returning: false)
    }
    for waiter in satisfied { waiter.resume() }
  }

  private func cancel(_ number: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        // The task was cancelled before its sleep or after its end; only in the first case is this entry
        // read.
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(returning: false)
  }
}
