import Synchronization
import Tracing

/// The call-logging level, shared by all connections. Entries are built only when it asks for them.
package final class CallLogging: Sendable {
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

/// An entry for the call log.
package enum CallReport: Sendable {
  /// A call is over, or a message was refused before it became a call. The method is nil if no method has
  /// that name; the id is nil for a notification.
  case ended(
    method: String?, id: RequestID?, time: Duration?, error: RPCError?, trace: TraceContext?)
  /// A callback was sent to the other side; `failure` is the reason for a missing answer.
  case asked(method: String, time: Duration, failure: CallbackFailure?, trace: TraceContext?)
  /// A message was not complete in time, and the connection ends. Reported at every level.
  case tooSlow
  /// The trace context of a request was not valid.
  case invalidTrace(method: String, id: RequestID?)
}
