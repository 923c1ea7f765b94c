import AltcraftEngine
import JSONCodec

/// A job as `outbox.get` and `outbox.list` report it.
enum JobSchema {
  static let codec = Codec<JobReport>(
    schema, expected: "",
    decode: { _ throws(Invalid) in throw Invalid(expected: "nothing: jobs are only written") },
    encode: { report, writer in writer.value(.object(JobText.json(report))) })

  static let sample: JSON = [
    "requestId": "example-1", "method": "pushSubscribe", "state": "pending",
    "createdAt": "2026-11-20T12:00:00.123Z", "attempts": 0, "nextAttemptAt": nil,
    "waitingFor": nil, "lastError": nil, "outcome": nil, "endedAt": nil, "retryable": false,
  ]

  static func state(_ doc: String) -> FieldInfo {
    let all = JSON.array(JobState.allCases.map { .string($0.rawValue) })
    return ObjectSchema.field("state", doc, ["type": "string", "enum": all])
  }

  private static let schema = ObjectSchema.named(
    "Job", "A job: one call that was accepted for delivery, with its state and outcome.",
    [
      ObjectSchema.field(
        "requestId",
        """
        The id of the job, from the answer of the call; also the header Request-ID of every attempt.
        """,
        ObjectSchema.text),
      ObjectSchema.field("method", "The method of the call, or tokenUpdate.", ObjectSchema.text),
      state("The state: pending until the job ends, then its final state."),
      ObjectSchema.field(
        "createdAt", "The time at which the call was accepted, in UTC.", ObjectSchema.time),
      ObjectSchema.field(
        "attempts", "The number of attempts so far.", ["type": "integer", "minimum": 0]),
      ObjectSchema.field(
        "nextAttemptAt", "The time of the next attempt; null if none is scheduled.",
        ObjectSchema.timeOrNull),
      ObjectSchema.field(
        "waitingFor",
        """
        The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token, the \
        permission to notify, a configuration, or other jobs of its user before it (lane). Null if it is being \
        tried or is the next of its user.
        """,
        ["enum": .array(WaitingFor.allCases.map { .string($0.rawValue) } + [.null])]),
      FieldInfo(
        name: "lastError", doc: "The result of the last failed attempt; null if none has failed.",
        isRequired: true, schema: lastError),
      FieldInfo(
        name: "outcome", doc: "The outcome of the job; null while it is pending.", isRequired: true,
        schema: outcome),
      ObjectSchema.field(
        "endedAt", "The time at which the job ended; null while it is pending.",
        ObjectSchema.timeOrNull),
      ObjectSchema.field(
        "retryable", "True for a rejected job that `outbox.retry` accepts.", ["type": "boolean"]),
    ])

  private static let lastError = ObjectSchema.record([
    ObjectSchema.field("code", "The code of the event that reported it.", ObjectSchema.integer),
    ObjectSchema.field(
      "httpCode", "The HTTP status code; null without an answer.", ObjectSchema.integerOrNull),
    ObjectSchema.field(
      "message", "A description of the failure for people; programs use `code`.", ObjectSchema.text),
  ]).orNull

  private static let outcome = ObjectSchema.record([
    state("The final state of the job."),
    ObjectSchema.field(
      "eventCode", "The code of the event that reported it.", ObjectSchema.integer),
    ResponseSchema.member("response"),
  ]).orNull
}

/// A job as JSON, as `outbox.get` answers it.
package enum JobText {
  package static func json(_ report: JobReport) -> JSONObject {
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
