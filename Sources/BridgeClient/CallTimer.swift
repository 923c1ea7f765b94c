import System

/// The deadlines of the calls of all connections, in their order, on one thread. A deadline that is removed keeps no
/// memory; one of a `Task.sleep` would keep it until its time.
final class CallTimer: Sendable {
  static let shared = CallTimer()

  private struct State {
    var entries: [Int: (deadline: Deadline, action: @Sendable () -> Void)] = [:]
    var lastKey = 0
    /// The time of the next check.
    var next = Deadline.never
  }

  private let state = Monitor(State())

  init() { PosixThread.require { self.run() } }

  /// Runs `action` once at the deadline, on the thread of the timer. It must not block. Returns the key for `remove`.
  func add(_ deadline: Deadline, _ action: @escaping @Sendable () -> Void) -> Int {
    let (key, isFirst) = state.withLock { state in
      state.lastKey += 1
      state.entries[state.lastKey] = (deadline, action)
      return (state.lastKey, deadline < state.next)
    }
    if isFirst { state.wakeAll() }
    return key
  }

  func remove(_ key: Int) {
    state.withLock { _ = $0.entries.removeValue(forKey: key) }
  }

  var count: Int { state.withLock { $0.entries.count } }

  private func run() {
    while true {
      let due = state.wait { state -> Waiting<[@Sendable () -> Void]> in
        let now = Deadline.after(.zero)
        let due = state.entries.filter { $0.value.deadline <= now }
          .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        for (key, _) in due { state.entries[key] = nil }
        guard due.isEmpty else { return .done(due.map(\.value.action)) }
        // A check visits all entries, so deadlines within a millisecond share one.
        state.next = max(
          state.entries.values.map(\.deadline).min() ?? .never, .after(.milliseconds(1)))
        return .until(state.next)
      }
      for action in due { action() }
    }
  }
}
