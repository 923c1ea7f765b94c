import JSONCodec
import Synchronization
import Tracing

/// The other side of a connection: the target of notifications and callbacks. Created by `Peer`, which reads
/// its messages.
package final class Remote: Sendable {
  private struct Waiter {
    let continuation: CheckedContinuation<Result<JSON, CallbackFailure>, Never>
    var deadline: Task<Void, Never>?
  }

  private let channel: any Channel
  private let clock: any Clock<Duration>
  private let callbackTime: Duration
  private let counters: RPCCounters
  private let watch: CallLogging?
  private let report: @Sendable (CallReport) -> Void
  private let gate: BackpressureGate
  private let pending: Mutex<PendingCalls<Waiter>>
  private let authenticated: Atomic<Bool>
  private let failed = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)

  init(_ channel: any Channel, options: PeerOptions, gate: BackpressureGate) {
    self.channel = channel
    clock = options.clock
    callbackTime = options.limits.callbackTime
    counters = options.counters
    watch = options.watch
    report = options.report
    self.gate = gate
    pending = Mutex(PendingCalls(limit: options.limits.callbacks))
    authenticated = Atomic(options.authenticationMethod == nil)
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

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
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
  /// Calls the other side with `parameters`, one encoded object or array, and waits for its answer, up to
  /// `PeerLimits.callbackTime`. Cancelling the waiting task ends the wait only. The request belongs to the
  /// trace of the current task.
  package func call(_ method: String, _ parameters: [UInt8]) async throws(CallbackFailure) -> JSON {
    let begun = watch?.wantsEverything == true ? ContinuousClock.now : nil
    let id = RequestID.random()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request(
          id,
          MessageEncoder.call(
            id: id, method: method, parameters: parameters, trace: TraceContext.current),
          continuation)
      }
    } onCancel: {
      settle(id, .failure(.cancelled))
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

  private func request(
    _ id: RequestID, _ message: [UInt8],
    _ continuation: CheckedContinuation<Result<JSON, CallbackFailure>, Never>
  ) {
    let refusal = pending.withLock { pending -> CallbackFailure? in
      do throws(CallbackFailure) {
        try pending.add(id, Waiter(continuation: continuation))
        return nil
      } catch { return error }
    }
    if let refusal {
      continuation.resume(returning: .failure(refusal))
      return
    }
    // A cancellation before `add` found no waiter.
    guard !Task.isCancelled else {
      settle(id, .failure(.cancelled))
      return
    }
    startDeadline(of: id)
    if !channel.send(message, as: .required) { settle(id, .failure(.gone)) }
    // Wake a reader that waits for room: it must read on to receive the answer.
    gate.wake()
  }

  private func startDeadline(of id: RequestID) {
    let deadline = Task { [clock, callbackTime] in
      do { try await clock.sleep(for: callbackTime) } catch { return }
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
    waiter.continuation.resume(returning: answer)
    return true
  }

  /// True if a callback is unanswered.
  var owesAnswer: Bool { pending.withLock { $0.count > 0 } }

  func receive(_ response: Response) {
    if !settle(response.id, response.outcome.mapError { _ in .refused }) {
      counters.ignoredResponses.increment()
    }
  }

  /// Fails all pending callbacks, because no answer will arrive any more.
  func end() {
    let waiters = pending.withLock { $0.end() }
    for waiter in waiters {
      waiter.deadline?.cancel()
      waiter.continuation.resume(returning: .failure(.gone))
    }
  }
}

// Authentication of the other side.
extension Remote {
  /// True if the peer is authenticated. If not, it may call only `PeerOptions.authenticationMethod`.
  package var isAuthenticated: Bool { authenticated.load(ordering: .acquiring) }

  /// Marks the peer as authenticated. Called by the authentication method, at its effect. The method rejects a
  /// peer by an error.
  package func authenticate() { authenticated.store(true, ordering: .releasing) }

  /// Rejects the peer: the connection ends after the answer to the current message.
  func failAuthentication() { failed.store(true, ordering: .releasing) }

  var hasFailedAuthentication: Bool { failed.load(ordering: .acquiring) }
}
