import JSONCodec
import Synchronization
import Tracing

// Running calls. A thread that performs steps is the runner (`isRunner`): it takes its next step in the
// transition that reports on the last one.
extension Peer {
  func admit(_ call: Call) {
    while true {
      switch state.withLock({ $0.admit(call) }) {
      case .start:
        _ = start(call, isRunner: false)
        return
      case .run(let step): return run(step)
      case .taken: return
      case .refused(let error): return refuse(call.id, error, at: call.place)
      case .full:
        // Refuse: a call that waits for the host cannot proceed while the reader does not read the host's
        // answer.
        if remote.owesAnswer { return refuse(call.id, .busy, at: call.place) }
        // Commit first: the calls in flight may wait for exactly this commit.
        drain()
        gate.wait { [self] in
          state.withLock { $0.hasRoom(for: call.cost) } || remote.owesAnswer
        }
      }
    }
  }

  /// Performs `first` and the steps that are possible then.
  private func run(_ first: PeerState.Step) {
    var next: PeerState.Step? = first
    while let step = next {
      switch step {
      case .start(let call): next = start(call, isRunner: true)
      case .takeEffect(let call, let effect): next = takeEffect(call, effect, isRunner: true)
      }
    }
    // Waiting calls have taken their places and left room for the call that the reader holds.
    gate.wake()
  }

  /// Continues after a change. Returns the step for the runner; any other thread performs it here.
  func proceed(_ next: PeerState.Next, isRunner: Bool) -> PeerState.Step? {
    gate.wake()
    switch next {
    case .step(let step):
      if isRunner { return step }
      run(step)
      drain()
    case .idle(let actions): perform(actions)
    case .none: break
    }
    return nil
  }

  // A call may run within the answer of another one, so a call without a trace must clear the trace.
  private func start(_ call: Call, isRunner: Bool) -> PeerState.Step? {
    guard TraceContext.isInUse else { return startInTrace(call, isRunner) }
    return TraceContext.with(call.trace) { startInTrace(call, isRunner) }
  }

  private func takeEffect(
    _ call: Call, _ effect: Effect, isRunner: Bool
  ) -> PeerState.Step? {
    guard TraceContext.isInUse else { return takeEffectInTrace(call, effect, isRunner) }
    return TraceContext.with(call.trace) { takeEffectInTrace(call, effect, isRunner) }
  }

  private func startInTrace(_ call: Call, _ isRunner: Bool) -> PeerState.Step? {
    do throws(RPCError) {
      switch try call.entry.start(call, call.parameters) {
      case .now(let effect):
        guard call.entry.order == .ordered else {
          return takeEffectInTrace(call, effect, isRunner)
        }
        return wait(call, for: .turn(effect), isRunner)
      case .after(let prepare):
        return wait(call, for: .preparation, isRunner) { self.prepare(call, prepare) }
      }
    } catch {
      return respond(call, .failure(answer(for: error)), isRunner)
    }
  }

  private func takeEffectInTrace(
    _ call: Call, _ effect: Effect, _ isRunner: Bool
  ) -> PeerState.Step? {
    do throws(RPCError) {
      switch try effect() {
      case .result(let result): return respond(call, .success(result), isRunner)
      case .deferred: return wait(call, for: .answer, isRunner)
      case .task(let tail, let endsWithPeer):
        return wait(call, for: .task(endsWithPeer: endsWithPeer), isRunner) { perform(call, tail) }
      case .barrier(let tail):
        return wait(call, for: .barrier, isRunner) { perform(call, tail) }
      }
    } catch {
      return respond(call, .failure(answer(for: error)), isRunner)
    }
  }

  /// Lets a call wait, and runs `body` unless the call is over. Returns the next step of the runner.
  private func wait(
    _ call: Call, for wait: PeerState.Wait, _ isRunner: Bool, then body: () -> Void = {}
  ) -> PeerState.Step? {
    var waiting = state.withLock { $0.wait(call, for: wait, isRunner: isRunner) }
    if !waiting.interruptions.isEmpty {
      for interruption in waiting.interruptions { interrupt(call, interruption) }
      waiting.isLive = state.withLock { $0[call]?.isOver == false }
    }
    if waiting.isLive { body() }
    guard isRunner, !waiting.interruptions.isEmpty else { return waiting.next }
    return state.withLock { $0.nextStep(isRunner: true) }
  }

  private func prepare(
    _ call: Call,
    _ prepare: @escaping @Sendable () async throws(RPCError) -> Effect
  ) {
    attach(
      Task {
        do throws(RPCError) {
          let effect = try await prepare()
          if call.entry.order == .ordered {
            let next = state.withLock { state in
              state.prepared(call, effect)
              return state.next(isRunner: false)
            }
            _ = proceed(next, isRunner: false)
          } else {
            guard state.withLock({ $0.beginEffect(call) }) else { return }
            _ = takeEffect(call, effect, isRunner: false)
            drain()
          }
        } catch {
          call.respond(.failure(error))
        }
      }, to: call)
  }

  private func perform(
    _ call: Call, _ tail: @escaping @Sendable () async throws(RPCError) -> [UInt8]
  ) {
    slowBatch(of: call)
    attach(
      Task {
        do throws(RPCError) {
          call.respond(.success(try await tail()))
        } catch {
          call.respond(.failure(error))
        }
      }, to: call)
  }

  /// Attaches the task that prepares the call or runs its tail; an interruption cancels it.
  private func attach(_ task: Task<Void, Never>, to call: Call) {
    let isAttached = state.withLock { $0[call]?.attach(task) == true }
    if !isAttached { task.cancel() }
  }

  func interrupt(_ call: Call, _ interruption: Call.Interruption) {
    let consequences = state.withLock { $0.interrupt(call, interruption) }
    for body in consequences.bodies { body() }
    switch consequences.answer {
    case .none: break
    case .ended(let error, let actions): finish(call, .failure(error), then: actions)
    case .unlessAnswered(let error): respond(call, .failure(error))
    }
    // Cancel last, so that the result of a cancelled tail is too late to count.
    consequences.task?.cancel()
  }

  /// Runs `onDrained`, in one thread at a time. A call during that causes one more round, so that a chain of
  /// answers and further calls cannot nest commits.
  func drain() {
    guard drainRequests.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    var seen: Int
    repeat {
      seen = drainRequests.load(ordering: .acquiring)
      options.onDrained()
    } while !drainRequests.compareExchange(
      expected: seen, desired: 0, ordering: .acquiringAndReleasing
    ).exchanged
  }
}

// Answers.
extension Peer {
  /// Answers a call, unless it is over.
  func respond(_ call: Call, _ result: Result<[UInt8], RPCError>) {
    _ = respond(call, result, false)
  }

  private func respond(
    _ call: Call, _ result: Result<[UInt8], RPCError>, _ isRunner: Bool
  ) -> PeerState.Step? {
    guard let actions = state.withLock({ $0.end(call) }) else {
      return isRunner ? state.withLock { $0.nextStep(isRunner: true) } : nil
    }
    return finish(call, result, then: actions, isRunner)
  }

  /// Finishes an ended call, once, on any thread. `actions` follow the answer.
  func finish(
    _ call: Call, _ result: Result<[UInt8], RPCError>, then actions: [CallState.Action]
  ) {
    _ = finish(call, result, then: actions, false)
  }

  private func finish(
    _ call: Call, _ result: Result<[UInt8], RPCError>, then actions: [CallState.Action],
    _ isRunner: Bool
  ) -> PeerState.Step? {
    if case .failure = result { counters.errors.increment() }
    if let watch { report(call, result, to: watch) }
    switch (call.id, call.place) {
    case (nil, _): break
    case (let id?, .alone):
      send(MessageEncoder.answer(id, result), readAt: call.readAt, requests: 1)
    case (let id?, .element(let index, let batch)):
      let progress = batch.set(index, id: id, call: call, result)
      return advance(progress, with: call, readAt: call.readAt, isRunner)
    }
    return deliver([call], then: actions, isRunner)
  }

  /// Answers a message that never became a call with an error. Without an id there is no answer.
  func refuse(
    _ id: RequestID?, _ error: RPCError, at place: ResponseSlot, of method: String? = nil
  ) {
    counters.errors.increment()
    report(method, id, error)
    if let id { reply(id, .failure(error), at: place) }
  }

  /// Reports the refusal of a message that never became a call. An unknown method name is left out, because
  /// it may contain anything.
  func report(_ method: String?, _ id: RequestID?, _ error: RPCError) {
    guard watch?.wantsRefusals == true else { return }
    let known = method.flatMap { (try? dispatcher.entry(for: $0)) == nil ? nil : $0 }
    options.report(.ended(method: known, id: id, time: nil, error: error, trace: nil))
  }

  private func report(_ call: Call, _ result: Result<[UInt8], RPCError>, to watch: CallLogging) {
    var error: RPCError?
    if case .failure(let failure) = result { error = failure }
    guard watch.wantsEverything || error != nil && watch.wantsRefusals else { return }
    options.report(
      .ended(
        method: call.entry.name, id: call.id, time: call.readAt.map { ContinuousClock.now - $0 },
        error: error, trace: call.trace))
  }

  func reply(
    _ id: RequestID, _ result: Result<[UInt8], RPCError>, at place: ResponseSlot
  ) {
    switch place {
    case .alone: send(MessageEncoder.answer(id, result), readAt: readAt, requests: 1)
    case .element(let index, let batch):
      _ = advance(batch.set(index, id: id, call: nil, result), with: nil, readAt: readAt, false)
    }
  }

  /// Sends a batch if it is complete. `call` is the element just answered, if that is a call.
  private func advance(
    _ progress: Batch.Progress, with call: Call?, readAt: ContinuousClock.Instant?,
    _ isRunner: Bool
  ) -> PeerState.Step? {
    switch progress {
    case .open(let isSlow):
      if isSlow, let call { acknowledge(call) }
      return proceed(state.withLock { $0.next(isRunner: isRunner) }, isRunner: isRunner)
    case .complete(let message, let calls):
      let actions = state.withLock { $0.release(calls) }
      send(message, readAt: readAt, requests: calls.count)
      return deliver(calls, then: actions, isRunner)
    }
  }

  private func send(_ message: [UInt8], readAt: ContinuousClock.Instant?, requests: Int) {
    remote.send(message, as: .required)
    guard let observeLatency = options.observeLatency, let readAt else { return }
    observeLatency(ContinuousClock.now - readAt, requests)
  }

  /// Runs the actions that follow an answer, and then records that it has been delivered.
  private func deliver(
    _ calls: [Call], then actions: [CallState.Action], _ isRunner: Bool
  ) -> PeerState.Step? {
    var actions = actions
    while true {
      for action in actions { action() }
      let next = state.withLock { state -> PeerState.Next? in
        actions = state.delivered(calls)
        return actions.isEmpty ? state.next(isRunner: isRunner) : nil
      }
      if let next { return proceed(next, isRunner: isRunner) }
    }
  }

  private func acknowledge(_ call: Call) {
    for action in state.withLock({ $0[call]?.acknowledge() }) ?? [] { action() }
  }

  /// Marks the batch of a call as slow, because the call waits for the host or the platform. The answers
  /// already in the batch count as acknowledged: the work of those calls must not wait for this one.
  func slowBatch(of call: Call) {
    guard case .element(_, let batch) = call.place else { return }
    for call in batch.becomeSlow() { acknowledge(call) }
  }

  /// Performs the idle actions if everything has been answered.
  func checkIdle() {
    if let idle = state.withLock({ $0.idleActions() }) { perform(idle) }
  }

  func perform(_ idle: PeerState.IdleActions) {
    if idle.closes { remote.close() }
    for body in idle.then { body() }
  }
}
