import AltcraftEngine
import JSONCodec

/// The shapes of SDK events and of the state of their stream. The engine writes them.
enum EventSchema {
  static let sample: JSON = [
    "epoch": "9f2c4b1e", "seq": 1, "type": "event", "code": 230, "name": "pushSubscribe.succeeded",
    "function": "processResponse", "message": "successful request: push/subscribe",
    "value": ["response_with_http_code": ["httpCode": 200, "response": nil]],
    "date": "2026-11-20T12:00:00.123Z", "requestId": "example-1",
  ]

  private static let epochDoc =
    "The id of the run of the process that counts `seq`; it changes with every start. Example: `\"9f2c4b1e\"`."

  static let event: [FieldInfo] = [
    ObjectSchema.field("epoch", epochDoc, ObjectSchema.text),
    ObjectSchema.field(
      "seq",
      "The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`.",
      ObjectSchema.integer),
    ObjectSchema.field(
      "type",
      """
      The class: event for a success or a notice, error for a final failure, retryError for a failure that \
      is retried.
      """,
      ["type": "string", "enum": ["event", "error", "retryError"]]),
    ObjectSchema.field(
      "code",
      """
      The code of the event, in the numbering that `eventCodes` of the configuration selects. Example: `230`.
      """,
      ObjectSchema.integer),
    ObjectSchema.field(
      "name",
      """
      The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`.
      """, ObjectSchema.text),
    ObjectSchema.field(
      "function",
      """
      The function of the SDK that emits it: the called one, or processResponse for an answer of the platform. \
      Example: `"pushSubscribe"`.
      """,
      ObjectSchema.text),
    ObjectSchema.field(
      "message",
      """
      A description for people, in the words of the SDK where it has this event; programs use `name`. Example: `"successful request: push/subscribe"`.
      """, ObjectSchema.text),
    FieldInfo(
      name: "value", doc: "The data of the event, by its name: see x-events; null if it has none.",
      isRequired: true, schema: EventValue.any),
    ObjectSchema.field(
      "date", "The time of the event, in UTC. Example: `\"2026-11-20T12:00:00.123Z\"`.",
      ObjectSchema.time),
    ObjectSchema.field(
      "requestId",
      """
      The `requestId` of the job that the event reports on; null if there is none. Example: `"order-7"`.
      """,
      ObjectSchema.textOrNull),
  ]

  private static let gapMembers: [FieldInfo] = [
    ObjectSchema.field(
      "from", "The `seq` of the first missing event. Example: `18`.", ObjectSchema.integer),
    ObjectSchema.field(
      "to", "The `seq` of the last missing event; null if it is unknown. Example: `20`.",
      ObjectSchema.integerOrNull
    ),
    ObjectSchema.field(
      "count", "The number of missing events; null if it is unknown. Example: `3`.",
      ObjectSchema.integerOrNull),
    ObjectSchema.field(
      "reason",
      """
      The reason: overflow if the events are no longer kept or were not read in time, restart if the cursor is \
      of an earlier run.
      """,
      ["type": "string", "enum": ["overflow", "restart"]]),
  ]

  static let gap: [FieldInfo] =
    [ObjectSchema.field("epoch", epochDoc, ObjectSchema.text)]
    + gapMembers

  private static let positionMembers: [FieldInfo] = [
    ObjectSchema.field("epoch", epochDoc, ObjectSchema.text),
    ObjectSchema.field(
      "seq", "The `seq` of the last event so far; 0 if there is none.", ObjectSchema.integer),
    ObjectSchema.field(
      "oldest", "The `seq` of the oldest kept event; null if there is none.",
      ObjectSchema.integerOrNull),
    FieldInfo(
      name: "gap", doc: "The events missing after `since`; null if none is missing.",
      isRequired: true,
      schema: ObjectSchema.named(
        "EventGap", "A range of events that a subscriber did not receive.", gapMembers
      ).orNull),
  ]

  static let position = result(
    ObjectSchema.named(
      "EventPosition", "The position of the event stream, and the missing events.",
      positionMembers))

  /// A page of stored events; encoded only, never decoded.
  static let page = Codec<EventPage>(
    ObjectSchema.named(
      "EventPage", "Kept events, and the position of the event stream.",
      positionMembers + [
        FieldInfo(
          name: "events", doc: "The events, oldest first.", isRequired: true,
          schema: ObjectSchema.list(
            of: ObjectSchema.named(
              "Event",
              "An event of the SDK: an outcome, a refusal or a change.", event)))
      ]), expected: "", decode: { _ throws(Invalid) in throw Invalid(expected: "") },
    encode: { page, writer in page.write(to: &writer) })

  static let catalog = result(
    ObjectSchema.list(
      of: ObjectSchema.named(
        "EventCode", "A row of the table of event codes.",
        [
          ObjectSchema.field("code", "The number in today's SDKs.", ObjectSchema.integer),
          ObjectSchema.field(
            "legacyCode",
            "The number in the older table of the documentation; null if that has no such event.",
            ObjectSchema.integerOrNull),
          ObjectSchema.field("name", "The name, the same in both numberings.", ObjectSchema.text),
          ObjectSchema.field(
            "class",
            """
            The class: event for a success or a notice, error for a final failure, retryError for a failure \
            that is retried.
            """,
            ["type": "string", "enum": ["event", "error", "retryError"]]),
          ObjectSchema.field("meaning", "The meaning of the event.", ObjectSchema.text),
          ObjectSchema.field("retried", "True if the bridge retries after it.", ObjectSchema.flag),
          ObjectSchema.field("emitted", "True if the bridge emits it.", ObjectSchema.flag),
          ObjectSchema.field(
            "note",
            "A remark, or the reason why the bridge never emits it; null if there is none.",
            ObjectSchema.textOrNull),
        ])))

  /// Returns a codec for a result that the engine has already written as JSON.
  private static func result(_ schema: Schema) -> Codec<JSON> {
    Codec(
      schema, expected: "", decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }
}
