import Dispatch
import Synchronization

/// A scheduler that calls a body once at its time unless it is cancelled before. One timer serves all bodies:
/// the deadline of a request rarely expires, and starting and cancelling a separate timer wakes another
/// thread twice.
final class TimeoutScheduler: Sendable {
  typealias Entry = UInt64

  private struct State {
    var lastEntry: Entry = 0
    var bodies: [Entry: (time: SuspendingClock.Instant, body: @Sendable () -> Void)] = [:]
    /// The time of the next check; never later than the first entry.
    var nextLook: SuspendingClock.Instant?
  }

  private let state = Mutex(State())
  /// A serial queue gets a thread even if all the others are busy.
  private let queue = DispatchQueue(label: "deadlines")

  func add(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> Entry {
    let time = SuspendingClock.now + duration
    return state.withLock { state in
      state.lastEntry += 1
      state.bodies[state.lastEntry] = (time, body)
      look(at: time, &state)
      return state.lastEntry
    }
  }

  func cancel(_ entry: Entry) {
    // Release the body outside the lock: it may have the last reference to an object that it would have
    // called.
    _ = state.withLock { $0.bodies.removeValue(forKey: entry) }
  }

  /// Schedules a check, unless an earlier one is scheduled. A check that finds nothing due costs almost
  /// nothing, so checks that are too early are not cancelled.
  private func look(at time: SuspendingClock.Instant, _ state: inout State) {
    if let nextLook = state.nextLook, nextLook <= time { return }
    state.nextLook = time
    let (seconds, attoseconds) = (time - .now).components
    let delay = DispatchTimeInterval.nanoseconds(Int(attoseconds / 1_000_000_000))
    queue.asyncAfter(deadline: .now() + .seconds(Int(seconds)) + delay) { [self] in call(time) }
  }

  private func call(_ time: SuspendingClock.Instant) {
    let due = state.withLock { state in
      if state.nextLook == time { state.nextLook = nil }
      let now = SuspendingClock.now
      let due = state.bodies.filter { $0.value.time <= now }
      for entry in due.keys { state.bodies[entry] = nil }
      if let first = state.bodies.values.map(\.time).min() { look(at: first, &state) }
      return due.values
    }
    for (_, body) in due { body() }
  }
}
