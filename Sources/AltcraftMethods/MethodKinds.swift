import AltcraftEngine
import JSONCodec
import JSONRPC

extension BridgeMethod {
  /// Creates a method that answers at once, on the thread that read the request.
  static func immediate<P: Sendable, R>(
    _ name: String, aliases: [String] = [], _ summary: String, details: String = "",
    order: MethodEntry.Order = .ordered,
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping @Sendable (Session, P) throws(EngineError) -> Void = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) throws(EngineError) -> R
  ) -> BridgeMethod {
    BridgeMethod(name, aliases: aliases, order: order) { name in
      let (parameters, result) = (parameters(), result())
      let declaration = MethodDescription(
        name, aliases: aliases, summary, details: details, parameters: parameters.fields,
        result: result.schema, failures: failures().withCommon(parameters.fields),
        examples: examples())
      return Parts(declaration, parameters: parameters, check: asRPC(check)) {
        call, value, _ throws(RPCError) in
        try call.reporting { () throws(EngineError) in try check(call.context, value) }
        return .now { () throws(RPCError) in
          .result(
            result.bytes(
              try call.reporting { () throws(EngineError) in try run(call, value) }))
        }
      }
    }
  }

  /// Creates a method without parameters that is answered inline by the reader, and has no effect.
  static func inline<R>(
    _ name: String, _ summary: String, details: String = "",
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    examples: @escaping @autoclosure @Sendable () -> [Example],
    run: @escaping @Sendable (Session) -> R
  ) -> BridgeMethod {
    BridgeMethod(name, order: .free) { name in
      let result = result()
      let declaration = MethodDescription(
        name, summary, details: details, parameters: [], result: result.schema,
        failures: [RPCError]().withCommon([]), examples: examples())
      return Parts(declaration, result: result, run: run)
    }
  }

  /// The rest of a call after its turn: it waits for the host, the platform or the disk.
  typealias Rest<R> = @Sendable () async throws(EngineError) -> R

  /// Creates a method that waits for the host, the platform or the disk; later calls take effect meanwhile.
  ///
  /// `run` is called when the call takes effect. It reads everything that earlier calls of the connection may
  /// have written, so that the rest does not see the writes of later ones.
  static func waiting<P: Sendable, R: Sendable>(
    _ name: String, aliases: [String] = [], _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping @Sendable (Session, P) throws(EngineError) -> Void = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) throws(EngineError) -> Rest<R>
  ) -> BridgeMethod {
    BridgeMethod(name, aliases: aliases, order: .ordered) { name in
      let (parameters, result) = (parameters(), result())
      let declaration = MethodDescription(
        name, aliases: aliases, summary, details: details, parameters: parameters.fields,
        result: result.schema, failures: failures().withCommon(parameters.fields),
        examples: examples())
      return slow(declaration, parameters, result, check, run, { .task($0, endsWithPeer: true) })
    }
  }

  /// Creates a method that waits as `waiting` does, but no later call of its connection takes effect before
  /// it is answered.
  static func barrier<P: Sendable, R: Sendable>(
    _ name: String, _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    result: @escaping @autoclosure @Sendable () -> Codec<R>,
    failures: @escaping @autoclosure @Sendable () -> [RPCError] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping @Sendable (Session, P) throws(EngineError) -> Void = { _, _ in },
    run: @escaping @Sendable (BridgeCall, P) async throws(EngineError) -> R
  ) -> BridgeMethod {
    BridgeMethod(name, order: .ordered) { name in
      let (parameters, result) = (parameters(), result())
      let declaration = MethodDescription(
        name, summary, details: details, parameters: parameters.fields, result: result.schema,
        failures: failures().withCommon(parameters.fields), examples: examples())
      return slow(
        declaration, parameters, result, check,
        { call, value in { () async throws(EngineError) in try await run(call, value) } },
        { .barrier($0) })
    }
  }

  private typealias Tail = @Sendable () async throws(RPCError) -> [UInt8]

  private static func slow<P: Sendable, R: Sendable>(
    _ declaration: MethodDescription, _ parameters: ObjectCodec<P>, _ result: Codec<R>,
    _ check: @escaping @Sendable (Session, P) throws(EngineError) -> Void,
    _ run: @escaping @Sendable (BridgeCall, P) throws(EngineError) -> Rest<R>,
    _ reply: @escaping @Sendable (@escaping Tail) -> Reply
  ) -> Parts {
    Parts(declaration, parameters: parameters, check: asRPC(check)) {
      call, value, _ throws(RPCError) in
      try call.reporting { () throws(EngineError) in try check(call.context, value) }
      return .now { () throws(RPCError) in
        let rest = try call.reporting { () throws(EngineError) in try run(call, value) }
        return reply { () async throws(RPCError) in
          do throws(EngineError) {
            return result.bytes(try await rest())
          } catch {
            throw call.report(error)
          }
        }
      }
    }
  }
}

/// Converts a check for the protocol: the same refusal, without its events.
func asRPC<P>(
  _ check: @escaping @Sendable (Session, P) throws(EngineError) -> Void
) -> @Sendable (Session, P) throws(RPCError) -> Void {
  { session, value throws(RPCError) in
    do throws(EngineError) { try check(session, value) } catch {
      throw RPCError(error, numbering: session.engine.numbering)
    }
  }
}

extension Call {
  /// Runs `body`; a thrown error becomes the error of the call, and its events follow the answer.
  func reporting<R>(_ body: () throws(EngineError) -> R) throws(RPCError) -> R {
    do throws(EngineError) { return try body() } catch { throw report(error) }
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

extension [RPCError] {
  /// Prepends the errors that any method may answer.
  func withCommon(_ fields: [FieldInfo]) -> [RPCError] {
    let parameter = fields.first.map { ($0.name, "string") } ?? ("0", "no parameters")
    return [.invalidParams(parameter: parameter.0, expected: parameter.1)] + self
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
    case .invalid(let error): self = .invalidParams(error)
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
