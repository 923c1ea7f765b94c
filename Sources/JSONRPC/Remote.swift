import JSONCodec
import Synchronization
import Tracing

/// The other side of a connection: what is said to it and asked of it. Made by `Peer`, which reads what it
/// says.
package final class Remote: Sendable {
  private struct Waiter {
    let continuation: CheckedContinuation<Result<JSON, CallbackFailure>, Never>
    var deadline: Task<Void, Never>?
  }

  private let channel: any Channel
  private let clock: any Clock<Duration>
  private let callbackTime: Duration
  private let counters: RPCCounters
  private let watch: CallWatch?
  private let report: @Sendable (CallReport) -> Void
  private let gate: ReaderGate
  private let pending: Mutex<PendingCalls<Waiter>>
  private let proven: Atomic<Bool>
  private let failed = Atomic<Bool>(false)
  private let isClosed = Atomic<Bool>(false)

  init(_ channel: any Channel, options: PeerOptions, gate: ReaderGate) {
    self.channel = channel
    clock = options.clock
    callbackTime = options.limits.callbackTime
    counters = options.counters
    watch = options.watch
    report = options.report
    self.gate = gate
    pending = Mutex(PendingCalls(limit: options.limits.callbacks))
    proven = Atomic(options.authenticationMethod == nil)
  }

  /// Sends a notification with `parameters`, one encoded object or array. Returns whether it was taken.
  @discardableResult
  package func notify(
    _ method: String, _ parameters: [UInt8], as kind: OutboundKind
  ) -> Bool {
    send(Self.notification(method, parameters), as: kind)
  }

  /// A notification to be sent to several connections.
  package static func notification(_ method: String, _ parameters: [UInt8]) -> [UInt8] {
    Outgoing.call(id: nil, method: method, parameters: parameters)
  }

  /// Sends a whole message, such as one from `notification`. Returns whether it was taken.
  @discardableResult
  package func send(_ message: [UInt8], as kind: OutboundKind) -> Bool {
    channel.send(message, as: kind)
  }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    channel.send(message, as: kind)
  }

  /// Ends the connection after what is queued has been written.
  package func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    channel.close()
  }
}

// Requests of ours.
extension Remote {
  /// Asks the other side with `parameters`, one encoded object or array, and waits for its answer, up to
  /// `PeerLimits.callbackTime`. Cancelling the task that waits ends the wait only. It belongs to the trace
  /// of whatever this task does.
  package func call(_ method: String, _ parameters: [UInt8]) async throws(CallbackFailure) -> JSON {
    let begun = watch?.wantsEverything == true ? ContinuousClock.now : nil
    let id = RequestID.random()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ask(
          id,
          Outgoing.call(
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

  private func ask(
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
    // A cancellation before `add` found nobody to tell.
    guard !Task.isCancelled else {
      settle(id, .failure(.cancelled))
      return
    }
    startDeadline(of: id)
    if !channel.send(message, as: .required) { settle(id, .failure(.gone)) }
    // A reader that waits for room must now read on, or it would never read the answer.
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

  /// Something the other side owes us is unanswered.
  var owesAnswer: Bool { pending.withLock { $0.count > 0 } }

  func receive(_ response: Response) {
    if !settle(response.id, response.outcome.mapError { _ in .refused }) {
      counters.ignoredResponses.increment()
    }
  }

  /// No answer will come any more.
  func end() {
    let waiters = pending.withLock { $0.end() }
    for waiter in waiters {
      waiter.deadline?.cancel()
      waiter.continuation.resume(returning: .failure(.gone))
    }
  }
}

// Who the other side is.
extension Remote {
  /// Whether everything may be called, and not only `PeerOptions.authenticationMethod`.
  package var isProven: Bool { proven.load(ordering: .acquiring) }

  /// The other side has shown that it may speak. Called by the authentication method, at its effect.
  package func prove() { proven.store(true, ordering: .releasing) }

  /// The other side may not speak: the connection ends after the answer to this call, which is to throw
  /// `.unauthorized`.
  package func failAuthentication() { failed.store(true, ordering: .releasing) }

  var hasFailedAuthentication: Bool { failed.load(ordering: .acquiring) }
}
