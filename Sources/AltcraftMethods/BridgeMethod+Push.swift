import AltcraftEngine
import JSONCodec
import JSONRPC

/// The result of a push call, the job it creates and the events it emits.
struct PushPlan<Result: Sendable>: Sendable {
  var result: Result
  /// The job to register; nil if there is none.
  var registers: PushEvent.Registration?
  /// The events emitted before and after those of the registration.
  var before: [EventDraft] = []
  var after: [EventDraft] = []
}

extension PushEvent {
  /// A delivery or open that the bridge registers by itself, once for each uid.
  struct Registration: Sendable {
    var event: PushEvent
    /// The uid of the push. Without one the registration is refused with 451.
    var uid: String?

    /// Returns the job. Its id is derived from its subject, so that the outbox itself makes sure that it is
    /// created once. Its digest is that of the call which does the same.
    fileprivate func job(_ uid: String) -> (kind: JobKind, requestId: String, digest: CallDigest) {
      let call: JSON = [event.kind.method: ["messageUID": .string(uid)]]
      return (
        event.kind, Self.identifier(of: Array("\(event.rawValue)\u{0}\(uid)".utf8)),
        CallDigest(of: call.canonical.bytes)
      )
    }

    /// Returns a UUID (version 8, the custom one) that is always the same for the same bytes.
    private static func identifier(of bytes: [UInt8]) -> String {
      var digits = Array(CallDigest(of: bytes).hex.utf8)
      digits[12] = UInt8(ascii: "8")
      digits[16] = UInt8(ascii: "8")
      let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }
  }
}

/// A connection that is notified of a push call.
struct PushListener<Result: Sendable>: Sendable {
  let connection: ConnectionID
  /// True if its answer is the result of the call; otherwise it is only notified.
  let decides: Bool
  /// Asks the connection. Returns nil if it cannot be asked, or disconnected: then the connection before it is
  /// asked, and without one the call keeps its own result.
  let request: @Sendable () async -> Result?

  /// Requests the decision from this connection; if it disconnects, from the listener registered before it. Returns
  /// nil if none decides.
  func decision(orOf next: () -> PushListener?) async -> Result? {
    var listener = self
    while true {
      if let result = await listener.request() { return result }
      guard let following = next(), following.connection != listener.connection else { return nil }
      listener = following
      guard listener.decides else {
        Task { [listener] in await listener.request() }
        return nil
      }
    }
  }
}

extension BridgeMethod {
  /// Creates a method that always answers the result for its push, once the event it registers is safely on
  /// disk. A failure to register is reported by an event, and does not fail the call.
  ///
  /// `listener` returns the connection that may take over the call at its turn.
  // A copy for each pair of types costs build time: see "Time of the release build" in CONTRIBUTING.md.
  @_semantics("optimize.sil.specialize.generic.never")
  static func ofPush<P: Sendable, R: Sendable>(
    _ name: String, _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    listener: @escaping @Sendable (BridgeCall, P) -> PushListener<R>? = { _, _ in nil },
    plan: @escaping @Sendable (BridgeCall, P) -> PushPlan<R>
  ) -> BridgeMethod {
    BridgeMethod(name) { name in
      let result = result()
      return MethodSpec(
        name, summary, details: details, parameters: parameters(), result: result.schema,
        failures: failures(), examples: examples()
      ).start { call, value, _ throws(RPCError) in
        let plan = plan(call, value)
        let answer = PushAnswer(
          call: call, function: name, bytes: result.bytes(plan.result),
          registration: plan.registers, before: plan.before, after: plan.after)
        let effect = { @Sendable (owner: PushAnswer.Owner?) -> Effect in
          { () throws(RPCError) in
            let first = listener(call, value)
            if let first, first.decides {
              return .task { () async throws(RPCError) in
                if let taken = await first.decision(orOf: { listener(call, value) }) {
                  return result.bytes(taken)
                }
                return await answer.registering(of: owner)
              }
            }
            if let first { Task { await first.request() } }
            // The connection that was to take over the call is gone, and the host has not been asked for
            // the user yet.
            if owner == nil, answer.needsOwner {
              return .task { () async throws(RPCError) in await answer.registering(of: nil) }
            }
            return answer.register(of: owner)
          }
        }
        // A connection that takes over the call needs no user: the host is asked for one only if the call
        // returns here.
        let isTakenOver = listener(call, value)?.decides ?? false
        let owner = answer.needsOwner ? answer.owner : nil
        guard answer.needsOwner, owner == nil, !isTakenOver else { return .now(effect(owner)) }
        return .after { () async throws(RPCError) in effect(await answer.ownerFromHost()) }
      }
    }
  }
}

/// A push call that is being answered.
private struct PushAnswer: Sendable {
  enum Owner: Sendable {
    case known(JobOwner)
    case unknown(EngineError)
  }

  let call: BridgeCall
  let function: String
  let bytes: [UInt8]
  let registration: PushEvent.Registration?
  let before: [EventDraft]
  let after: [EventDraft]

  var needsOwner: Bool { registration?.uid != nil }

  /// The owner; nil if only the host knows it.
  var owner: Owner? {
    do throws(EngineError) {
      switch try call.context.engine.owner(function: function) {
      case .known(let owner): return .known(owner)
      case .askHost: return nil
      }
    } catch {
      return .unknown(error)
    }
  }

  func ownerFromHost() async -> Owner {
    do throws(EngineError) {
      return .known(try await call.context.engine.ownerFromHost(function: function))
    } catch {
      return .unknown(error)
    }
  }

  /// Answers the call when the event is on disk, or at once if there is nothing to register.
  func register(of owner: Owner?) -> Reply {
    register(of: owner) { [self] in call.respond(.success(bytes)) }
    return .deferred
  }

  /// Registers from a task and returns the answer. Asks the host for the user if necessary.
  func registering(of known: Owner?) async -> [UInt8] {
    var owner = known
    if needsOwner, owner == nil { owner = await ownerFromHost() }
    await withCheckedContinuation { continuation in
      register(of: owner) { continuation.resume() }
      call.context.engine.commitSoon()
    }
    return bytes
  }

  private func register(of owner: Owner?, then done: @escaping @Sendable () -> Void) {
    switch (registration?.uid, owner) {
    case (let uid?, .known(let owner)?): return accept(uid, owner, then: done)
    case (_?, .unknown(let error)?): emit(error.events(function: function))
    case (nil, _) where registration != nil:
      emit([EventDraft(.pushUidMissing, function: function)])
    default: emit([])
    }
    done()
  }

  private func accept(
    _ uid: String, _ owner: JobOwner, then done: @escaping @Sendable () -> Void
  ) {
    guard let job = registration?.job(uid) else { return done() }
    do throws(EngineError) {
      try call.context.engine.accept(
        job.kind, requestId: job.requestId, owner: owner, digest: job.digest,
        body: PushEvent.body(uid: uid)
      ) { [self] stored in
        switch stored {
        case .success(let acceptance):
          emit([])
          call.afterReply { acceptance.release() }
        case .failure(let refusal):
          emit(EngineError.outbox(refusal).events(function: function))
        }
        done()
      }
    } catch {
      emit(error.events(function: function))
      done()
    }
  }

  /// Emits the events after the answer, in order.
  private func emit(_ events: [EventDraft]) {
    let engine = call.context.engine
    let all = before + events + after
    call.afterReply { for event in all { engine.emit(event) } }
  }
}

extension EngineError {
  /// Returns the events that report a failed registration.
  fileprivate func events(function: String) -> [EventDraft] {
    let cause: String
    switch self {
    case .refused(let refusal): return refusal.causes + [refusal.event]
    case .callbackTimeout:
      return [
        EventDraft(.jwtMissing, function: function),
        EventDraft(.userTagMissing, function: function),
      ]
    case .outbox(.storage(let storage)), .storage(let storage): cause = storage.rawValue
    case .outbox(.full): cause = "outboxFull"
    case .outbox(.recordTooLarge): cause = "tooLarge"
    case .outbox(.duplicateRequestId), .invalid, .noSimulator, .notInitialized, .tooManyGroups:
      cause = "duplicateRequestId"
    }
    return [EventDraft(.storageError, function: function, value: ["cause": .string(cause)])]
  }
}
