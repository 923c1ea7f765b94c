import AltcraftEngine
import JSONCodec

/// A job as `outbox.get` and `outbox.list` report it.
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
    "Work", "A job: one call that was accepted for delivery, with its state and outcome.",
    [
      ObjectShape.field(
        "requestId",
        """
        The id of the job, from the answer of the call; also the header Request-ID of every attempt.
        """,
        ObjectShape.text),
      ObjectShape.field("method", "The method of the call, or tokenUpdate.", ObjectShape.text),
      state("The state: pending until the job ends, then its final state."),
      ObjectShape.field("createdAt", "The time of acceptance.", ObjectShape.time),
      ObjectShape.field(
        "attempts", "The number of attempts so far.", ["type": "integer", "minimum": 0]),
      ObjectShape.field(
        "nextAttemptAt", "The time of the next attempt; null if none is scheduled.",
        ObjectShape.timeOrNull),
      ObjectShape.field(
        "waitingFor",
        """
        The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token, the \
        permission to notify, or a configuration. Null if nothing delays it.
        """,
        ["enum": .array(WaitingFor.allCases.map { .string($0.rawValue) } + [.null])]),
      FieldInfo(
        name: "lastError", doc: "What the last attempt came to; null when none has failed.",
        isRequired: true, schema: lastError),
      FieldInfo(
        name: "outcome", doc: "How it ended; null while it is pending.", isRequired: true,
        schema: outcome),
      ObjectShape.field(
        "endedAt", "The time of its end; null while it is pending.", ObjectShape.timeOrNull),
      ObjectShape.field(
        "retryable", "True for a rejected job that `outbox.retry` accepts.", ["type": "boolean"]),
    ])

  private static let lastError = ObjectShape.record([
    ObjectShape.field("code", "The code of the event that reported it.", ObjectShape.integer),
    ObjectShape.field(
      "httpCode", "The HTTP status code; null without an answer.", ObjectShape.integerOrNull),
    ObjectShape.field("message", "A description for people.", ObjectShape.text),
  ]).orNull

  private static let outcome = ObjectShape.record([
    state("The final state of the job."),
    ObjectShape.field("eventCode", "The code of the event that reported it.", ObjectShape.integer),
    ResponseShape.member("response"),
  ]).orNull
}

/// A job as JSON, as `outbox.get` answers it.
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
