import AltcraftEngine
import JSONCodec

/// The shapes of SDK events and of what is said about their stream. They are written by the engine.
enum EventShape {
  static let sample: JSON = [
    "epoch": "9f2c4b1e", "seq": 1, "type": "event", "code": 230, "name": "pushSubscribe.succeeded",
    "function": "processResponse", "message": "successful request: push/subscribe",
    "value": ["response_with_http_code": ["httpCode": 200, "response": nil]],
    "date": "2026-11-20T12:00:00.123Z", "requestId": "example-1",
  ]

  static let event: [FieldInfo] = [
    ObjectShape.field("epoch", "The run of the process that numbered it.", ObjectShape.text),
    ObjectShape.field(
      "seq", "Its number in this run, from 1; one more than that of the event before.",
      ObjectShape.integer),
    ObjectShape.field(
      "type", "Success or news, final failure, or failure that is tried again.",
      ["type": "string", "enum": ["event", "error", "retryError"]]),
    ObjectShape.field(
      "code", "Its code, in the numbering that eventCodes of the configuration chose.",
      ObjectShape.integer),
    ObjectShape.field(
      "name", "The name of its code, the same in both numberings.", ObjectShape.text),
    ObjectShape.field(
      "function",
      "The function of the SDK that tells it: the one called, or processResponse for an answer of the platform.",
      ObjectShape.text),
    ObjectShape.field("message", "What happened, for people.", ObjectShape.text),
    FieldInfo(
      name: "value", doc: "What belongs to this code, see x-events; null when nothing does.",
      isRequired: true, schema: EventValue.any),
    ObjectShape.field("date", "When it happened.", ObjectShape.time),
    ObjectShape.field(
      "requestId", "The requestId of the work it is about; null when it is about none.",
      ObjectShape.textOrNull),
  ]

  private static let gapMembers: [FieldInfo] = [
    ObjectShape.field("from", "The seq of the first event that is missing.", ObjectShape.integer),
    ObjectShape.field(
      "to", "The seq of the last one; null when that is not known.", ObjectShape.integerOrNull),
    ObjectShape.field(
      "count", "How many are missing; null when that is not known.", ObjectShape.integerOrNull),
    ObjectShape.field(
      "reason",
      "overflow: no longer kept, or not taken in time. restart: the cursor is of an earlier run.",
      ["type": "string", "enum": ["overflow", "restart"]]),
  ]

  static let gap: [FieldInfo] =
    [ObjectShape.field("epoch", "The run of the process that numbered it.", ObjectShape.text)]
    + gapMembers

  private static let positionMembers: [FieldInfo] = [
    ObjectShape.field("epoch", "The run of the process that numbered it.", ObjectShape.text),
    ObjectShape.field("seq", "The seq of the last event so far; 0 for none.", ObjectShape.integer),
    ObjectShape.field(
      "oldest", "The seq of the oldest event that is kept; null for none.",
      ObjectShape.integerOrNull),
    FieldInfo(
      name: "gap", doc: "What is missing after `since`; null for nothing.", isRequired: true,
      schema: ObjectShape.named(
        "EventGap", "Events that a subscriber did not get.", gapMembers
      ).orNull),
  ]

  static let position = result(
    ObjectShape.named(
      "EventPosition", "Where the stream of events stands, and what is missing of it.",
      positionMembers))

  /// Written as the events are kept; never read.
  static let page = Codec<EventPage>(
    ObjectShape.named(
      "EventPage", "Events that are kept, and where the stream stands.",
      positionMembers + [
        FieldInfo(
          name: "events", doc: "The events, oldest first.", isRequired: true,
          schema: ObjectShape.list(
            of: ObjectShape.named("Event", "Something the SDK tells the app.", event)))
      ]), expected: "", decode: { _ throws(Invalid) in throw Invalid(expected: "") },
    encode: { page, writer in page.write(to: &writer) })

  static let catalog = result(
    ObjectShape.list(
      of: ObjectShape.named(
        "EventCode", "What an event code means.",
        [
          ObjectShape.field("code", "Its number in today's SDKs.", ObjectShape.integer),
          ObjectShape.field(
            "legacyCode",
            "Its number in the documentation's older table; null where that has none.",
            ObjectShape.integerOrNull),
          ObjectShape.field("name", "Its name, the same in both numberings.", ObjectShape.text),
          ObjectShape.field(
            "class", "The type of its events: event, final error, or error that is tried again.",
            ["type": "string", "enum": ["event", "error", "retryError"]]),
          ObjectShape.field("meaning", "What such an event says.", ObjectShape.text),
          ObjectShape.field("retried", "Whether the bridge tries again.", ObjectShape.flag),
          ObjectShape.field("emitted", "Whether the bridge ever emits it.", ObjectShape.flag),
          ObjectShape.field(
            "note", "Why it does not occur here, or what else there is to know; null for nothing.",
            ObjectShape.textOrNull),
        ])))

  /// A result the engine has already written as JSON.
  private static func result(_ schema: Schema) -> Codec<JSON> {
    Codec(
      schema, expected: "", decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }
}
