import Synchronization
import Tracing

/// What the methods of one connection know of it. Who makes the peers makes the methods too, and knows its type.
package typealias CallContext = AnyObject & Sendable

/// One request or notification in flight, as its method sees it.
package final class Call: Sendable {
  /// As `Peer.context`.
  package let peerContext: any CallContext
  package var isNotification: Bool { id == nil }
  /// The trace that the message says it belongs to.
  package let trace: TraceContext?

  let id: RequestID?
  let entry: MethodEntry
  let parameters: RawParams
  /// Grows with each call of the connection.
  let number: UInt64
  /// What the call counts for while it waits unstarted, in bytes.
  let cost: Int
  let readAt: ContinuousClock.Instant?
  let place: AnswerPlace
  private let peer: Peer
  private let state = Mutex(State())

  init(
    _ request: Request, entry: MethodEntry, number: UInt64, cost: Int,
    readAt: ContinuousClock.Instant?, place: AnswerPlace, peer: Peer
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

  /// Answers the call; the first answer counts. For a notification it says that the call is over. From any
  /// thread, holding no lock.
  package func respond(_ result: Result<[UInt8], RPCError>) {
    let isFirst = state.withLock { state in
      guard state.phase != .over else { return false }
      state.end()
      return true
    }
    if isFirst { peer.finish(self, result) }
  }

  /// Runs `body` after the answer to this call, or to the batch it came in, has been handed to the
  /// channel; for a notification, after its effect. At once when that has been.
  package func afterReply(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isDelivered { state.afterReply.append(body) }
      return state.isDelivered
    }
    if isLate { body() }
  }

  /// Runs `body` when the answer to this call is certain to be sent without delay: after it has been handed
  /// to the channel, or while it stands in a batch in which another call waits for the host or the
  /// platform. At once when that has been. What other connections wait for goes here and not into
  /// `afterReply`: a batch may wait as long as its slowest call.
  package func onAcknowledgement(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isAcknowledged { state.onAcknowledgement.append(body) }
      return state.isAcknowledged
    }
    if isLate { body() }
  }

  /// Runs `body` when the client cancels this call, before -32800 is answered. A body that answers itself
  /// is the one that counts. Never runs, nor is kept, once the call is over.
  package func onCancel(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      if state.phase != .over { state.onCancel.append(body) }
    }
  }

  /// Runs `body` when the service stops while this call waits for the platform. The body sees to it that
  /// the call is answered soon; without one, a call in a `Reply.task` is answered `shuttingDown`, and a
  /// `Reply.later` is left to end by itself. Never runs, nor is kept, once the call is over.
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

/// Where the answer to a call goes: alone, or to its index in a batch.
enum AnswerPlace: Sendable {
  case alone
  case element(Int, of: Batch)
}

// The life of a call. Its own lock decides every race between running, answering and interrupting it.
extension Call {
  enum Interruption {
    case cancelled, stopped
    /// Nobody will read the answer.
    case abandoned
  }

  fileprivate enum Phase {
    /// Before its turn: unstarted, preparing, or ready to take effect.
    case waiting
    /// In `start` or in its effect: an interruption is looked at when that has returned.
    case running
    /// After its effect.
    case later, task
    case over
  }

  fileprivate struct State {
    var phase = Phase.waiting
    var interruption: Interruption?
    var isStopped = false
    /// Of a call with a tail.
    var endsWithPeer = false
    var task: Task<Void, Never>?
    var isDelivered = false
    var isAcknowledged = false
    var afterReply: [@Sendable () -> Void] = []
    var onAcknowledgement: [@Sendable () -> Void] = []
    var onCancel: [@Sendable () -> Void] = []
    var onStop: [@Sendable () -> Void] = []
  }

  /// Before `start` and before the effect; false when the call is over and must not run.
  func begin() -> Bool {
    state.withLock { state in
      guard state.phase != .over else { return false }
      state.phase = .running
      return true
    }
  }

  /// After `start`: waits for its turn or its preparation. False when it was interrupted meanwhile.
  func waitForTurn() -> Bool { rest(as: .waiting) }

  /// After an effect that answers later.
  func waitForAnswer() { _ = rest(as: .later) }

  /// After an effect with a slow tail; false when the tail need not run.
  func waitForTask(endsWithPeer: Bool) -> Bool {
    state.withLock { $0.endsWithPeer = endsWithPeer }
    return rest(as: .task)
  }

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

  /// The task that prepares the call or runs its tail; an interruption cancels it.
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
    // Last: what a cancelled tail returns comes too late then.
    consequences.task?.cancel()
  }

  /// The answer is with the channel.
  func delivered() {
    let bodies = state.withLock { state in
      state.isDelivered = true
      defer { state.afterReply = [] }
      return state.afterReply
    }
    for body in bodies { body() }
    acknowledged()
  }

  /// The answer is with the channel, or stands in a batch that is slow.
  func acknowledged() {
    let bodies = state.withLock { state in
      state.isAcknowledged = true
      defer { state.onAcknowledgement = [] }
      return state.onAcknowledgement
    }
    for body in bodies { body() }
  }

  /// This call waits for the host or the platform. The answers that stand in its batch count as
  /// acknowledged: the work of those calls must not wait for this one.
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
    // One that waits later is told by `rest`.
    case (.over, _), (.running, .abandoned), (.waiting, .abandoned): return Consequences()
    case (.running, _):
      self.interruption = self.interruption ?? interruption
      return Consequences()
    case (.waiting, _):
      defer { end() }
      return Consequences(task: task, answer: .ended(interruption.error))
    case (.later, .cancelled), (.task, .cancelled):
      return Consequences(task: task, bodies: onCancel, answer: .unlessAnswered(interruption.error))
    case (.task, .stopped) where onStop.isEmpty,
      (.task, .abandoned) where onStop.isEmpty && endsWithPeer:
      return Consequences(task: task, answer: .unlessAnswered(interruption.error))
    case (.later, .stopped), (.task, .stopped), (.later, .abandoned), (.task, .abandoned):
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
