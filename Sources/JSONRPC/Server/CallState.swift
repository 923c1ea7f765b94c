/// The lifecycle of one call, from its admission to the delivery of its answer. An object that only its `PeerState`
/// references: a value would move in and out of the dictionary with each transition.
final class CallState {
  typealias Action = @Sendable () -> Void

  enum Phase: Equatable {
    /// Before its turn: unstarted, preparing, or ready to take effect.
    case waiting
    /// In `start` or in the effect: an interruption is checked after it returns.
    case running
    /// After its effect.
    case deferred
    /// In the slow tail. `endsWithPeer` is true if the tail ends with the peer.
    case task(endsWithPeer: Bool)
    /// In the slow tail of a barrier, which waits only for the disk: a stop waits for its result.
    case barrier
    case over
  }

  let call: Call
  var phase = Phase.waiting
  /// An interruption of a running call.
  private var interruption: Call.Interruption?
  private(set) var isStopped = false
  private var isAcknowledged = false
  /// The task that prepares the call or runs its tail.
  private var task: Task<Void, Never>?
  private var afterReply: [Action] = []
  private var onAcknowledgement: [Action] = []
  private var onStop: [Action] = []

  init(_ call: Call) {
    self.call = call
  }

  var isOver: Bool { phase == .over }
  /// True if the call has taken effect and waits for its record on disk, or for an outcome.
  var awaitsOutcome: Bool { phase == .deferred }
}

// Actions. Those that come too late are not retained.
extension CallState {
  func afterReply(_ action: @escaping Action) { afterReply.append(action) }

  /// Returns false if the answer is acknowledged: the caller runs the action.
  func onAcknowledgement(_ action: @escaping Action) -> Bool {
    if !isAcknowledged { onAcknowledgement.append(action) }
    return !isAcknowledged
  }

  func onStop(_ action: @escaping Action) {
    if !isOver, !isStopped { onStop.append(action) }
  }

  /// Removes and returns the actions that follow the answer.
  func takeActions() -> [Action] {
    defer {
      afterReply = []
      onAcknowledgement = []
    }
    return afterReply.isEmpty ? onAcknowledgement : afterReply + onAcknowledgement
  }

  /// Records that the answer is in a slow batch. Returns the actions to run.
  func acknowledge() -> [Action] {
    isAcknowledged = true
    defer { onAcknowledgement = [] }
    return onAcknowledgement
  }
}

// Transitions.
extension CallState {
  struct Consequences {
    var task: Task<Void, Never>?
    var bodies: [Action] = []
    var answer = Answer.none
  }

  enum Answer {
    case none
    /// The call was ended under the lock. The actions follow the answer.
    case ended(RPCError, then: [Action])
    case unlessAnswered(RPCError)
  }

  /// Ends the call. Returns false if it had already ended.
  func end() -> Bool {
    guard !isOver else { return false }
    phase = .over
    task = nil
    onStop = []
    return true
  }

  /// Records the task, which an interruption cancels. Returns false if the call is over.
  func attach(_ task: Task<Void, Never>) -> Bool {
    if !isOver { self.task = task }
    return !isOver
  }

  /// Records the event that a running call waits for. Returns the interruptions that apply now.
  func wait(
    for wait: PeerState.Wait, isAbandoned: Bool
  ) -> [Call.Interruption] {
    switch wait {
    case .turn, .preparation: phase = .waiting
    case .answer: phase = .deferred
    case .task(let endsWithPeer): phase = .task(endsWithPeer: endsWithPeer)
    case .barrier: phase = .barrier
    }
    guard interruption != nil || isAbandoned else { return [] }
    defer { interruption = nil }
    return [interruption, isAbandoned ? .abandoned : nil].compactMap(\.self)
  }

  /// Returns the consequences of an interruption. For `.ended` the caller ends the call in the same transition.
  func interrupt(_ interruption: Call.Interruption) -> Consequences {
    switch (phase, interruption) {
    // A call that waits later gets the interruption from `wait`.
    case (.over, _), (.running, .abandoned), (.waiting, .abandoned): return Consequences()
    case (.running, _):
      self.interruption = self.interruption ?? interruption
      return Consequences()
    case (.waiting, _):
      return Consequences(task: task, answer: .ended(interruption.error, then: []))
    case (.barrier, .stopped), (.barrier, .abandoned): return Consequences()
    case (.deferred, .cancelled), (.task, .cancelled), (.barrier, .cancelled):
      return Consequences(task: task, answer: .unlessAnswered(interruption.error))
    case (.task, .stopped) where onStop.isEmpty,
      (.task(endsWithPeer: true), .abandoned) where onStop.isEmpty:
      return Consequences(task: task, answer: .unlessAnswered(interruption.error))
    case (.deferred, .stopped), (.task, .stopped), (.deferred, .abandoned), (.task, .abandoned):
      isStopped = true
      return Consequences(bodies: onStop)
    }
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
