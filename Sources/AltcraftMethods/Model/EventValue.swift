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
        "oneOf": .array(all.map { .object($0.json) } + [["type": "null"]])
      ], referringTo: all
    ).named(
      "EventValue", "What belongs to an event; which of these it is goes by its name, see x-events."
    )
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

  private static let answer = ObjectShape.named(
    "AnswerValue", "The value of an event that tells how a request ended.", [response])

  private static let pushAnswer = ObjectShape.named(
    "PushAnswerValue",
    "The value of an event that tells how the report of a delivery or an open ended.",
    [
      response, ObjectShape.field("uid", "The uid of the message.", ObjectShape.text),
      ObjectShape.field(
        "type", "What was reported of it.", ["type": "string", "enum": ["delivery", "open"]]),
    ])

  private static let mobileAnswer = ObjectShape.named(
    "MobileAnswerValue", "The value of an event that tells how a mobile event ended.",
    [response, ObjectShape.field("name", "The name of the mobile event.", ObjectShape.text)])

  private static let provider = ObjectShape.named(
    "ProviderValue", "The value of an event about a push provider.",
    [
      ObjectShape.field(
        "provider", "The provider now in use, or the name that was refused, cut at 16 characters.",
        ObjectShape.text)
    ])

  private static let foreignPush = ObjectShape.named(
    "ForeignPushValue", "The value of the event that a push is not the platform's.",
    [
      ObjectShape.field(
        "message", "The message. The value is null for one of more than 4 KiB.", ["type": "object"])
    ])

  private static let cleared = ObjectShape.named(
    "ClearedValue", "The value of the event that the data was cleared.",
    [ObjectShape.field("cleared", "How many pieces of work were ended.", ObjectShape.integer)])

  private static let storage = ObjectShape.named(
    "StorageValue", "The value of the event that the disk failed, or is well again.",
    [
      ObjectShape.field(
        "cause",
        "What failed: noSpace, readOnly, ioError, or what was damaged; recovered when it works again.",
        ObjectShape.text),
      optional(
        "from", "The number of the first record that is lost; left out when none is.",
        ObjectShape.integer),
      optional("to", "That of the last one; left out when it is not known.", ObjectShape.integer),
      optional("lost", "How many records are lost; left out when none is.", ObjectShape.integer),
    ])

  private static let button = ObjectShape.named(
    "ButtonValue", "The value of the event that a push has no button at that place.",
    [
      ObjectShape.field(
        "identifier", "The button that was tapped, as the app named it.", ObjectShape.text),
      ObjectShape.field(
        "index", "Its place in the list from 0, which is beyond the last button.",
        ObjectShape.integer),
    ])

  private static let unknownButton = ObjectShape.named(
    "UnknownButtonValue", "The value of the event that an action is no button.",
    [ObjectShape.field("identifier", "The action, as the app named it.", ObjectShape.text)])

  private static let endedWork = ObjectShape.named(
    "EndedWorkValue",
    "The value of an event that work ended without an answer: expired, cleared or lost.",
    [
      ObjectShape.field("method", "The method that was called.", ObjectShape.text),
      ObjectShape.field(
        "createdAt", "When it was accepted.", ObjectShape.time),
    ])

  private static func optional(_ name: String, _ doc: String, _ schema: JSONObject) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: false, schema: Schema(schema))
  }
}
