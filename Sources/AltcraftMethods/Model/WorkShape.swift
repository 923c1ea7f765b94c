import AltcraftEngine
import JSONCodec

/// One piece of work as `outbox.get` and `outbox.list` tell it.
enum WorkShape {
  static let codec = Codec<WorkReport>(
    schema, expected: "",
    decode: { _ throws(Invalid) in throw Invalid(expected: "nothing: work is only written") },
    encode: { report, writer in writer.value(.object(WorkText.json(report))) })

  static let sample: JSON = [
    "requestId": "example-1", "method": "pushSubscribe", "state": "pending",
    "createdAt": "2026-11-20T12:00:00.123Z", "attempts": 0, "nextAttemptAt": nil,
    "waitingFor": nil, "lastError": nil, "outcome": nil, "endedAt": nil, "retryable": false,
  ]

  static func state(_ doc: String) -> FieldInfo {
    let all = JSON.array(WorkState.allCases.map { .string($0.rawValue) })
    return ObjectShape.field("state", doc, ["type": "string", "enum": all])
  }

  private static let schema = ObjectShape.named(
    "Work", "One call that was accepted for delivery, and what has become of it.",
    [
      ObjectShape.field(
        "requestId", "What the call was answered; the Request-ID of every attempt.",
        ObjectShape.text),
      ObjectShape.field("method", "The method that was called, or tokenUpdate.", ObjectShape.text),
      state("pending until it has ended, then how it ended."),
      ObjectShape.field("createdAt", "When it was accepted.", ObjectShape.time),
      ObjectShape.field(
        "attempts", "How often it was sent so far.", ["type": "integer", "minimum": 0]),
      ObjectShape.field(
        "nextAttemptAt", "When it is sent again; null when no time is set for that.",
        ObjectShape.timeOrNull),
      ObjectShape.field(
        "waitingFor",
        "Why it is not being sent: a pause before the next attempt, a JWT of its user, a push token, the "
          + "permission to notify, or a configuration. Null when nothing holds it up.",
        ["enum": .array(WaitingFor.allCases.map { .string($0.rawValue) } + [.null])]),
      FieldInfo(
        name: "lastError", doc: "What the last attempt came to; null when none has failed.",
        isRequired: true, schema: lastError),
      FieldInfo(
        name: "outcome", doc: "How it ended; null while it is pending.", isRequired: true,
        schema: outcome),
      ObjectShape.field(
        "endedAt", "When it ended; null while it is pending.", ObjectShape.timeOrNull),
      ObjectShape.field(
        "retryable", "Whether it was rejected and outbox.retry would take it.", ["type": "boolean"]),
    ])

  private static let lastError = ObjectShape.record([
    ObjectShape.field("code", "The code of the event that told it.", ObjectShape.integer),
    ObjectShape.field(
      "httpCode", "The HTTP status; null when no answer came.", ObjectShape.integerOrNull),
    ObjectShape.field("message", "What went wrong, for people.", ObjectShape.text),
  ]).orNull

  private static let outcome = ObjectShape.record([
    state("How it ended."),
    ObjectShape.field("eventCode", "The code of the event that told it.", ObjectShape.integer),
    ResponseShape.member("response"),
  ]).orNull
}

/// A piece of work as JSON, as `outbox.get` answers it.
package enum WorkText {
  package static func json(_ report: WorkReport) -> JSONObject {
    [
      "requestId": .string(report.requestId), "method": .string(report.method),
      "state": .string(report.state.rawValue), "createdAt": time(report.createdAt),
      "attempts": .int(report.attempts), "nextAttemptAt": time(report.nextAttemptAt),
      "waitingFor": .optional(report.waitingFor?.rawValue),
      "lastError": report.lastError.map { error in
        [
          "code": .int(error.code), "httpCode": .optional(error.httpCode),
          "message": .string(error.message),
        ]
      } ?? .null,
      "outcome": report.outcome.map { outcome in
        [
          "state": .string(outcome.state.rawValue), "eventCode": .int(outcome.eventCode),
          "response": outcome.response,
        ]
      } ?? .null,
      "endedAt": time(report.endedAt), "retryable": .bool(report.retryable),
    ]
  }

  private static func time(_ milliseconds: Int64?) -> JSON {
    .optional(milliseconds.map { Timestamp(milliseconds: $0).text })
  }
}
