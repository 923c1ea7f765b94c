import JSONCodec

/// The only error type sent to clients. `data` always has `reason` and `retryable`; no member ever repeats a
/// received value. Of received values, messages show only names and short numbers that are not secret.
package struct RPCError: Error, Sendable, Equatable {
  package let code: Int
  package let message: String
  package let data: JSONObject

  /// The name of the error, by which programs distinguish errors.
  package var reason: String { data["reason"]?.stringValue ?? "" }
  /// True if the same call may succeed later without a change.
  package var isRetryable: Bool { data["retryable"]?.boolValue ?? false }

  private init(
    code: Int, reason: String, message: String, isRetryable: Bool, _ extra: JSONObject
  ) {
    self.code = code
    self.message = message
    data = JSONObject(
      [
        JSONObject.Member(key: "reason", value: .string(reason)),
        JSONObject.Member(key: "retryable", value: .bool(isRetryable)),
      ] + extra.members)
  }

  private init(_ fault: Fault, _ message: String? = nil, _ extra: JSONObject = [:]) {
    let row = fault.row
    self.init(
      code: fault.rawValue, reason: row.reason, message: message ?? row.message,
      isRetryable: row.isRetryable, extra)
  }
}

/// The errors that are not those of the SDK, by code.
private enum Fault: Int {
  case parseError = -32700
  case invalidRequest = -32600
  case methodNotFound = -32601
  case invalidParams = -32602
  case internalError = -32603
  case requestCancelled = -32800
  case unauthorized = -32001
  case busy = -32002
  case tooLarge = -32003
  case outboxFull = -32010
  case storageFailed = -32011
  case callbackTimeout = -32012
  case notInitialized = -32013
  case shuttingDown = -32014
  case duplicateRequestId = -32015
  case noWebSocket = -32016
  case noSimulator = -32017

  var row: (reason: String, message: String, isRetryable: Bool) {
    switch self {
    case .parseError: ("parseError", "the message is not valid JSON", false)
    case .invalidRequest: ("invalidRequest", "the message is not a JSON-RPC 2.0 request", false)
    case .methodNotFound: ("methodNotFound", "unknown method", false)
    case .invalidParams: ("invalidParams", "a parameter is not valid for this method", false)
    case .internalError: ("internalError", "the service failed during this call", false)
    case .requestCancelled: ("requestCancelled", "the request was cancelled", false)
    case .unauthorized:
      (
        "unauthorized",
        "not authenticated: call bridge.authenticate with the content of rpc.token", false
      )
    case .busy: ("busy", "too many requests are waiting; repeat the call later", true)
    case .tooLarge: ("tooLarge", "the message is longer than allowed", false)
    case .outboxFull: ("outboxFull", "the outbox is full", true)
    case .storageFailed: ("storageFailed", "the change could not be written to disk", true)
    case .callbackTimeout: ("callbackTimeout", "the host did not answer in time", true)
    case .notInitialized:
      ("notInitialized", "no configuration yet: call initialization first", false)
    case .shuttingDown: ("shuttingDown", "the service is shutting down", true)
    case .duplicateRequestId:
      ("duplicateRequestId", "this requestId belongs to another job; use a new one", false)
    case .noWebSocket:
      ("noWebSocket", "no WebSocket is served: start the bridge with --websocket", false)
    case .noSimulator:
      ("noSimulator", "the platform in use is not a simulated one on this machine", false)
    }
  }
}

// The bridge's own errors, as `api.md` §7 lists them.
extension RPCError {
  /// Returns a parse error. `offset` counts bytes from the start of the message.
  package static func parseError(offset: Int) -> RPCError {
    RPCError(.parseError, nil, ["offset": .int(offset)])
  }

  /// Returns an invalid-request error. `problem` names the JSON-RPC rule that was broken.
  package static func invalidRequest(_ problem: String) -> RPCError {
    RPCError(.invalidRequest, problem)
  }

  /// Returns the error for a message over the limit of that name.
  package static func invalidRequest(limit: String, max: Int) -> RPCError {
    RPCError(
      .invalidRequest, "the message exceeds the limit \(limit) of \(max)",
      ["limit": .string(limit), "max": .int(max)])
  }

  /// Returns the error for a message that was not complete within the limit `frameSeconds`.
  package static func tooSlow(seconds: Double) -> RPCError {
    let max = JSONNumber(seconds) ?? JSONNumber(0)
    return RPCError(
      .invalidRequest, "the message exceeds the limit frameSeconds of \(max.text)",
      ["limit": "frameSeconds", "max": .number(max)])
  }

  /// The error for the first bytes of a connection that no message begins with.
  package static let foreignProtocol = RPCError(
    .parseError,
    "this socket speaks JSON-RPC 2.0: one message per line, which begins with { or [, or Content-Length headers",
    ["offset": .int(0)])

  /// Returns the error for an unknown method. `nameInMessage` shortens the name.
  package static func methodNotFound(_ name: String, suggestions: [String]) -> RPCError {
    RPCError(
      .methodNotFound,
      "unknown method \(name.nameInMessage)"
        + (suggestions.first.map { "; did you mean \($0)?" } ?? ""),
      ["suggestions": .array(suggestions.map(JSON.string))])
  }

  /// The error for an unknown method, with a message for any name: an example for the schema.
  package static let methodNotFoundExample = RPCError(
    .methodNotFound, nil, ["suggestions": ["rpc.discover"]])

  /// Returns the error for a value that was rejected. `method` and `fields` are those of the call, for the
  /// advice on an unknown parameter.
  package static func invalidParams(
    _ error: Invalid, of method: String? = nil, with fields: [FieldInfo] = []
  ) -> RPCError {
    RPCError(
      .invalidParams, error.message(of: method, with: fields),
      ["parameter": .string(error.path), "expected": .string(error.expected)])
  }

  /// Returns the error for a value that was rejected. `parameter` is a name or a path such as `cats[0].name`.
  package static func invalidParams(parameter: String, expected: String) -> RPCError {
    invalidParams(Invalid(expected: expected, path: parameter))
  }

  /// The error for a rejected value, with a message for any value: an example for the schema.
  package static let invalidParamsExample = RPCError(
    .invalidParams, nil, ["parameter": "since", "expected": "integer"])

  package static let internalError = RPCError(.internalError)
  package static let requestCancelled = RPCError(.requestCancelled)
  package static let unauthorized = RPCError(.unauthorized)
  /// Returns the error for a method that an observer may not call.
  package static func onlyObserves(_ method: String) -> RPCError {
    RPCError(
      .unauthorized,
      "this connection may only read, and \(method) may do more: call bridge.authenticate with the "
        + "content of rpc.token")
  }
  /// The error for a ticket that opens nothing.
  package static let ticketRefused = RPCError(
    .unauthorized, "the ticket is unknown, was used, or has expired: make a new one")
  /// The error for a ticket of a role that the caller does not have.
  package static let ticketBeyondRole = RPCError(
    .unauthorized, "an observer can only make tickets of the role observer")
  /// Returns the error for more unused tickets than the limit `tickets` allows.
  package static func tooManyTickets(max: Int) -> RPCError {
    RPCError(
      .busy, "\(max) tickets are unused; each expires 60 seconds after it was made",
      ["limit": "tickets", "max": .int(max)])
  }
  package static let noWebSocket = RPCError(.noWebSocket)
  /// Returns the error for a method that only a simulated platform serves. `problem` is a sentence.
  package static func noSimulator(_ problem: String? = nil) -> RPCError {
    RPCError(.noSimulator, problem)
  }
  package static let busy = RPCError(.busy)
  /// Returns the error for more open app groups than the limit `appGroups` allows.
  package static func tooManyAppGroups(max: Int) -> RPCError {
    RPCError(
      .busy, "\(max) app groups are open; one is closed a minute after its last use",
      ["limit": "appGroups", "max": .int(max)])
  }
  package static let notInitialized = RPCError(.notInitialized)
  package static let shuttingDown = RPCError(.shuttingDown)
  package static let duplicateRequestId = RPCError(.duplicateRequestId)

  /// Returns the error for exceeding `limit`, such as `frameBytes`.
  package static func tooLarge(limit: String, max: Int) -> RPCError {
    RPCError(
      .tooLarge, "the limit \(limit) of \(max) bytes is exceeded",
      ["limit": .string(limit), "max": .int(max)])
  }

  /// Returns the error for a full outbox. `limit` is `outboxBytes` or `outboxRecords`; `max` and `used` are
  /// in its unit.
  package static func outboxFull(
    limit: String, max: Int, used: Int, retryAfterMs: Int
  ) -> RPCError {
    RPCError(
      .outboxFull, nil,
      [
        "limit": .string(limit), "max": .int(max), "used": .int(used),
        "retryAfterMs": .int(retryAfterMs),
      ])
  }

  package enum StorageCause: String, Sendable { case noSpace, readOnly, ioError }

  package static func storageFailed(cause: StorageCause) -> RPCError {
    RPCError(.storageFailed, nil, ["cause": .string(cause.rawValue)])
  }

  /// Returns the error for a callback without an answer in time. `callback` is its method.
  package static func callbackTimeout(callback: String) -> RPCError {
    RPCError(.callbackTimeout, nil, ["callback": .string(callback)])
  }

  /// Returns the error for a refusal by the SDK: `code` and `reason` are those of its event, `data` holds
  /// further details.
  package static func refused(
    code: Int, reason: String, message: String, data: JSONObject = [:]
  ) -> RPCError {
    RPCError(code: code, reason: reason, message: message, isRetryable: false, data)
  }
}
