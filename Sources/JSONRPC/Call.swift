import Synchronization
import Tracing

/// The context that the methods of one connection receive. The creator of the peers also creates the methods
/// and knows the concrete type.
package typealias CallContext = AnyObject & Sendable

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
  private let state = Mutex(State())

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
  package func respond(_ result: Result<[UInt8], RPCError>) {
    let isFirst = state.withLock { state in
      guard state.phase != .over else { return false }
      state.end()
      return true
    }
    if isFirst { peer.finish(self, result) }
  }

  /// Runs `body` after the answer to this call, or to its batch, has been passed to the channel; for a
  /// notification, after its effect. Runs it at once if that has already happened.
  package func afterReply(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isDelivered { state.afterReply.append(body) }
      return state.isDelivered
    }
    if isLate { body() }
  }

  /// Runs `body` when the answer to this call is certain to be sent without delay: after it has been passed
  /// to the channel, or while it is in a batch in which another call waits for the host or the platform. Runs
  /// it at once if that has already happened. Use this instead of `afterReply` for work that other
  /// connections wait for: a batch may wait as long as its slowest call.
  package func onAcknowledgement(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isAcknowledged { state.onAcknowledgement.append(body) }
      return state.isAcknowledged
    }
    if isLate { body() }
  }

  /// Runs `body` when the client cancels this call, before -32800 is answered. An answer given by `body`
  /// takes precedence. Never runs and is not retained once the call is over.
  package func onCancel(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.phase != .over { state.onCancel.append(body) }
    }
  }

  /// Runs `body` when the service stops while this call waits for the platform. `body` must make sure that
  /// the call is answered soon. Without one, a call in a `Reply.task` is answered `shuttingDown`, and a
  /// `Reply.deferred` is left to end by itself. Never runs and is not retained once the call is over.
  package func onStop(_ body: @escaping @Sendable () -> Void) {
    let (isWaiting, isLate) = state.withLock { state in
      guard state.phase != .over else { return (false, false) }
      if !state.isStopped { state.onStop.append(body) }
      return (true, state.isStopped)
    }
    if isWaiting { slowBatch() }
    if isLate { body() }
  }
}

/// The destination of an answer: a message of its own, or an index in a batch.
enum ResponseSlot: Sendable {
  case alone
  case element(Int, of: Batch)
}

// The lifecycle of a call. The lock of the call decides every race between running, answering and
// interrupting it.
extension Call {
  enum Interruption {
    case cancelled, stopped
    /// The peer has disconnected and will not read the answer.
    case abandoned
  }

  fileprivate enum Phase: Equatable {
    /// Before its turn: unstarted, preparing, or ready to take effect.
    case waiting
    /// In `start` or in the effect: an interruption is checked after it returns.
    case running
    /// After its effect.
    case deferred
    /// In the slow tail. `endsWithPeer` is true if the tail ends with the peer.
    case task(endsWithPeer: Bool)
    case over
  }

  fileprivate struct State {
    var phase = Phase.waiting
    var interruption: Interruption?
    var isStopped = false
    var task: Task<Void, Never>?
    var isDelivered = false
    var isAcknowledged = false
    var afterReply: [@Sendable () -> Void] = []
    var onAcknowledgement: [@Sendable () -> Void] = []
    var onCancel: [@Sendable () -> Void] = []
    var onStop: [@Sendable () -> Void] = []
  }

  /// Begins `start` or the effect. Returns false if the call is over and must not run.
  func begin() -> Bool {
    state.withLock { state in
      guard state.phase != .over else { return false }
      state.phase = .running
      return true
    }
  }

  /// Waits for the turn or the preparation, after `start`. Returns false if the call was interrupted
  /// meanwhile.
  func waitForTurn() -> Bool { rest(as: .waiting) }

  /// Waits for the answer, after an effect that answers later.
  func waitForAnswer() { _ = rest(as: .deferred) }

  /// Waits for the slow tail, after the effect. Returns false if the tail need not run.
  func waitForTask(endsWithPeer: Bool) -> Bool { rest(as: .task(endsWithPeer: endsWithPeer)) }

  private func rest(as phase: Phase) -> Bool {
    let interruption = state.withLock { state -> Interruption? in
      guard state.phase == .running else { return nil }
      state.phase = phase
      defer { state.interruption = nil }
      return state.interruption
    }
    if let interruption { interrupt(interruption) }
    if peer.isAbandoned.load(ordering: .acquiring) { interrupt(.abandoned) }
    return state.withLock { $0.phase != .over }
  }

  /// Attaches the task that prepares the call or runs its tail; an interruption cancels it.
  func attach(_ task: Task<Void, Never>) {
    let isOver = state.withLock { state in
      if state.phase != .over { state.task = task }
      return state.phase == .over
    }
    if isOver { task.cancel() }
  }

  func interrupt(_ interruption: Interruption) {
    let consequences = state.withLock { $0.interrupt(interruption) }
    for body in consequences.bodies { body() }
    switch consequences.answer {
    case .none: break
    case .ended(let error): peer.finish(self, .failure(error))
    case .unlessAnswered(let error): respond(.failure(error))
    }
    // Cancel last, so that the result of a cancelled tail is too late to count.
    consequences.task?.cancel()
  }

  /// Records that the answer has been passed to the channel.
  func delivered() {
    let bodies = state.withLock { state in
      state.isDelivered = true
      defer { state.afterReply = [] }
      return state.afterReply
    }
    for body in bodies { body() }
    acknowledged()
  }

  /// Records that the answer has been passed to the channel, or is in a slow batch.
  func acknowledged() {
    let bodies = state.withLock { state in
      state.isAcknowledged = true
      defer { state.onAcknowledgement = [] }
      return state.onAcknowledgement
    }
    for body in bodies { body() }
  }

  /// Marks the batch of this call as slow, because the call waits for the host or the platform. The answers
  /// already in the batch count as acknowledged: the work of those calls must not wait for this one.
  func slowBatch() {
    guard case .element(_, let batch) = place else { return }
    for call in batch.becomeSlow() { call.acknowledged() }
  }
}

extension Call.State {
  fileprivate struct Consequences {
    var task: Task<Void, Never>?
    var bodies: [@Sendable () -> Void] = []
    var answer = Answer.none
  }

  fileprivate enum Answer {
    case none
    /// The call was ended under the lock, so that its effect can no longer happen.
    case ended(RPCError)
    case unlessAnswered(RPCError)
  }

  fileprivate mutating func interrupt(_ interruption: Call.Interruption) -> Consequences {
    switch (phase, interruption) {
    // A call that waits later gets the interruption from `rest`.
    case (.over, _), (.running, .abandoned), (.waiting, .abandoned): return Consequences()
    case (.running, _):
      self.interruption = self.interruption ?? interruption
      return Consequences()
    case (.waiting, _):
      defer { end() }
      return Consequences(task: task, answer: .ended(interruption.error))
    case (.deferred, .cancelled), (.task, .cancelled):
      return Consequences(task: task, bodies: onCancel, answer: .unlessAnswered(interruption.error))
    case (.task, .stopped) where onStop.isEmpty,
      (.task(endsWithPeer: true), .abandoned) where onStop.isEmpty:
      return Consequences(task: task, answer: .unlessAnswered(interruption.error))
    case (.deferred, .stopped), (.task, .stopped), (.deferred, .abandoned), (.task, .abandoned):
      isStopped = true
      return Consequences(bodies: onStop)
    }
  }

  fileprivate mutating func end() {
    phase = .over
    task = nil
    onCancel = []
    onStop = []
  }
}

extension Call.Interruption {
  fileprivate var error: RPCError {
    switch self {
    case .cancelled: .requestCancelled
    case .stopped, .abandoned: .shuttingDown
    }
  }
}
