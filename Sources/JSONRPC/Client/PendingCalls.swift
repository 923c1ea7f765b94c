/// The unanswered requests to the other side. The caller defines the waiter.
package struct PendingCalls<Waiter> {
  private var waiters: [RequestID: Waiter] = [:]
  private let limit: Int
  private var isOver = false

  package init(limit: Int) {
    self.limit = limit
  }

  package var count: Int { waiters.count }

  /// Adds a request. Throws `.gone` after `end`, and `.busy` if the limit is reached.
  package mutating func add(_ id: RequestID, _ waiter: Waiter) throws(CallbackFailure) {
    guard !isOver else { throw .gone }
    guard waiters.count < limit else { throw .busy }
    waiters[id] = waiter
  }

  /// Changes a waiter. Returns false if the answer has already arrived.
  package mutating func update(_ id: RequestID, _ change: (inout Waiter) -> Void) -> Bool {
    guard let index = waiters.index(forKey: id) else { return false }
    change(&waiters.values[index])
    return true
  }

  /// Removes and returns the waiter for `id`; nil for an answer that is late, duplicate or unrequested.
  package mutating func take(_ id: RequestID) -> Waiter? {
    waiters.removeValue(forKey: id)
  }

  /// Removes and returns all waiters.
  package mutating func takeAll() -> [Waiter] {
    defer { waiters = [:] }
    return Array(waiters.values)
  }

  /// Ends all requests, because no answer will arrive any more. Returns all waiters.
  package mutating func end() -> [Waiter] {
    isOver = true
    return takeAll()
  }
}

/// The reason for a missing result of a request to the other side.
package enum CallbackFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// As many requests as allowed are unanswered on this connection.
  case busy
  /// No answer in time.
  case timeout
  /// The connection is over.
  case gone
  /// The other side answered with an error.
  case refused(RemoteError)
  /// The waiting task was cancelled.
  case cancelled

  /// The name of the case, without the error object, which may contain anything.
  package var description: String {
    switch self {
    case .busy: "busy"
    case .timeout: "timeout"
    case .gone: "gone"
    case .refused: "refused"
    case .cancelled: "cancelled"
    }
  }
}
