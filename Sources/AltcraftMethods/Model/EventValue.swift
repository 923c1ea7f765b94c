import AltcraftEngine
import JSONCodec

/// What the `value` of an event holds, by its code. A member that has nothing to say is left out of a value.
enum EventValue {
  /// Null for a code whose events have none.
  static func schema(of code: SDKCode) -> Schema { shapes[code] ?? .null }

  /// Whatever an event may hold.
  static let any: Schema = {
    let all = [
      answer, pushAnswer, mobileAnswer, provider, foreignPush, cleared, storage, button,
      unknownButton, endedWork,
    ]
    return Schema(
      [
        "description":
          "What belongs to an event; which of these it is goes by its name, see x-events.",
        "oneOf": .array(all.map { .object($0.json) } + [["type": "null"]]),
      ], referringTo: all
    ).named("EventValue")
  }()

  /// An entry of the catalog as the document has it: with the schema of its value.
  static func entry(_ entry: EventCatalog.Entry) -> JSON {
    var members = entry.json.objectValue ?? [:]
    members["value"] = .object(schema(of: entry.code).json)
    return .object(members)
  }

  private static let shapes: [SDKCode: Schema] = {
    var shapes: [SDKCode: Schema] = [
      .pushTokenChanged: provider, .pushForeign: foreignPush.orNull, .dataCleared: cleared,
      .storageError: storage, .buttonIdentifierInvalid: button, .buttonUnknown: unknownButton,
      .providerInvalid: provider, .workExpired: endedWork, .workCleared: endedWork,
      .workLost: endedWork,
    ]
    for operation in Operation.allCases {
      let codes = [operation.succeeded, operation.failed, operation.retrying]
      for code in codes.compactMap(\.self) { shapes[code] = answer(to: operation) }
    }
    return shapes
  }()

  private static func answer(to operation: Operation) -> Schema {
    switch operation {
    case .pushEvent: pushAnswer
    case .mobileEvent: mobileAnswer
    case .subscribe, .suspend, .unsubscribe, .tokenUpdate, .unsuspend, .status, .profileUpdate:
      answer
    }
  }
}

// The shapes.
extension EventValue {
  private static let response = FieldInfo(
    name: "response_with_http_code", doc: "What the platform answered.", isRequired: true,
    schema: ResponseShape.schema)

  private static let answer = EventShape.object("AnswerValue", [response])

  private static let pushAnswer = EventShape.object(
    "PushAnswerValue",
    [
      response, EventShape.field("uid", "The message it was about.", EventShape.text),
      EventShape.field(
        "type", "What was told of it.", ["type": "string", "enum": ["delivery", "open"]]),
    ])

  private static let mobileAnswer = EventShape.object(
    "MobileAnswerValue",
    [response, EventShape.field("name", "The name of the mobile event.", EventShape.text)])

  private static let provider = EventShape.object(
    "ProviderValue",
    [
      EventShape.field(
        "provider", "The provider now in use, or the name that was refused, cut at 16 characters.",
        EventShape.text)
    ])

  private static let foreignPush = EventShape.object(
    "ForeignPushValue",
    [EventShape.field("message", "The message, up to 4 KiB of it.", ["type": "object"])])

  private static let cleared = EventShape.object(
    "ClearedValue",
    [EventShape.field("cleared", "How many pieces of work were ended.", EventShape.integer)])

  private static let storage = EventShape.object(
    "StorageValue",
    [
      EventShape.field("cause", "Why, or that it has recovered.", EventShape.text),
      optional("from", "The first record that is lost.", EventShape.integer),
      optional("to", "The last one, where that is known.", EventShape.integer),
      optional("lost", "How many are lost.", EventShape.integer),
    ])

  private static let button = EventShape.object(
    "ButtonValue",
    [
      EventShape.field("identifier", "The button as it was named.", EventShape.text),
      EventShape.field("index", "Its place, which is beyond the buttons.", EventShape.integer),
    ])

  private static let unknownButton = EventShape.object(
    "UnknownButtonValue",
    [EventShape.field("identifier", "The action as it was named.", EventShape.text)])

  private static let endedWork = EventShape.object(
    "EndedWorkValue",
    [
      EventShape.field("method", "The method that was called.", EventShape.text),
      EventShape.field(
        "createdAt", "When it was accepted.", ["type": "string", "format": "date-time"]),
    ])

  private static func optional(_ name: String, _ doc: String, _ schema: JSONObject) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: false, schema: Schema(schema))
  }
}
