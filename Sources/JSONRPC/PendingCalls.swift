/// The requests made of the other side that it has not answered. What waits for an answer is the caller's.
package struct PendingCalls<Waiter> {
  private var waiters: [RequestID: Waiter] = [:]
  private let limit: Int
  private var isOver = false

  package init(limit: Int) {
    self.limit = limit
  }

  package var count: Int { waiters.count }

  /// Throws `.gone` after `end`, and `.busy` when as many as allowed wait already.
  package mutating func add(_ id: RequestID, _ waiter: Waiter) throws(CallbackFailure) {
    guard !isOver else { throw .gone }
    guard waiters.count < limit else { throw .busy }
    waiters[id] = waiter
  }

  /// Changes what waits; false when the answer has come already.
  package mutating func update(_ id: RequestID, _ change: (inout Waiter) -> Void) -> Bool {
    guard let index = waiters.index(forKey: id) else { return false }
    change(&waiters.values[index])
    return true
  }

  /// Who waits for the answer to `id`; nil for an answer that is late, doubled or to nothing we asked.
  package mutating func take(_ id: RequestID) -> Waiter? {
    waiters.removeValue(forKey: id)
  }

  /// No answer will come any more. Returns everyone who waits.
  package mutating func end() -> [Waiter] {
    isOver = true
    defer { waiters = [:] }
    return Array(waiters.values)
  }
}

/// Why there is no answer to a request made of the host.
package enum CallbackFailure: Error, Sendable, Equatable {
  /// As many requests as allowed are unanswered on this connection.
  case busy
  /// No answer in time.
  case timeout
  /// The connection is over.
  case gone
  /// The host answered with an error.
  case refused
  /// Who waited was cancelled.
  case cancelled
}
