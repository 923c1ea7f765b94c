import JSONCodec
import Synchronization
import Tracing

// Running calls.
extension Peer {
  func admit(_ call: Call) {
    while true {
      switch state.withLock({ $0.admit(call) }) {
      case .run: return start(call)
      case .taken:
        run()
        return
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

  /// Performs the steps that are possible now. Returns whether there were any.
  @discardableResult
  private func run() -> Bool {
    guard state.withLock({ $0.beginRun() }) else { return false }
    var hasRun = false
    while let step = state.withLock({ $0.nextStep() }) {
      hasRun = true
      switch step {
      case .start(let call): start(call)
      case .takeEffect(let call, let effect): takeEffect(call, effect)
      }
    }
    // Waiting calls have taken their places and left room for the call that the reader holds.
    if hasRun { gate.wake() }
    return hasRun
  }

  // A call may run within the answer of another one, so a call without a trace must clear the trace.
  private func start(_ call: Call) {
    guard TraceContext.isInUse else { return startInTrace(call) }
    TraceContext.with(call.trace) { startInTrace(call) }
  }

  private func takeEffect(_ call: Call, _ effect: Effect) {
    guard TraceContext.isInUse else { return takeEffectInTrace(call, effect) }
    TraceContext.with(call.trace) { takeEffectInTrace(call, effect) }
  }

  private func startInTrace(_ call: Call) {
    guard call.begin() else { return }
    do throws(RPCError) {
      switch try call.entry.start(call, call.parameters) {
      case .now(let effect):
        guard call.entry.order == .ordered else { return takeEffect(call, effect) }
        if call.waitForTurn() { state.withLock { $0.ready(call, effect) } }
      case .after(let prepare):
        state.withLock { $0.preparing(call) }
        if call.waitForTurn() { self.prepare(call, prepare) }
      }
    } catch {
      call.respond(.failure(answer(for: error)))
    }
  }

  private func prepare(
    _ call: Call,
    _ prepare: @escaping @Sendable () async throws(RPCError) -> Effect
  ) {
    call.attach(
      Task {
        do throws(RPCError) {
          let effect = try await prepare()
          if call.entry.order == .ordered {
            state.withLock { $0.prepared(call, effect) }
            if run() { drain() }
          } else {
            takeEffect(call, effect)
            drain()
          }
        } catch {
          call.respond(.failure(error))
        }
      })
  }

  private func takeEffectInTrace(_ call: Call, _ effect: Effect) {
    guard call.begin() else { return }
    do throws(RPCError) {
      switch try effect() {
      case .result(let result): call.respond(.success(result))
      case .deferred: call.waitForAnswer()
      case .task(let tail, let endsWithPeer): perform(call, tail, endsWithPeer: endsWithPeer)
      case .barrier(let tail):
        if call.entry.order == .ordered { state.withLock { $0.hold(call) } }
        perform(call, tail)
      }
    } catch {
      call.respond(.failure(answer(for: error)))
    }
  }

  private func perform(
    _ call: Call, _ tail: @escaping @Sendable () async throws(RPCError) -> [UInt8],
    endsWithPeer: Bool = false
  ) {
    guard call.waitForTask(endsWithPeer: endsWithPeer) else {
      return state.withLock { $0.letGo(call) }
    }
    call.slowBatch()
    call.attach(
      Task {
        do throws(RPCError) {
          call.respond(.success(try await tail()))
        } catch {
          call.respond(.failure(error))
        }
      })
  }

  /// Runs `onDrained`, in one thread at a time. A call during that causes one more round, so that a chain of
  /// answers and further calls cannot nest commits.
  func drain() {
    guard state.withLock({ $0.beginDrain() }) else { return }
    repeat { options.onDrained() } while state.withLock { $0.continueDrain() }
  }
}

// Answers.
extension Peer {
  /// Finishes a call. Called from `Call` only, once for each call, on any thread.
  func finish(_ call: Call, _ result: Result<[UInt8], RPCError>) {
    // Release the id before the answer goes out: the client may reuse it at once.
    state.withLock { $0.release(call) }
    if case .failure = result { counters.errors.increment() }
    if let watch { report(call, result, to: watch) }
    switch (call.id, call.place) {
    case (nil, _): hand([call])
    case (let id?, .alone):
      send(MessageEncoder.answer(id, result), readAt: call.readAt, requests: 1)
      hand([call])
    case (let id?, .element(let index, let batch)):
      advance(batch.set(index, id: id, call: call, result), with: call, readAt: call.readAt)
    }
    gate.wake()
    if run() { drain() }
    rest()
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
      advance(batch.set(index, id: id, call: nil, result), with: nil, readAt: readAt)
    }
  }

  /// Sends a batch if it is complete. `call` is the element just answered, if that is a call.
  private func advance(
    _ progress: Batch.Progress, with call: Call?, readAt: ContinuousClock.Instant?
  ) {
    switch progress {
    case .open(let isSlow):
      if isSlow { call?.acknowledged() }
    case .complete(let message, let calls):
      state.withLock { state in
        for call in calls { state.forget(call) }
      }
      send(message, readAt: readAt, requests: calls.count)
      hand(calls)
    }
  }

  private func send(_ message: [UInt8], readAt: ContinuousClock.Instant?, requests: Int) {
    remote.send(message, as: .required)
    guard let observeLatency = options.observeLatency, let readAt else { return }
    observeLatency(ContinuousClock.now - readAt, requests)
  }

  /// Records that the answers to these calls have been passed to the channel.
  private func hand(_ calls: [Call]) {
    for call in calls { call.delivered() }
    state.withLock { $0.answered(calls.count) }
  }

  /// Performs the idle actions if everything has been answered.
  func rest() {
    if let idle = state.withLock({ $0.idleActions() }) { perform(idle) }
  }

  func perform(_ idle: PeerState.IdleActions) {
    if idle.closes { remote.close() }
    for body in idle.then { body() }
  }
}
