import AltcraftEngine
import JSONCodec
import JSONRPC

/// What a call about a push comes to: its answer, what it registers on the way, and what it tells.
struct PushPlan<Result: Sendable>: Sendable {
  var result: Result
  /// Nil where there is nothing to register.
  var registers: PushEvent.Registration?
  /// Told before what registering has to tell, and after it.
  var before: [EventDraft] = []
  var after: [EventDraft] = []
}

extension PushEvent {
  /// A delivery or open that the bridge registers by itself, once for each uid.
  struct Registration: Sendable {
    var event: PushEvent
    /// Without one it is refused with 451.
    var uid: String?

    /// The work is known by an id made of what it is about, so the outbox itself sees to it that it is
    /// made once. Its digest is that of the call which does the same.
    fileprivate func work(_ uid: String) -> (kind: JobKind, requestId: String, digest: CallDigest) {
      let call: JSON = [event.kind.method: ["messageUID": .string(uid)]]
      return (
        event.kind, Self.identifier(of: Array("\(event.rawValue)\u{0}\(uid)".utf8)),
        CallDigest(of: call.canonical.bytes)
      )
    }

    /// A UUID (version 8, that of one's own making) that always is the same for the same bytes.
    private static func identifier(of bytes: [UInt8]) -> String {
      var digits = Array(CallDigest(of: bytes).hex.utf8)
      digits[12] = UInt8(ascii: "8")
      digits[16] = UInt8(ascii: "8")
      let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      return groups.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
    }
  }
}

/// A connection that wants to hear of a call about a push.
struct PushListener<Result: Sendable>: Sendable {
  /// What it answers is the result of the call; otherwise it is only told.
  let decides: Bool
  /// Nil when the connection went without an answer: then nobody decides.
  let ask: @Sendable () async -> Result?
}

extension BridgeMethod {
  /// A method that answers what its push is about in any case, once the event it registers is safely on
  /// disk. That it could not be registered is told by an event, and is no error of the call.
  ///
  /// `listener` is who may take the call over when its turn has come.
  static func ofPush<P: Sendable, R: Sendable>(
    _ name: String, _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    listener: @escaping @Sendable (BridgeCall, P) -> PushListener<R>? = { _, _ in nil },
    plan: @escaping @Sendable (BridgeCall, P) -> PushPlan<R>
  ) -> BridgeMethod {
    BridgeMethod(name, order: .ordered) { name in
      let (parameters, result) = (parameters(), result())
      let declaration = Declaration(
        name, summary, details: details, parameters: parameters.fields, result: result.schema,
        failures: failures().withCommon(parameters.fields), examples: examples())
      return Parts(declaration, parameters: parameters) { call, value, _ throws(RPCError) in
        let plan = plan(call, value)
        let answer = PushAnswer(
          call: call, function: name, bytes: result.bytes(plan.result),
          registration: plan.registers, before: plan.before, after: plan.after)
        let effect = { @Sendable (owner: PushAnswer.Owner?) -> Effect in
          { () throws(RPCError) in
            let listener = listener(call, value)
            if let listener, listener.decides {
              return .task { () async throws(RPCError) in
                if let taken = await listener.ask() { return result.bytes(taken) }
                return await answer.registering(of: owner)
              }
            }
            if let listener { Task { await listener.ask() } }
            // Who was to take it over has gone since, and nobody has asked for the user.
            if owner == nil, answer.needsOwner {
              return .task { () async throws(RPCError) in await answer.registering(of: nil) }
            }
            return answer.register(of: owner)
          }
        }
        // Who takes the call over needs no user: the host is asked for one only if it comes back.
        let isTakenOver = listener(call, value)?.decides ?? false
        let owner = answer.needsOwner ? answer.owner : nil
        guard answer.needsOwner, owner == nil, !isTakenOver else { return .now(effect(owner)) }
        return .after { () async throws(RPCError) in effect(await answer.ownerFromHost()) }
      }
    }
  }
}

/// A call about a push on its way to its answer.
private struct PushAnswer: Sendable {
  enum Owner: Sendable {
    case known(WorkOwner)
    case unknown(EngineError)
  }

  let call: BridgeCall
  let function: String
  let bytes: [UInt8]
  let registration: PushEvent.Registration?
  let before: [EventDraft]
  let after: [EventDraft]

  var needsOwner: Bool { registration?.uid != nil }

  /// Nil when only the host knows.
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

  /// Answers the call when the event is on disk, or at once when there is nothing to register.
  func register(of owner: Owner?) -> Reply {
    register(of: owner) { [self] in call.respond(.success(bytes)) }
    return .later
  }

  /// The same from a task, which returns the answer. Asks the host for the user where it must.
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
    case (_?, .unknown(let error)?): tell(error.events(function: function))
    case (nil, _) where registration != nil:
      tell([EventDraft(.pushUidMissing, function: function)])
    default: tell([])
    }
    done()
  }

  private func accept(
    _ uid: String, _ owner: WorkOwner, then done: @escaping @Sendable () -> Void
  ) {
    guard let work = registration?.work(uid) else { return done() }
    do throws(EngineError) {
      try call.context.engine.accept(
        work.kind, requestId: work.requestId, owner: owner, digest: work.digest,
        body: PushEvent.body(uid: uid)
      ) { [self] stored in
        switch stored {
        case .success(let acceptance):
          tell([])
          call.afterReply { acceptance.release() }
        case .failure(let refusal):
          tell(EngineError.outbox(refusal).events(function: function))
        }
        done()
      }
    } catch {
      tell(error.events(function: function))
      done()
    }
  }

  /// After the answer, in order.
  private func tell(_ events: [EventDraft]) {
    let engine = call.context.engine
    let all = before + events + after
    call.afterReply { for event in all { engine.emit(event) } }
  }
}

extension EngineError {
  /// What tells that an event could not be registered.
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
    case .outbox(.duplicateRequestId), .invalid, .notInitialized, .tooManyGroups:
      cause = "duplicateRequestId"
    }
    return [EventDraft(.storageError, function: function, value: ["cause": .string(cause)])]
  }
}
