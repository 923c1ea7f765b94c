import Synchronization
import Tracing

/// One request or notification in flight, as its method sees it.
package final class Call: Sendable {
  /// The value of `Peer.context`.
  package let peerContext: any CallContext
  package var isNotification: Bool { id == nil }
  /// The trace named by the message.
  package let trace: TraceContext?

  let id: RequestID?
  let entry: MethodEntry
  let parameters: RawParams
  /// The sequence number of the call within its connection.
  let number: UInt64
  /// The cost of the call in bytes while it waits to start.
  let cost: Int
  let readAt: ContinuousClock.Instant?
  let place: ResponseSlot
  private let peer: Peer

  init(
    _ request: Request, entry: MethodEntry, number: UInt64, cost: Int,
    readAt: ContinuousClock.Instant?, place: ResponseSlot, peer: Peer
  ) {
    peerContext = peer.context
    id = request.id
    self.entry = entry
    parameters = request.parameters
    trace = request.trace
    self.number = number
    self.cost = cost
    self.readAt = readAt
    self.place = place
    self.peer = peer
  }

  /// Answers the call; only the first answer counts. For a notification, marks the call as over. May be
  /// called from any thread, without locks held.
  package func respond(_ result: Result<[UInt8], RPCError>) { peer.respond(self, result) }

  /// Answers the call as `respond` does, and runs `body` when the answer is certain to be sent without delay:
  /// after it has been passed to the channel, or while it is in a batch in which another call waits for the
  /// host or the platform. Runs it at once if that has already happened. Use this instead of `afterReply` for
  /// work that other connections wait for: a batch may wait as long as its slowest call.
  package func respond(
    _ result: Result<[UInt8], RPCError>, onAcknowledgement body: @escaping @Sendable () -> Void
  ) {
    let (isLate, actions) = peer.state.withLock { state in
      (state[self]?.onAcknowledgement(body) != true, state.end(self))
    }
    if isLate { body() }
    if let actions { peer.finish(self, result, then: actions) }
  }

  /// Runs `body` after the answer to this call, or to its batch, has been passed to the channel; for a
  /// notification, after its effect. Runs it at once if that has already happened.
  package func afterReply(_ body: @escaping @Sendable () -> Void) {
    let isLate = peer.state.withLock { $0[self]?.afterReply(body) == nil }
    if isLate { body() }
  }

  /// Runs `body` when the service stops while this call waits for the platform. `body` must make sure that
  /// the call is answered soon. Without one, a call in a `Reply.task` is answered `shuttingDown`, and a
  /// `Reply.deferred` is left to end by itself. Never runs and is not retained once the call is over.
  package func onStop(_ body: @escaping @Sendable () -> Void) {
    let (isWaiting, isStopped) = peer.state.withLock { state in
      state[self]?.onStop(body)
      guard let own = state[self], !own.isOver else { return (false, false) }
      return (true, own.isStopped)
    }
    if isWaiting { peer.slowBatch(of: self) }
    if isStopped { body() }
  }

  enum Interruption {
    case cancelled, stopped
    /// The peer has disconnected and will not read the answer.
    case abandoned
  }
}

/// The destination of an answer: a message of its own, or an index in a batch.
enum ResponseSlot: Sendable {
  case alone
  case element(Int, of: Batch)
}

/// The context that the methods of one connection receive. The creator of the peers also creates the methods
/// and knows the concrete type.
package typealias CallContext = AnyObject & Sendable
