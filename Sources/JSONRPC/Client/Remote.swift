import JSONCodec
import Synchronization
import Tracing

/// The other side of a connection: the target of notifications and callbacks. Created by `Peer`, which reads
/// its messages.
package final class Remote: Sendable {
  private struct Waiter {
    let answered: @Sendable (Result<JSON, CallbackFailure>) -> Void
    var deadline: Task<Void, Never>?
  }

  private enum Standing: UInt8, AtomicRepresentable {
    case unauthenticated, observer, control

    init(_ role: Role) { self = role == .control ? .control : .observer }
  }

  let channel: any Channel
  private let clock: any Clock<Duration>
  private let callbackTime: Duration
  private let isClient: Bool
  private let counters: RPCCounters
  private let watch: CallLogging?
  private let report: @Sendable (CallReport) -> Void
  private let gate: BackpressureGate
  private let pending: Mutex<PendingCalls<Waiter>>
  private let standing: Atomic<Standing>
  private let failed = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)

  init(_ channel: any Channel, options: PeerOptions, gate: BackpressureGate) {
    self.channel = channel
    clock = options.clock
    callbackTime = options.limits.callbackTime
    isClient = options.onInvalidMessage != nil
    counters = options.counters
    watch = options.watch
    report = options.report
    self.gate = gate
    pending = Mutex(PendingCalls(limit: options.limits.callbacks))
    standing = Atomic(
      options.authenticationMethod == nil ? Standing(options.role) : .unauthenticated)
  }

  /// Sends a notification with `parameters`, one encoded object or array. Returns whether it was queued.
  @discardableResult
  package func notify(
    _ method: String, _ parameters: [UInt8], as kind: OutboundKind
  ) -> Bool {
    send(Self.notification(method, parameters), as: kind)
  }

  /// Encodes a notification to be sent to several connections.
  package static func notification(_ method: String, _ parameters: [UInt8]) -> [UInt8] {
    MessageEncoder.call(id: nil, method: method, parameters: parameters)
  }

  /// Sends a whole message, such as one from `notification`. Returns whether it was queued.
  @discardableResult
  package func send(_ message: [UInt8], as kind: OutboundKind) -> Bool {
    channel.send(message, as: kind)
  }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) {
    channel.send(message, as: kind)
  }

  /// Closes the connection after the queued messages have been written.
  package func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    channel.close()
  }
}

// Callbacks.
extension Remote {
  /// Calls the other side with `parameters`, one encoded object or array, and waits for its answer, up to `time`
  /// or else `PeerLimits.callbackTime`. Cancelling the waiting task ends the wait only. The request belongs to
  /// the trace of the current task.
  package func call(
    _ method: String, _ parameters: [UInt8]?, within time: Duration? = nil
  ) async throws(CallbackFailure) -> JSON {
    let begun = watch?.wantsEverything == true ? ContinuousClock.now : nil
    let id = RequestID.random()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<JSON, CallbackFailure>, Never>) in
        guard !Task.isCancelled else {
          return continuation.resume(returning: .failure(.cancelled))
        }
        let request = Self.request(id, method, parameters)
        guard begin(id, request, answered: { continuation.resume(returning: $0) }) else { return }
        // A cancellation before `begin` found no waiter.
        if Task.isCancelled {
          cancel(id)
        } else {
          startDeadline(of: id, after: time ?? callbackTime)
        }
      }
    } onCancel: {
      cancel(id)
    }
    if let begun {
      var failure: CallbackFailure?
      if case .failure(let cause) = answer { failure = cause }
      report(
        .asked(
          method: method, time: ContinuousClock.now - begun, failure: failure,
          trace: TraceContext.current))
    }
    return try answer.get()
  }

  /// Sends a request that `request` encoded, with an id that is not in use. `answered` runs once, on any thread: with
  /// the answer, after `cancel`, or when no answer can arrive. Returns false if it has already run.
  @discardableResult
  package func begin(
    _ id: RequestID, _ request: [UInt8],
    answered: @escaping @Sendable (Result<JSON, CallbackFailure>) -> Void
  ) -> Bool {
    let refusal = pending.withLock { pending -> CallbackFailure? in
      do throws(CallbackFailure) {
        try pending.add(id, Waiter(answered: answered))
        return nil
      } catch { return error }
    }
    if let refusal {
      answered(.failure(refusal))
      return false
    }
    if !channel.send(request, as: .required), settle(id, .failure(.gone)) { return false }
    // Wake a reader that waits for room: it must read on to receive the answer.
    gate.wake()
    return true
  }

  /// Encodes a request, which belongs to the trace of the current task.
  package static func request(
    _ id: RequestID, _ method: String, _ parameters: [UInt8]?
  ) -> [UInt8] {
    MessageEncoder.call(
      id: id, method: method, parameters: parameters, trace: TraceContext.current)
  }

  /// Ends the wait for an answer. The answer is ignored when it arrives. Returns false if it has arrived before.
  @discardableResult
  package func cancel(_ id: RequestID) -> Bool { settle(id, .failure(.cancelled)) }

  private func startDeadline(of id: RequestID, after time: Duration) {
    let deadline = Task { [clock] in
      do { try await clock.sleep(for: time) } catch { return }
      settle(id, .failure(.timeout))
    }
    let isWaiting = pending.withLock { pending in
      pending.update(id) { $0.deadline = deadline }
    }
    if !isWaiting { deadline.cancel() }
  }

  @discardableResult
  private func settle(_ id: RequestID, _ answer: Result<JSON, CallbackFailure>) -> Bool {
    guard let waiter = pending.withLock({ $0.take(id) }) else { return false }
    waiter.deadline?.cancel()
    waiter.answered(answer)
    return true
  }

  /// True if a callback is unanswered.
  var owesAnswer: Bool { pending.withLock { $0.count > 0 } }

  func receive(_ response: Response) {
    let answer = response.outcome.mapError(CallbackFailure.refused)
    if settle(response.id, answer) { return }
    guard isClient, response.id == .null, case .failure = answer else {
      return counters.ignoredResponses.increment()
    }
    finish(pending.withLock { $0.takeAll() }, answer)
  }

  /// Fails all pending callbacks, because no answer will arrive any more.
  func end() {
    finish(pending.withLock { $0.end() }, .failure(.gone))
  }

  private func finish(_ waiters: [Waiter], _ answer: Result<JSON, CallbackFailure>) {
    for waiter in waiters {
      waiter.deadline?.cancel()
      waiter.answered(answer)
    }
  }
}

// Authentication of the other side.
extension Remote {
  /// True if the peer is authenticated. If not, it may call only `PeerOptions.authenticationMethod`.
  package var isAuthenticated: Bool { standing.load(ordering: .acquiring) != .unauthenticated }

  /// True if the peer is authenticated and may call every method.
  var isControl: Bool { standing.load(ordering: .acquiring) == .control }

  /// The role of the peer; that of an observer before the authentication.
  package var role: Role { isControl ? .control : .observer }

  /// Marks the peer as authenticated. Called by the authentication method, at its effect. The method rejects a
  /// peer by an error. A later call replaces the role.
  package func authenticate(as role: Role = .control) {
    standing.store(Standing(role), ordering: .releasing)
  }

  /// Returns whether the role of the peer allows a method. Before the authentication, `Peer` allows only one.
  func mayCall(_ entry: MethodEntry) -> Bool {
    standing.load(ordering: .acquiring) != .observer || entry.parts.isForObservers
  }

  /// Rejects the peer: the connection ends after the answer to the current message.
  func failAuthentication() { failed.store(true, ordering: .releasing) }

  var hasFailedAuthentication: Bool { failed.load(ordering: .acquiring) }
}
