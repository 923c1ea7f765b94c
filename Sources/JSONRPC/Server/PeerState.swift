/// The calls of one connection and their next steps: decided under the lock of `Peer`, performed outside of it. The
/// lock decides every race between running, answering and interrupting a call.
struct PeerState {
  enum Admission {
    /// Admitted; the caller starts it at once.
    case start
    /// Admitted, and the caller begins a run with this step.
    case run(Step)
    /// Queued for its turn, or waiting for a place in flight.
    case taken
    case refused(RPCError)
    /// Not admitted: the waiting calls have reached the limit.
    case full
  }

  enum Step {
    case start(Call)
    case takeEffect(Call, Effect)
  }

  /// The actions to perform when everything has been answered.
  struct IdleActions {
    let closes: Bool
    let then: [@Sendable () -> Void]
  }

  /// The consequence of a change for the thread that made it.
  enum Next {
    /// The thread is the running one, and performs this step.
    case step(Step)
    case idle(IdleActions)
    case none
  }

  private let limits: PeerLimits
  /// Every call whose answer has not been delivered, by number.
  private var calls: [UInt64: CallState] = [:]
  /// Every id that would be ambiguous if it came again.
  private var ids: [RequestID: Call] = [:]
  private var inFlight = 0
  /// The total cost of the calls in flight.
  private var inFlightCost = 0
  /// The number of calls whose answer has not been delivered, with those answered inline.
  private var unanswered = 0
  private var backlog: Backlog<Call>
  private var turns = OrderedCallQueue<Call>()
  private var isRunning = false
  /// The grouped calls in flight, and their ids.
  private var groupedCalls = 0
  private var groupedIDs = GroupedIDs()
  /// The ids of those that were cancelled.
  private var cancelledIDs: [UInt64] = []
  /// A group without calls, whose memory the next one uses.
  private var spareGroup: GroupedAnswers?

  private var isReading = true
  private var isStopping = false
  private var isAbandoned = false
  private var whenIdle: [@Sendable () -> Void] = []

  init(limits: PeerLimits) {
    self.limits = limits
    backlog = Backlog(maxCost: limits.waitingBytes)
  }

  /// The state of a call; nil when its answer has been delivered.
  subscript(call: Call) -> CallState? { calls[call.number] }
}

// Admission.
extension PeerState {
  /// Admits a call, and begins a run if no other thread is running.
  mutating func admit(_ call: Call) -> Admission {
    guard !isStopping else { return .refused(.shuttingDown) }
    if let id = call.id, isInFlight(id) { return .refused(.idInFlight) }
    let state = CallState(call)
    var startsNow = false
    if backlog.isEmpty, hasPlace(for: call.cost) {
      inFlight += 1
      inFlightCost += call.cost
      if call.entry.order == .ordered {
        turns.append(call, number: call.number)
      } else {
        startsNow = true
        state.phase = .running
      }
    } else {
      guard backlog.append(call, number: call.number, cost: call.cost) else { return .full }
    }
    calls[call.number] = state
    if let id = call.id { ids[id] = call }
    unanswered += 1
    if startsNow { return .start }
    return nextStep(isRunner: false).map(Admission.run) ?? .taken
  }

  /// Begins an inline answer if the call may be answered at once. The call then counts as unanswered and is
  /// recorded nowhere else.
  mutating func beginInline(_ id: IDText) -> Bool {
    guard !isStopping, backlog.isEmpty, hasPlace(for: 0), !isInFlight(id)
    else { return false }
    unanswered += 1
    return true
  }

  /// Records that an inline answer has been sent.
  mutating func endInline() -> IdleActions? {
    unanswered -= 1
    return idleActions()
  }

  /// Returns whether a call that was not admitted may try again.
  func hasRoom(for cost: Int) -> Bool { isStopping || !isReading || backlog.hasRoom(for: cost) }

  /// Returns whether a call of that cost may be in flight beside the others. One call always may.
  private func hasPlace(for cost: Int) -> Bool {
    inFlight == 0
      || inFlight < limits.inFlight && inFlightCost + cost <= limits.inFlightBytes
  }

  func call(_ id: RequestID) -> Call? { ids[id] }

  func isInFlight(_ id: RequestID) -> Bool {
    !ids.isEmpty && ids[id] != nil || groupedIDs.count > 0 && groupedIDs.contains(id.textHash)
  }

  /// An id as it is written, valid during a call: digits, or a quoted text without escapes.
  struct IDText: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  private func isInFlight(_ text: IDText) -> Bool {
    guard !ids.isEmpty || groupedIDs.count > 0, let id = RequestID(plainText: text.bytes) else {
      return false
    }
    return isInFlight(id)
  }
}

// Groups of calls, which take effect together and wait for nothing but the disk.
extension PeerState {
  struct GroupRoom {
    var calls: Int
    var bytes: Int
  }

  enum GroupAdmission {
    /// The group may have as many calls. `spare` is an empty group.
    case ready(GroupRoom, spare: GroupedAnswers?)
    /// Not now: a call waits that must take effect before, or may wait for the host.
    case ordinary
    /// All places are taken by grouped calls.
    case full
  }

  /// Returns the room for a group that begins with a call of that cost. Takes the spare group if there is room.
  mutating func groupRoom(for cost: Int) -> GroupAdmission {
    guard !isStopping, isReading, backlog.isEmpty, turns.isEmpty, !isRunning else {
      return .ordinary
    }
    guard hasPlace(for: cost) else { return groupedCalls == inFlight ? .full : .ordinary }
    defer { spareGroup = nil }
    return .ready(
      GroupRoom(
        calls: max(limits.inFlight - inFlight, 1), bytes: limits.inFlightBytes - inFlightCost),
      spare: spareGroup)
  }

  enum GroupBegin {
    case stopped
    /// In flight, except the calls whose id is in flight already.
    case begun(duplicates: [Int])
  }

  mutating func begin(_ group: GroupedAnswers) -> GroupBegin {
    guard !isStopping else { return .stopped }
    var duplicates: [Int] = []
    for (index, id) in group.ids.enumerated() where id != 0 {
      let isOfCall = !ids.isEmpty && group.id(index).map { ids[$0] != nil } == true
      if isOfCall || !groupedIDs.insert(id) { duplicates.append(index) }
    }
    inFlight += group.count
    inFlightCost += group.cost
    groupedCalls += group.count
    unanswered += group.count
    return .begun(duplicates: duplicates)
  }

  /// Ends all calls of a group: releases their places and ids. Returns the calls that were cancelled.
  mutating func end(_ group: GroupedAnswers, refusing refused: Set<Int>) -> Set<Int> {
    inFlight -= group.count
    inFlightCost -= group.cost
    groupedCalls -= group.count
    var cancelled: Set<Int> = []
    for (index, id) in group.ids.enumerated() where id != 0 {
      if !refused.isEmpty, refused.contains(index) { continue }
      groupedIDs.remove(id)
      guard !cancelledIDs.isEmpty, let place = cancelledIDs.firstIndex(of: id) else { continue }
      cancelledIDs.remove(at: place)
      cancelled.insert(index)
    }
    return cancelled
  }

  /// Records that the answers of a group have been sent.
  mutating func delivered(_ count: Int, recycling group: GroupedAnswers) {
    unanswered -= count
    keep(group)
  }

  /// Keeps an empty group for the next one.
  mutating func keep(_ group: GroupedAnswers) { spareGroup = group }

  /// Cancels a grouped call. Returns false if none of that id is in flight, or if it was cancelled before.
  mutating func cancelGrouped(_ id: RequestID) -> Bool {
    let hash = id.textHash
    guard groupedIDs.contains(hash), !cancelledIDs.contains(hash) else { return false }
    cancelledIDs.append(hash)
    return true
  }
}

// Answers.
extension PeerState {
  /// Ends a call: releases its place and its turn, and its id. The id of a batch element stays in use until the
  /// batch is sent, or one array could hold two answers to it. Returns the actions to run after the answer,
  /// without those of an answer in a batch; nil if the call had already ended.
  mutating func end(_ call: Call) -> [CallState.Action]? {
    guard self[call]?.end() == true else { return nil }
    if !backlog.holds(call.number) {
      inFlight -= 1
      inFlightCost -= call.cost
    }
    if call.entry.order == .ordered { turns.remove(call.number) }
    if case .element = call.place, call.id != nil { return [] }
    return release(call)
  }

  /// Releases the ids of a complete batch. Returns the actions to run after its answer.
  mutating func release(_ calls: [Call]) -> [CallState.Action] { calls.flatMap { release($0) } }

  private mutating func release(_ call: Call) -> [CallState.Action] {
    if let id = call.id { ids[id] = nil }
    return self[call]?.takeActions() ?? []
  }

  /// Records that the answer to these calls has been sent and their actions have run. If more actions were added
  /// meanwhile, records nothing and returns these.
  mutating func delivered(_ delivered: [Call]) -> [CallState.Action] {
    var late: [CallState.Action] = []
    for call in delivered { late += self[call]?.takeActions() ?? [] }
    guard late.isEmpty else { return late }
    for call in delivered { calls[call.number] = nil }
    unanswered -= delivered.count
    // Nothing is placed any more, and a waiting call retains its peer, and the peer this state.
    if isStopping, calls.isEmpty { backlog.removeAll() }
    return []
  }

  /// Returns the actions to perform when everything has been answered; nil before that.
  mutating func idleActions() -> IdleActions? {
    guard unanswered == 0, !isReading || !whenIdle.isEmpty else { return nil }
    defer { whenIdle = [] }
    return IdleActions(closes: !isReading, then: whenIdle)
  }

  /// True if a call waits for an outcome, or for a place and may wait for an outcome then. False after a stop.
  var awaitsOutcomes: Bool {
    !isStopping
      && (groupedCalls > 0 || backlog.first != nil || calls.values.contains { $0.awaitsOutcome })
  }

  /// Records that the connection accepts no more input.
  mutating func endInput() { isReading = false }

  /// Stops starting calls. Returns the unfinished calls in order of arrival.
  mutating func stop(whenIdle: @escaping @Sendable () -> Void) -> [Call] {
    isStopping = true
    self.whenIdle.append(whenIdle)
    return unfinished
  }

  /// Records that the peer has disconnected. Returns the unfinished calls in order of arrival.
  mutating func abandon() -> [Call] {
    isAbandoned = true
    return unfinished
  }

  private var unfinished: [Call] {
    calls.values.filter { !$0.isOver }.map(\.call).sorted { $0.number < $1.number }
  }
}

// Running: one thread at a time performs the steps, so that effects follow one another.
extension PeerState {
  /// Returns the consequence of a change. The running thread continues its run, and any other thread begins one
  /// unless a thread is running, which will see the change.
  mutating func next(isRunner: Bool) -> Next {
    if let step = nextStep(isRunner: isRunner) { return .step(step) }
    return idleActions().map(Next.idle) ?? .none
  }

  /// Returns the next step. Nil ends the run.
  mutating func nextStep(isRunner: Bool) -> Step? {
    guard isRunner || !isRunning else { return nil }
    // After a stop, everything that has not taken effect is being answered `shuttingDown`.
    let step = isStopping ? nil : findStep()
    isRunning = step != nil
    switch step {
    case .start(let call), .takeEffect(let call, _): self[call]?.phase = .running
    case nil: break
    }
    return step
  }

  private mutating func findStep() -> Step? {
    while true {
      switch turns.next() {
      case .start(let call): return .start(call)
      case .takeEffect(let call, let effect): return .takeEffect(call, effect)
      case nil: break
      }
      // Place calls one by one, each after the effects of the earlier ones: a free call must see them.
      guard let call = placeNext() else { return nil }
      guard call.entry.order == .ordered else { return .start(call) }
      turns.append(call, number: call.number)
    }
  }

  /// Returns the call that has waited longest, now in flight; nil if none waits or there is no place.
  private mutating func placeNext() -> Call? {
    while let next = backlog.first {
      // Cancelled while it waited.
      guard calls[next.number]?.isOver == false else {
        backlog.removeFirst()
        continue
      }
      guard hasPlace(for: next.cost) else { return nil }
      inFlight += 1
      inFlightCost += next.cost
      return backlog.removeFirst()
    }
    return nil
  }

  /// The event that a call waits for after `start` or its effect.
  enum Wait {
    /// Its turn.
    case turn(Effect)
    case preparation
    /// A call of `Call.respond`.
    case answer
    case task(endsWithPeer: Bool)
    case barrier
  }

  struct Waiting {
    /// The interruptions to apply before the next step, which came while the call was running.
    var interruptions: [Call.Interruption] = []
    /// False if the call is over.
    var isLive = true
    var next: Step?
  }

  /// Records that a running call waits. Returns the next step if the caller is the running thread and no
  /// interruption must be applied first.
  mutating func wait(_ call: Call, for wait: Wait, isRunner: Bool) -> Waiting {
    var waiting = Waiting()
    if self[call]?.phase == .running {
      enqueue(call, for: wait)
      let isAbandoned = isAbandoned
      waiting.interruptions = self[call]?.wait(for: wait, isAbandoned: isAbandoned) ?? []
    } else {
      waiting.isLive = false
    }
    if isRunner, waiting.interruptions.isEmpty { waiting.next = nextStep(isRunner: true) }
    return waiting
  }

  private mutating func enqueue(_ call: Call, for wait: Wait) {
    guard call.entry.order == .ordered else { return }
    switch wait {
    case .turn(let effect): turns.ready(call.number, effect)
    case .preparation: turns.preparing(call.number)
    case .barrier: turns.hold(call, number: call.number)
    case .answer, .task: break
    }
  }

  /// Records that the host has answered an ordered call.
  mutating func prepared(_ call: Call, _ effect: @escaping Effect) {
    turns.prepared(call.number, effect)
  }

  /// Begins the effect of a call that waits for no turn. Returns false if the call is over.
  mutating func beginEffect(_ call: Call) -> Bool {
    guard self[call]?.isOver == false else { return false }
    self[call]?.phase = .running
    return true
  }

  /// Interrupts a call. A call that waits for its turn ends here, so that its effect can no longer happen.
  mutating func interrupt(_ call: Call, _ interruption: Call.Interruption)
    -> CallState.Consequences
  {
    guard var consequences = self[call]?.interrupt(interruption) else { return .init() }
    if case .ended(let error, _) = consequences.answer {
      consequences.answer = .ended(error, then: end(call) ?? [])
    }
    return consequences
  }
}
