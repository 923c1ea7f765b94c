import Dispatch
import Synchronization

/// Calls a body once when its time has come, unless it is cancelled before. One timer for all of them: a
/// request has a deadline that hardly ever comes, and setting and ending a timer of its own takes two wakes
/// of another thread.
final class Deadlines: Sendable {
  typealias Entry = UInt64

  private struct State {
    var lastEntry: Entry = 0
    var bodies: [Entry: (time: SuspendingClock.Instant, body: @Sendable () -> Void)] = [:]
    /// When somebody looks; never later than the first of them.
    var nextLook: SuspendingClock.Instant?
  }

  private let state = Mutex(State())
  /// A serial queue has a thread whatever the others are busy with.
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
    // Released outside of the lock: it may be the last to hold what it would have called.
    _ = state.withLock { $0.bodies.removeValue(forKey: entry) }
  }

  /// A look that finds nothing due costs nothing to speak of, so those that are too early are left alone.
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
