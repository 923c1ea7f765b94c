import Synchronization

/// The message counters, shared by all connections.
package final class RPCCounters: Sendable {
  package struct Snapshot: Sendable, Equatable {
    package var requests = 0
    package var notifications = 0
    /// Calls that ended with an error, and invalid messages.
    package var errors = 0
    /// Answers that were not requested or came too late.
    package var ignoredResponses = 0

    package init() {}
  }

  let requests = Atomic<Int>(0)
  let notifications = Atomic<Int>(0)
  let errors = Atomic<Int>(0)
  let ignoredResponses = Atomic<Int>(0)

  package init() {}

  func count(_ request: Request) {
    if request.id == nil { notifications.increment() } else { requests.increment() }
  }

  package var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.requests = requests.load(ordering: .relaxed)
    snapshot.notifications = notifications.load(ordering: .relaxed)
    snapshot.errors = errors.load(ordering: .relaxed)
    snapshot.ignoredResponses = ignoredResponses.load(ordering: .relaxed)
    return snapshot
  }
}

extension Atomic where Value == Int {
  func increment() { add(1, ordering: .relaxed) }
}
