import AltcraftEngine
import JSONCodec
import JSONRPC

extension BridgeMethod {
  /// Creates a method that answers at once, on the thread that read the request.
  // A copy for each pair of types costs build time: see "Time of the release build" in CONTRIBUTING.md.
  @_semantics("optimize.sil.specialize.generic.never")
  static func immediate<P: Sendable, R>(
    _ name: String, aliases: [String] = [], role: Role = .control, _ summary: String,
    details: String = "",
    order: MethodEntry.Order = .ordered,
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping MethodSpec<P>.Check = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) throws(EngineError) -> R
  ) -> BridgeMethod {
    BridgeMethod(name, aliases: aliases, order: order) { name in
      let result = result()
      return MethodSpec(
        name, aliases: aliases, role: role, summary, details: details, parameters: parameters(),
        result: result.schema, failures: failures(), examples: examples(), check: check
      ).effect { call, value throws(EngineError) in .result(result.bytes(try run(call, value))) }
    }
  }

  /// Creates a method without parameters that is answered inline by the reader, and has no effect, so that an observer
  /// may call it.
  static func inline<R>(
    _ name: String, _ summary: String, details: String = "",
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    examples: @escaping @autoclosure @Sendable () -> [Example],
    run: @escaping @Sendable (Session) -> R
  ) -> BridgeMethod {
    BridgeMethod(name, order: .free) { name in
      let result = result()
      return MethodSpec(
        name, role: .observer, summary, details: details, parameters: NoParameters.fields,
        result: result.schema, examples: examples()
      ).inline { session, writer in result.encode(run(session), &writer) }
    }
  }

  /// The rest of a call after its turn: it waits for the host, the platform or the disk.
  typealias Rest<R> = @Sendable () async throws(EngineError) -> R

  /// Creates a method that waits for the host, the platform or the disk; later calls take effect meanwhile.
  ///
  /// `run` is called when the call takes effect. It reads everything that earlier calls of the connection may
  /// have written, so that the rest does not see the writes of later ones.
  // A copy for each pair of types costs build time: see "Time of the release build" in CONTRIBUTING.md.
  @_semantics("optimize.sil.specialize.generic.never")
  static func waiting<P: Sendable, R: Sendable>(
    _ name: String, aliases: [String] = [], _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping MethodSpec<P>.Check = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) throws(EngineError) -> Rest<R>
  ) -> BridgeMethod {
    BridgeMethod(name, aliases: aliases) { name in
      let result = result()
      return MethodSpec(
        name, aliases: aliases, summary, details: details, parameters: parameters(),
        result: result.schema, failures: failures(), examples: examples(), check: check
      ).effect { call, value throws(EngineError) in
        let rest = try run(call, value)
        return .task(
          call.tail { () async throws(EngineError) in result.bytes(try await rest()) },
          endsWithPeer: true)
      }
    }
  }

  /// Creates a method that waits as `waiting` does, but no later call of its connection takes effect before
  /// it is answered.
  // A copy for each pair of types costs build time: see "Time of the release build" in CONTRIBUTING.md.
  @_semantics("optimize.sil.specialize.generic.never")
  static func barrier<P: Sendable, R: Sendable>(
    _ name: String, _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping MethodSpec<P>.Check = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) async throws(EngineError) -> R
  ) -> BridgeMethod {
    BridgeMethod(name) { name in
      let result = result()
      return MethodSpec(
        name, summary, details: details, parameters: parameters(), result: result.schema,
        failures: failures(), examples: examples(), check: check
      ).effect { call, value throws(EngineError) in
        .barrier(
          call.tail { () async throws(EngineError) in result.bytes(try await run(call, value)) })
      }
    }
  }
}

extension Call {
  /// Runs `body`; a thrown error becomes the error of the call, and its events follow the answer.
  func reporting<R>(_ body: () throws(EngineError) -> R) throws(RPCError) -> R {
    do throws(EngineError) { return try body() } catch { throw report(error) }
  }

  /// Returns the slow end of a call; a thrown error becomes the error of the call, as in `reporting`.
  fileprivate func tail(
    _ body: @escaping @Sendable () async throws(EngineError) -> [UInt8]
  ) -> @Sendable () async throws(RPCError) -> [UInt8] {
    { () async throws(RPCError) in
      do throws(EngineError) { return try await body() } catch { throw self.report(error) }
    }
  }

  /// Returns the error of the call; its events are emitted once the answer is on its way.
  func report(_ error: EngineError) -> RPCError {
    if case .refused(let refusal) = error {
      let engine = context.engine
      afterReply {
        for cause in refusal.causes { engine.emit(cause) }
        engine.emit(refusal.event)
      }
    }
    return RPCError(error, numbering: context.engine.numbering)
  }
}

extension RPCError {
  init(_ error: EngineError, numbering: EventNumbering) {
    switch error {
    case .refused(let refusal):
      self = .refused(
        code: refusal.event.code.number(numbering), reason: refusal.event.code.name,
        message: refusal.explanation, data: refusal.data)
    case .outbox(.duplicateRequestId): self = .duplicateRequestId
    case .outbox(.recordTooLarge(let max)): self = .tooLarge(limit: "recordBytes", max: max)
    case .outbox(.full(let limit, let max, let used, let retryAfterMs)):
      self = .outboxFull(limit: limit, max: max, used: used, retryAfterMs: retryAfterMs)
    case .outbox(.storage(let cause)), .storage(let cause): self = .storageFailed(cause: cause.rpc)
    case .tooManyGroups(let max): self = .tooManyAppGroups(max: max)
    case .callbackTimeout(let callback): self = .callbackTimeout(callback: callback)
    case .notInitialized: self = .notInitialized
    case .noSimulator(let problem): self = .noSimulator(problem)
    case .invalid(let error): self = .invalidParams(error)
    }
  }

  /// Returns the error of an SDK code as an example, with the members of its data.
  static func example(_ code: SDKCode) -> RPCError {
    switch code {
    case .valuesNotScalar: .sdk(code, data: ["parameter": "customFields.sizes"])
    case .subscriptionTypeUnsupported:
      .sdk(code, data: ["accepted": .array(MobileEventSubscription.accepted.map(JSON.string))])
    default: .sdk(code)
    }
  }

  /// Returns the error of an SDK code, for the list of errors of a method.
  static func sdk(_ code: SDKCode, data: JSONObject = [:]) -> RPCError {
    RPCError(
      .refused(SDKError(EventDraft(code, function: ""), data: data)), numbering: .current)
  }
}

extension SDKError {
  /// The message of the error. It is that of the event, unless the event does not say what to do.
  fileprivate var explanation: String {
    event.code == .configurationMissing
      ? "no configuration yet: call initialization first" : event.message
  }
}

extension AltcraftEngine.StorageCause {
  var rpc: RPCError.StorageCause {
    switch self {
    case .noSpace: .noSpace
    case .readOnly: .readOnly
    case .ioError: .ioError
    }
  }
}
