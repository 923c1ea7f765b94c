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

extension JSONRPC.Method where Context == Session {
  /// A method that answers what its push is about in any case, once the event it registers is safely on
  /// disk. That it could not be registered is told by an event, and is no error of the call.
  ///
  /// `instead` may take the call over when its turn has come.
  static func ofPush<P: Sendable, R: Sendable>(
    _ name: String, _ summary: String, details: String = "", parameters: ObjectCodec<P>,
    result: Codec<R>, failures: [RPCError] = [], examples: [Example],
    instead: @escaping @Sendable (BridgeCall, P) -> (@Sendable () async -> R)? = { _, _ in nil },
    plan: @escaping @Sendable (BridgeCall, P) -> PushPlan<R>
  ) -> BridgeMethod {
    let declaration = Declaration(
      name, summary, details: details, parameters: parameters.fields, result: result.schema,
      failures: failures.withCommon(parameters.fields), examples: examples)
    return BridgeMethod(
      declaration, order: .ordered, parameters: parameters, check: asRPC { _, _ in }
    ) { call, value, _ throws(RPCError) in
      let plan = plan(call, value)
      let answer = PushAnswer(
        call: call, function: name, bytes: result.bytes(plan.result), before: plan.before,
        after: plan.after)
      let effect = { @Sendable (owner: Owner?) -> Effect in
        { () throws(RPCError) in
          if let take = instead(call, value) {
            return .task { () async throws(RPCError) in result.bytes(await take()) }
          }
          return answer.register(plan.registers, of: owner)
        }
      }
      guard plan.registers?.uid != nil else { return .now(effect(nil)) }
      let engine = call.context.engine
      do throws(EngineError) {
        switch try engine.owner(function: name) {
        case .known(let owner): return .now(effect(.known(owner)))
        case .askHost:
          return .after { () async throws(RPCError) in
            do throws(EngineError) {
              return effect(.known(try await engine.ownerFromHost(function: name)))
            } catch {
              return effect(.unknown(error))
            }
          }
        }
      } catch {
        return .now(effect(.unknown(error)))
      }
    }
  }

  /// Whose the event is, or why that cannot be said.
  fileprivate typealias Owner = PushAnswer.Owner
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
  let before: [EventDraft]
  let after: [EventDraft]

  func register(_ registration: PushEvent.Registration?, of owner: Owner?) -> Reply {
    guard let registration else { return now(telling: []) }
    guard let uid = registration.uid else {
      return now(telling: [EventDraft(.pushUidMissing, function: function)])
    }
    switch owner {
    case .known(let owner): return accept(registration, uid, owner)
    case .unknown(let error): return now(telling: error.events(function: function))
    case nil: return now(telling: [])
    }
  }

  private func accept(
    _ registration: PushEvent.Registration, _ uid: String, _ owner: WorkOwner
  ) -> Reply {
    let work = registration.work(uid)
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
        call.respond(.success(bytes))
      }
      return .later
    } catch {
      return now(telling: error.events(function: function))
    }
  }

  private func now(telling events: [EventDraft]) -> Reply {
    tell(events)
    return .result(bytes)
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
    case .outbox(.duplicateRequestId), .invalid, .notInitialized: cause = "duplicateRequestId"
    }
    return [EventDraft(.storageError, function: function, value: ["cause": .string(cause)])]
  }
}
