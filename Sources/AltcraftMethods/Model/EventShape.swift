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
    field("epoch", "The run of the process.", text),
    field("seq", "Its number, one more than that of the event before.", integer),
    field(
      "type", "Success or news, final failure, or failure that is tried again.",
      ["type": "string", "enum": ["event", "error", "retryError"]]),
    field("code", "The code, in the numbering the configuration chose.", integer),
    field("name", "The name of the code, the same in both numberings.", text),
    field("function", "The public function, or processResponse for every HTTP outcome.", text),
    field("message", "For people.", text),
    FieldInfo(
      name: "value", doc: "What belongs to this code, see x-events; null when nothing does.",
      isRequired: true, schema: EventValue.any),
    field("date", "When it happened.", ["type": "string", "format": "date-time"]),
    field(
      "requestId", "The work it is about; null when it is about none.",
      ["type": ["string", "null"]]),
  ]

  private static let gapMembers: [FieldInfo] = [
    field("from", "The first event that is missing.", integer),
    field("to", "The last one; null when that is not known.", integerOrNull),
    field("count", "How many; null when that is not known.", integerOrNull),
    field(
      "reason", "No longer kept or not taken in time; or a cursor of an earlier run.",
      ["type": "string", "enum": ["overflow", "restart"]]),
  ]

  static let gap: [FieldInfo] = [field("epoch", "The run of the process.", text)] + gapMembers

  private static let positionMembers: [FieldInfo] = [
    field("epoch", "The run of the process.", text),
    field("seq", "The last event so far; 0 for none.", integer),
    field("oldest", "The oldest event that is kept; null for none.", integerOrNull),
    FieldInfo(
      name: "gap", doc: "What is missing after `since`; null for nothing.", isRequired: true,
      schema: object("EventGap", gapMembers).orNull),
  ]

  static let position = result(object("EventPosition", positionMembers))

  static let page = result(
    object(
      "EventPage",
      positionMembers + [
        FieldInfo(
          name: "events", doc: "Oldest first.", isRequired: true,
          schema: list(object("Event", event)))
      ]))

  static let catalog = result(
    list(
      object(
        "EventCode",
        [
          field("code", "Today's code.", integer),
          field("legacyCode", "That of the older table; null where it has none.", integerOrNull),
          field("name", "The same in both.", text),
          field(
            "class", "The type of its events.",
            ["type": "string", "enum": ["event", "error", "retryError"]]),
          field("meaning", "What it says.", text),
          field("retried", "Whether the bridge tries again.", ["type": "boolean"]),
          field("emitted", "Whether it can occur here.", ["type": "boolean"]),
          field("note", "Why not, or what else there is to know.", ["type": ["string", "null"]]),
        ])))

  static let text: JSONObject = ["type": "string"]
  static let integer: JSONObject = ["type": "integer"]
  private static let integerOrNull: JSONObject = ["type": ["integer", "null"]]

  static func field(_ name: String, _ doc: String, _ schema: JSONObject) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: true, schema: Schema(schema))
  }

  static func object(_ name: String, _ fields: [FieldInfo]) -> Schema {
    let properties = fields.map {
      JSONObject.Member(key: $0.name, value: .object($0.schema.described($0.doc).json))
    }
    return Schema(
      [
        "type": "object", "properties": .object(JSONObject(properties)),
        "additionalProperties": false,
        "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      ], referringTo: fields.map(\.schema)
    ).named(name)
  }

  private static func list(_ element: Schema) -> Schema {
    Schema(["type": "array", "items": .object(element.json)], referringTo: [element])
  }

  /// A result the engine has already written as JSON.
  private static func result(_ schema: Schema) -> Codec<JSON> {
    Codec(
      schema, expected: "", decode: { json throws(Invalid) in json },
      encode: { value, writer in writer.value(value) })
  }
}
