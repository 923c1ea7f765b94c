import AltcraftEngine
import JSONCodec
import JSONRPC

/// The options that every durable call accepts in addition to its own parameters.
struct DurableOptions: Sendable {
  enum Wait: String, Sendable, CaseIterable { case accepted, outcome }

  var requestId: String?
  var wait: Wait
  var waitTimeoutMs: Int

  static let fields = ObjectCodec(
    DurableOptions.init,
    Field(
      "requestId", \.requestId, optional: .requestId,
      """
      The caller's idempotency key, unique within the app group; it is also the header Request-ID of every \
      attempt. Repeat a call with the same key and it has effect only once. Without it: a new UUID. Example: \
      `"order-7"`.
      """),
    Field(
      "wait", \.wait, .choice(), default: .accepted,
      """
      The moment of the answer: accepted, when the job is on disk; outcome, when the platform has answered. \
      Example: `"outcome"`.
      """),
    Field(
      "waitTimeoutMs", \.waitTimeoutMs, .int(in: 1...86_400_000), default: 60_000,
      """
      The longest time to wait for the outcome, in milliseconds; after it the answer has state pending. \
      Example: `5000`.
      """))

  /// Returns whether a parameter controls only how the call is answered.
  static func isOption(_ name: String) -> Bool {
    switch name {
    case "requestId", "wait", "waitTimeoutMs": true
    default: false
    }
  }
}

extension Codec where Value == String {
  static let requestId = Codec.string(
    pattern: "^[A-Za-z0-9._:-]{1,128}$",
    expected: "1 to 128 characters of A-Z a-z 0-9 . _ : -"
  ) { text in
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: ":"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }.named(
    "RequestId",
    "The id of one job: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group.")
}

/// The answer to a durable call.
struct Receipt: Sendable {
  /// The outcome of the job, or pending after the time limit of the caller.
  struct AwaitedOutcome: Sendable {
    var state: JobState
    var eventCode: Int?
    var response: JSON

    static let pending = AwaitedOutcome(state: .pending)

    init(state: JobState, eventCode: Int? = nil, response: JSON = .null) {
      self.state = state
      self.eventCode = eventCode
      self.response = response
    }

    init(_ outcome: JobOutcome) {
      self.init(
        state: outcome.state, eventCode: outcome.eventCode, response: outcome.response)
    }
  }

  var requestId: String
  /// The outcome; nil if the call did not wait for it.
  var outcome: AwaitedOutcome?

  /// Writes the receipt of a call that does not wait for the outcome.
  static func write(_ requestID: ClientRequestID, to writer: inout JSONWriter) {
    writer.fragment(#"{"requestId":"#)
    requestID.write(to: &writer)
    writer.fragment("}")
  }

  var bytes: [UInt8] {
    JSONWriter.small { writer in
      writer.beginObject()
      writer.key("requestId")
      writer.string(requestId)
      if let outcome {
        writer.key("outcome")
        writer.beginObject()
        writer.key("state")
        writer.string(outcome.state.rawValue)
        writer.key("eventCode")
        if let code = outcome.eventCode { writer.int(code) } else { writer.null() }
        writer.key("response")
        writer.value(outcome.response)
        writer.endObject()
      }
      writer.endObject()
      return writer.bytes
    }
  }

  static let schema: Schema = {
    let outcome = ObjectSchema.named(
      "Outcome", "The outcome of a durable call that waited for it.",
      [
        JobSchema.state("The final state of the job; pending if the time to wait ended first."),
        ObjectSchema.field(
          "eventCode",
          "The code of the event that reports the outcome; null while the job is pending.",
          ["type": ["integer", "null"]]),
        ResponseSchema.member("response"),
      ])
    return ObjectSchema.named(
      "Receipt",
      "The answer to a durable call: its job is on disk, and is retried until it ends.",
      [
        FieldInfo(
          name: "requestId",
          doc: "The id of the job, for `outbox.get`; also the header Request-ID of every attempt.",
          isRequired: true, schema: Codec.requestId.schema),
        FieldInfo(
          name: "outcome", doc: "The outcome of the job. Present only if the call waited for it.",
          isRequired: false, schema: outcome),
      ])
  }()
}

extension BridgeMethod {
  /// Creates a method that creates a job for the platform: answered only when the job is safely on disk.
  ///
  /// `body` builds the stored job from parameters that passed `check`; it is called once, when the call takes
  /// effect. `nothingToDo` returns an event if there is nothing to deliver: the answer is null then, and the event
  /// follows it. `groupedRead` reads the parameters of most calls for the group of a read.
  static func durable<P: Sendable>(
    _ kind: JobKind, aliases: [String] = [], _ summary: String, details: String = "",
    parameters: @escaping @autoclosure @Sendable () -> ObjectCodec<P>,
    failures: @escaping @autoclosure @Sendable () -> [SDKCode] = [],
    examples: @escaping @autoclosure @Sendable () -> [Example],
    check: @escaping MethodSpec<P>.Check = { _, _ in },
    nothingToDo: (@Sendable (P) -> EventDraft?)? = nil, groupedRead: GroupedRead? = nil,
    body: @escaping @Sendable (JobOwner, P) -> JobBody
  ) -> BridgeMethod {
    BridgeMethod(kind.method, aliases: aliases) { name in
      MethodSpec(
        name, aliases: aliases, summary, details: details,
        parameters: parameters().joined(DurableOptions.fields),
        result: nothingToDo == nil ? Receipt.schema : Receipt.schema.orNull,
        failures: failures().map(RPCError.example) + RPCError.ofDurableCalls, examples: examples(),
        extensions: ["x-durable": true],
        check: { session, value throws(EngineError) in
          try check(session, value.0)
          guard nothingToDo?(value.0) == nil else { return }
          try session.engine.requireOwner(function: kind.method)
        }
      ).start(groupedRead: groupedRead) { call, value, named throws(RPCError) in
        try call.reporting { () throws(EngineError) in try check(call.context, value.0) }
        if let event = nothingToDo?(value.0) {
          return .now { () throws(RPCError) in
            let engine = call.context.engine
            call.afterReply { engine.emit(event) }
            return .result(JSON.null.bytes)
          }
        }
        let digest = value.1.requestId == nil ? .none : digest(kind.method, named)
        let owner = try call.reporting { () throws(EngineError) in
          try call.context.engine.owner(function: kind.method)
        }
        switch owner {
        case .known(let owner):
          let call = DurableCall(
            call: call, kind: kind, parameters: value, digest: digest, owner: owner, body: body)
          return .now { () throws(RPCError) in try call.accept() }
        case .askHost:
          return .after { () async throws(RPCError) in
            do throws(EngineError) {
              let owner = try await call.context.engine.ownerFromHost(function: kind.method)
              let call = DurableCall(
                call: call, kind: kind, parameters: value, digest: digest, owner: owner, body: body)
              return { () throws(RPCError) in try call.accept() }
            } catch {
              throw call.report(error)
            }
          }
        }
      }
    }
  }

  /// Computes the digest that distinguishes a repetition from another job under the same id.
  private static func digest(_ method: String, _ named: JSONObject) -> CallDigest {
    JSONWriter.small { writer in
      writer.beginObject()
      writer.key(method)
      writer.canonical(named, without: DurableOptions.isOption)
      writer.endObject()
      return writer.withBytes { CallDigest(of: $0) }
    }
  }
}

extension RPCError {
  static let ofDurableCalls: [RPCError] =
    [
      .sdk(.configurationMissing), .sdk(.userTagMissing, data: ["cause": 540]),
      .duplicateRequestId, .tooLarge(limit: "recordBytes", max: Limits().recordBytes),
      .outboxFull(
        limit: "outboxBytes", max: Limits().outboxBytes, used: Limits().outboxBytes,
        retryAfterMs: 1000),
      .storageFailed(cause: .noSpace), .callbackTimeout(callback: "provider.getJWT"),
      .shuttingDown, .busy, .requestCancelled,
    ]
}

/// A durable call from its turn to its answer. A class, so that the callbacks for its turn, its commit and
/// its answer need no allocation of their own.
private final class DurableCall<Parameters: Sendable>: Sendable {
  private let call: BridgeCall
  private let kind: JobKind
  private let parameters: Parameters
  private let options: DurableOptions
  private let digest: CallDigest
  private let owner: JobOwner
  private let body: @Sendable (JobOwner, Parameters) -> JobBody

  init(
    call: BridgeCall, kind: JobKind, parameters: (Parameters, DurableOptions),
    digest: CallDigest, owner: JobOwner,
    body: @escaping @Sendable (JobOwner, Parameters) -> JobBody
  ) {
    self.call = call
    self.kind = kind
    (self.parameters, options) = parameters
    self.digest = digest
    self.owner = owner
    self.body = body
  }

  /// Takes effect: the outbox accepts the job. The answer follows when the job is on disk.
  func accept() throws(RPCError) -> Reply {
    let engine = call.context.engine
    let requestId = options.requestId ?? engine.environment.identifier()
    try call.reporting { () throws(EngineError) in
      try engine.accept(
        kind, requestId: requestId, owner: owner, digest: digest, trace: call.trace,
        body: body(owner, parameters), from: call.context.id
      ) { [self] in answer($0) }
    }
    return .deferred
  }

  private func answer(_ result: Result<Outbox.Acceptance, AcceptError>) {
    switch result {
    case .success(let acceptance): stored(acceptance)
    case .failure(let refusal): call.respond(.failure(call.report(.outbox(refusal))))
    }
  }

  private func stored(_ acceptance: Outbox.Acceptance) {
    guard options.wait == .outcome, !call.isNotification else {
      call.respond(.success(Receipt(requestId: acceptance.requestId).bytes)) { [self] in
        call.context.engine.release(acceptance, function: kind.method)
      }
      return
    }
    let requestId = acceptance.requestId
    let answer: @Sendable (Receipt.AwaitedOutcome) -> Void = { [call] outcome in
      call.respond(.success(Receipt(requestId: requestId, outcome: outcome).bytes))
    }
    let stopWaiting = acceptance.whenEnded { answer(Receipt.AwaitedOutcome($0)) }
    let timeout = options.waitTimeoutMs
    let timer = Task { [call] in
      try await call.context.engine.environment.sleep(.milliseconds(timeout))
      answer(.pending)
    }
    call.onStop { answer(.pending) }
    call.afterReply {
      timer.cancel()
      stopWaiting()
    }
    call.context.engine.release(acceptance, function: kind.method)
  }
}
