import System

/// The state of the platform under a lock, with the number of its changes.
final class StateStore: Sendable {
  private struct Content {
    var state = PlatformState()
    var changes = 0
    var isInterrupted = false
  }

  private let content = Monitor(Content())

  /// The state and the number of its changes so far.
  var current: (state: PlatformState, changes: Int) {
    content.withLock { ($0.state, $0.changes) }
  }

  func read<Result>(
    _ body: (PlatformState) throws(SimulatedRefusal) -> Result
  ) throws(SimulatedRefusal) -> Result {
    try content.withLock { content throws(SimulatedRefusal) in try body(content.state) }
  }

  /// Changes the state. If `body` throws, it has changed nothing.
  func change<Result, Failure>(
    _ body: (inout PlatformState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try content.update { content throws(Failure) in
      let result = try body(&content.state)
      content.changes += 1
      return result
    }
  }

  /// Acknowledges the pushes of a device up to `number`, waits until there is another, at most for
  /// `milliseconds`, and returns those that wait, oldest first. An interruption ends the wait.
  func pushes(
    of token: String, after number: Int64, milliseconds: Int
  ) -> (waiting: [SimulatedPush], dropped: Int) {
    if number > 0 { change { $0.acknowledge(token, through: number) } }
    _ = content.wait(until: .after(.milliseconds(milliseconds))) { content in
      content.isInterrupted || !content.state.pushes.waiting(token).isEmpty ? true : nil
    }
    return content.withLock { ($0.state.pushes.waiting(token), $0.state.pushes.dropped) }
  }

  /// Ends all waits, now and until `resume`.
  func interrupt() { content.update { $0.isInterrupted = true } }
  func resume() { content.update { $0.isInterrupted = false } }
}
