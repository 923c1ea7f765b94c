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

  private static let time: JSON = ["type": "string", "format": "date-time"]
  private static let timeOrNull: JSON = ["type": ["string", "null"], "format": "date-time"]

  private static let schema: Schema = {
    let states = JSON.array(WorkState.allCases.map { .string($0.rawValue) })
    let waiting = JSON.array(WaitingFor.allCases.map { .string($0.rawValue) } + [.null])
    let properties: [(String, JSON)] = [
      ("requestId", ["type": "string"]),
      ("method", ["type": "string", "description": "The method that was called, or tokenUpdate."]),
      ("state", ["type": "string", "enum": states]),
      ("createdAt", time),
      ("attempts", ["type": "integer", "minimum": 0]),
      ("nextAttemptAt", timeOrNull),
      ("waitingFor", ["enum": waiting]),
      (
        "lastError",
        [
          "type": ["object", "null"],
          "properties": [
            "code": ["type": "integer"], "httpCode": ["type": ["integer", "null"]],
            "message": ["type": "string"],
          ],
          "additionalProperties": false, "required": ["code", "httpCode", "message"],
        ]
      ),
      (
        "outcome",
        [
          "type": ["object", "null"],
          "properties": [
            "state": ["type": "string", "enum": states], "eventCode": ["type": "integer"],
            "response": .object(ResponseShape.schema.orNull.json),
          ],
          "additionalProperties": false, "required": ["state", "eventCode", "response"],
        ]
      ),
      ("endedAt", timeOrNull),
      ("retryable", ["type": "boolean"]),
    ]
    return Schema(
      [
        "type": "object",
        "properties": .object(
          JSONObject(properties.map { JSONObject.Member(key: $0.0, value: $0.1) })),
        "additionalProperties": false, "required": .array(properties.map { .string($0.0) }),
      ], referringTo: [ResponseShape.schema]
    ).named("Work")
  }()
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
