import AltcraftEngine
import JSONCodec

/// The outcome of a job, as `outcomes.list` and the notification `outcome` report it.
enum OutcomeSchema {
  static let codec = Codec<OutcomeReport>(
    ObjectSchema.named("NumberedOutcome", "The outcome of a job, with its number.", fields),
    expected: "",
    decode: { _ throws(Invalid) in throw Invalid(expected: "nothing: outcomes are only written") },
    encode: { report, writer in writer.value(json(report)) })

  static let sample: JSON = [
    "epoch": "9f2c4b1e", "outcome": 1, "requestId": "example-1", "method": "pushSubscribe",
    "user": nil,
    "state": "rejected", "eventCode": 430, "name": "pushSubscribe.failed", "httpCode": 400,
    "response": nil, "acceptedAt": "2026-11-20T12:00:00.123Z",
    "endedAt": "2026-11-20T12:00:00.456Z", "attempts": 1, "trace": nil,
  ]

  private static let epoch = ObjectSchema.field(
    "epoch",
    """
    The epoch of the number: each process that ends a job begins one. Keep it with the number and pass both, so that an \
    older copy of the data directory that was put back is noticed. Example: `"9f2c4b1e"`.
    """, ObjectSchema.text)

  static let fields: [FieldInfo] = [
    epoch,
    ObjectSchema.field(
      "outcome",
      """
      The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the outcomes became \
      durable, over restarts. Example: `17`.
      """, ObjectSchema.integer),
    ObjectSchema.field(
      "requestId", "The id of the job, from the answer of the call. Example: `\"order-7\"`.",
      ObjectSchema.text),
    ObjectSchema.field(
      "method", "The method of the call, or tokenUpdate. Example: `\"pushSubscribe\"`.",
      ObjectSchema.text),
    ObjectSchema.field(
      "user",
      """
      The start of the tag of the user; null for a job under a resource token, for a job that ended under an \
      earlier version, and after `clear`. Example: `"5f1d7a84"`.
      """, ObjectSchema.textOrNull),
    ObjectSchema.field(
      "state", "The state in which the job ended. Example: `\"delivered\"`.",
      [
        "type": "string",
        "enum": .array(OutcomeState.allCases.map { .string($0.rawValue) }),
      ]),
    ObjectSchema.field(
      "eventCode", "The code of the event that reported it. Example: `230`.", ObjectSchema.integer),
    ObjectSchema.field(
      "name", "The name of that event. Example: `\"pushSubscribe.succeeded\"`.", ObjectSchema.text),
    ObjectSchema.field(
      "httpCode",
      "The HTTP status code of the last attempt; null without an answer. Example: `200`.",
      ObjectSchema.integerOrNull),
    ResponseSchema.member("response"),
    ObjectSchema.field(
      "acceptedAt",
      "The time at which the call was accepted, in UTC. Example: `\"2026-11-20T12:00:00.123Z\"`.",
      ObjectSchema.time),
    ObjectSchema.field(
      "endedAt",
      "The time at which the job ended, in UTC. Example: `\"2026-11-20T12:00:00.456Z\"`.",
      ObjectSchema.time),
    ObjectSchema.field(
      "attempts", "The number of attempts. Example: `1`.", ["type": "integer", "minimum": 0]),
    ObjectSchema.field(
      "trace",
      """
      The id of the trace of the attempt that ended the job; null if there is none. Example: \
      `"0af7651916cd43dd8448eb211c80319c"`.
      """, ObjectSchema.textOrNull),
  ]

  static let gap: [FieldInfo] = [
    epoch,
    ObjectSchema.field(
      "from", "The number of the first missing outcome. Example: `18`.", ObjectSchema.integer),
    ObjectSchema.field(
      "to",
      """
      The number of the last missing outcome, behind which the next one follows; less than `from` if none is missing. \
      Example: `20`.
      """, ObjectSchema.integer),
    ObjectSchema.field(
      "reason",
      """
      "notKept": the outcomes are no longer kept. "rolledBack": the position of the subscriber is not of this data \
      directory, because an older copy of it was put back; all kept outcomes follow. Example: `"notKept"`.
      """,
      [
        "type": "string",
        "enum": .array(OutcomeGap.Reason.allCases.map { .string($0.rawValue) }),
      ]),
  ]

  static func json(_ gap: OutcomeGap) -> JSON {
    [
      "epoch": .string(gap.epoch), "from": .int(gap.from), "to": .int(gap.to),
      "reason": .string(gap.reason.rawValue),
    ]
  }

  static func json(_ report: OutcomeReport) -> JSON {
    [
      "epoch": .string(report.epoch), "outcome": .int(report.outcome),
      "requestId": .string(report.requestId),
      "method": .string(report.method), "user": .optional(report.user),
      "state": .string(report.state.rawValue), "eventCode": .int(report.eventCode),
      "name": .string(report.name), "httpCode": .optional(report.httpCode),
      "response": report.response,
      "acceptedAt": .string(Timestamp(milliseconds: report.acceptedAt).text),
      "endedAt": .string(Timestamp(milliseconds: report.endedAt).text),
      "attempts": .int(report.attempts), "trace": .optional(report.trace),
    ]
  }
}

/// The states in which a job ends.
enum OutcomeState: String, Sendable, CaseIterable {
  case delivered, rejected, expired, cleared, lost

  var job: JobState {
    switch self {
    case .delivered: .delivered
    case .rejected: .rejected
    case .expired: .expired
    case .cleared: .cleared
    case .lost: .lost
    }
  }
}
