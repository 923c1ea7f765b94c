import Synchronization
import Tracing

/// Who wants to be told of calls, for a log: nothing is made for it while nobody does. One for all connections.
package final class CallWatch: Sendable {
  package enum Interest: Int, Sendable { case none, refusals, everything }

  private let interest = Atomic<Int>(0)

  package init() {}

  package func set(_ interest: Interest) {
    self.interest.store(interest.rawValue, ordering: .relaxed)
  }

  var wantsRefusals: Bool {
    interest.load(ordering: .relaxed) >= Interest.refusals.rawValue
  }

  var wantsEverything: Bool {
    interest.load(ordering: .relaxed) == Interest.everything.rawValue
  }
}

/// Something that a watch is told of.
package enum CallReport: Sendable {
  /// A call is over, or a message was refused before it became one. The method is nil where there is none of
  /// that name, the id for a notification.
  case ended(
    method: String?, id: RequestID?, time: Duration?, error: RPCError?, trace: TraceContext?)
  /// The other side was asked; `failure` says why there is no answer.
  case asked(method: String, time: Duration, failure: CallbackFailure?, trace: TraceContext?)
  /// What a request said of its trace was not valid.
  case invalidTrace(method: String, id: RequestID?)
}
