/// The calls of one connection and their next steps. A value: decided under the lock of `Peer`, performed
/// outside of it.
struct PeerState {
  enum Admission {
    /// Admitted; the caller must run it at once.
    case run
    /// Queued for its turn, or waiting for a place in flight.
    case taken
    case refused(RPCError)
    /// Not admitted: the waiting calls have reached the limit.
    case full
  }

  /// The actions to perform when everything has been answered.
  struct IdleActions {
    let closes: Bool
    let then: [@Sendable () -> Void]
  }

  enum Step {
    case start(Call)
    case takeEffect(Call, Effect)
  }

  private let limits: PeerLimits
  /// Every call that is not over, by number.
  private var live: [UInt64: Call] = [:]
  /// Every id that would be ambiguous if it came again.
  private var ids: [RequestID: Call] = [:]
  private var inFlight = 0
  /// The total cost of the calls in flight.
  private var inFlightCost = 0
  /// The number of calls whose answer has not been passed to the channel.
  private var unanswered = 0
  private var backlog: Backlog<Call>
  private var turns = OrderedCallQueue<Call>()
  private var isRunning = false
  private var isDraining = false
  private var drainsAgain = false

  /// False once the connection accepts no more input.
  var isReading = true
  private(set) var isStopping = false
  private var whenIdle: [@Sendable () -> Void] = []

  init(limits: PeerLimits) {
    self.limits = limits
    backlog = Backlog(maxCost: limits.waitingBytes)
  }
}

// Admission and release.
extension PeerState {
  mutating func admit(_ call: Call) -> Admission {
    guard !isStopping else { return .refused(.shuttingDown) }
    if let id = call.id, ids[id] != nil {
      return .refused(.idInFlight)
    }
    let admission: Admission
    if backlog.isEmpty, hasPlace(for: call.cost) {
      inFlight += 1
      inFlightCost += call.cost
      if call.entry.order == .ordered { turns.append(call, number: call.number) }
      admission = call.entry.order == .ordered ? .taken : .run
    } else {
      guard backlog.append(call, number: call.number, cost: call.cost) else { return .full }
      admission = .taken
    }
    live[call.number] = call
    if let id = call.id { ids[id] = call }
    unanswered += 1
    return admission
  }

  /// Begins an inline answer if the call may be answered at once. The call then counts as unanswered and is
  /// recorded nowhere else.
  mutating func beginInstant(_ id: RequestID) -> Bool {
    guard isReading, !isStopping, backlog.isEmpty, hasPlace(for: 0),
      ids.isEmpty || ids[id] == nil
    else { return false }
    unanswered += 1
    return true
  }

  /// Returns whether a call that was not admitted may try again.
  func hasRoom(for cost: Int) -> Bool { isStopping || !isReading || backlog.hasRoom(for: cost) }

  /// Returns whether a call of that cost may be in flight beside the others. One call always may.
  private func hasPlace(for cost: Int) -> Bool {
    inFlight == 0
      || inFlight < limits.inFlight && inFlightCost + cost <= limits.inFlightBytes
  }

  func call(_ id: RequestID) -> Call? { ids[id] }

  /// Releases the place of a finished call. The id of a batch element stays in use until the batch is sent,
  /// or one array could hold two answers to it.
  mutating func release(_ call: Call) {
    guard live.removeValue(forKey: call.number) != nil else { return }
    if !backlog.holds(call.number) {
      inFlight -= 1
      inFlightCost -= call.cost
    }
    if call.entry.order == .ordered { turns.remove(call.number) }
    if case .alone = call.place { forget(call) }
  }

  mutating func forget(_ call: Call) {
    if let id = call.id { ids[id] = nil }
  }

  /// Records that the answers to `count` calls have been passed to the channel.
  mutating func answered(_ count: Int) { unanswered -= count }

  /// Returns the actions to perform when everything has been answered; nil before that.
  mutating func idleActions() -> IdleActions? {
    guard unanswered == 0, !isReading || !whenIdle.isEmpty else { return nil }
    defer { whenIdle = [] }
    return IdleActions(closes: !isReading, then: whenIdle)
  }

  /// Stops starting calls. Returns the unfinished calls in order of arrival.
  mutating func stop(whenIdle: @escaping @Sendable () -> Void) -> [Call] {
    isStopping = true
    self.whenIdle.append(whenIdle)
    return unfinished
  }

  /// The unfinished calls in order of arrival.
  var unfinished: [Call] { live.values.sorted { $0.number < $1.number } }
}

// Running: one thread at a time performs the steps, so that effects follow one another.
extension PeerState {
  /// Begins a run. Returns false if another thread is running; it will see the change.
  mutating func beginRun() -> Bool {
    guard !isRunning else { return false }
    isRunning = true
    return true
  }

  /// Returns the next step of the running thread. Nil ends its run.
  mutating func nextStep() -> Step? {
    guard !isStopping else {
      // Everything that has not taken effect is being answered `shuttingDown`.
      isRunning = false
      return nil
    }
    while true {
      switch turns.next() {
      case .start(let call): return .start(call)
      case .takeEffect(let call, let effect): return .takeEffect(call, effect)
      case nil: break
      }
      // Place calls one by one, each after the effects of the earlier ones: a free call must see them.
      guard let call = placeNext() else {
        isRunning = false
        return nil
      }
      guard call.entry.order == .ordered else { return .start(call) }
      turns.append(call, number: call.number)
    }
  }

  mutating func ready(_ call: Call, _ effect: @escaping Effect) {
    turns.ready(call.number, effect)
  }

  mutating func hold(_ call: Call) { turns.hold(call, number: call.number) }

  mutating func letGo(_ call: Call) { turns.remove(call.number) }

  mutating func preparing(_ call: Call) { turns.preparing(call.number) }

  mutating func prepared(_ call: Call, _ effect: @escaping Effect) {
    turns.prepared(call.number, effect)
  }

  /// Returns the call that has waited longest, now in flight; nil if none waits or there is no place.
  private mutating func placeNext() -> Call? {
    while let next = backlog.first {
      // Cancelled while it waited.
      guard live[next.number] != nil else {
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
}

// Draining: never twice at once, and never less than once after the last effect.
extension PeerState {
  mutating func beginDrain() -> Bool {
    drainsAgain = isDraining
    guard !isDraining else { return false }
    isDraining = true
    return true
  }

  /// Returns false if there was no further request meanwhile.
  mutating func continueDrain() -> Bool {
    isDraining = drainsAgain
    drainsAgain = false
    return isDraining
  }
}

/// Calls that wait for a place in flight, first in, first out, bounded by what they cost together.
struct Backlog<Element> {
  private var waiting: [(element: Element, number: UInt64, cost: Int)] = []
  private var head = 0
  private var cost = 0
  private let maxCost: Int

  init(maxCost: Int) {
    self.maxCost = maxCost
  }

  var isEmpty: Bool { head == waiting.count }

  /// Returns whether a call of that cost fits. One call of any length always fits.
  func hasRoom(for cost: Int) -> Bool { isEmpty || self.cost + cost <= maxCost }

  mutating func append(_ element: Element, number: UInt64, cost: Int) -> Bool {
    guard hasRoom(for: cost) else { return false }
    waiting.append((element, number, cost))
    self.cost += cost
    return true
  }

  /// Returns whether the call is still waiting. Numbers grow, so everything from the first on is still here.
  func holds(_ number: UInt64) -> Bool { !isEmpty && number >= waiting[head].number }

  /// The element that has waited longest.
  var first: (element: Element, number: UInt64, cost: Int)? { isEmpty ? nil : waiting[head] }

  /// Removes the first element. The backlog must not be empty.
  @discardableResult
  mutating func removeFirst() -> Element {
    let first = waiting[head]
    head += 1
    cost -= first.cost
    // Compact once half of the array is used up: each element moves once on average.
    if head > 32, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    }
    return first.element
  }
}
