import AltcraftEngine
import JSONCodec

/// The `value` of an event, by its code. Empty members are left out.
package enum EventValue {
  /// Returns the schema of the values of a code; null if its events have none.
  package static func schema(of code: SDKCode) -> Schema { shapes[code] ?? .null }

  /// The schema of any event value.
  static let any: Schema = {
    let all = [
      answer, pushAnswer, mobileAnswer, provider, member, foreignPush, cleared, storage, button,
      unknownButton, endedWork,
    ]
    return Schema(
      [
        "anyOf": .array(all.map { .object($0.json) } + [["type": "null"]])
      ], referringTo: all
    ).named(
      "EventValue", "The data of an event. The name of the event selects the type, see x-events."
    )
  }()

  /// Returns an entry of the catalog with the schema of its value, as in the document.
  static func entry(_ entry: EventCatalog.Entry) -> JSON {
    var members = entry.json.objectValue ?? [:]
    members["value"] = .object(schema(of: entry.code).json)
    return .object(members)
  }

  private static let shapes: [SDKCode: Schema] = {
    var shapes: [SDKCode: Schema] = [
      .pushTokenChanged: provider, .pushForeign: foreignPush.orNull, .dataCleared: cleared,
      .storageError: storage, .buttonIdentifierInvalid: button, .buttonUnknown: unknownButton,
      .providerInvalid: provider, .valuesNotScalar: member, .workExpired: endedWork,
      .workCleared: endedWork,
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
    name: "response_with_http_code", doc: "The answer of the platform.", isRequired: true,
    schema: ResponseSchema.schema)

  private static let answer = ObjectSchema.named(
    "AnswerValue", "The value of an event that reports the outcome of a request.", [response])

  private static let pushAnswer = ObjectSchema.named(
    "PushAnswerValue",
    "The value of an event that reports the outcome of a delivery or open event.",
    [
      response, ObjectSchema.field("uid", "The uid of the push.", ObjectSchema.text),
      ObjectSchema.field(
        "type", "The kind of the push event.", ["type": "string", "enum": ["delivery", "open"]]),
    ])

  private static let mobileAnswer = ObjectSchema.named(
    "MobileAnswerValue", "The value of an event that reports the outcome of a mobile event.",
    [response, ObjectSchema.field("name", "The name of the mobile event.", ObjectSchema.text)])

  private static let provider = ObjectSchema.named(
    "ProviderValue", "The value of an event about a push provider.",
    [
      ObjectSchema.field(
        "provider", "The push provider in use, or the refused name, cut at 16 characters.",
        SDKConstants.open(SDKConstants.providers))
    ])

  private static let member = ObjectSchema.named(
    "MemberValue", "The value of the event for a member that is not a scalar.",
    [
      ObjectSchema.field(
        "parameter", "The path of the member. Example: `\"payload.items\"`.", ObjectSchema.text)
    ])

  private static let foreignPush = ObjectSchema.named(
    "ForeignPushValue", "The value of the event for a push of another sender.",
    [
      ObjectSchema.field(
        "message", "The push. The value is null for one of more than 4 KiB.", ["type": "object"])
    ])

  private static let cleared = ObjectSchema.named(
    "ClearedValue", "The value of the event for cleared data.",
    [ObjectSchema.field("cleared", "The number of jobs that were ended.", ObjectSchema.integer)])

  private static let storage = ObjectSchema.named(
    "StorageValue", "The value of the event for storage that fails or works again.",
    [
      ObjectSchema.field(
        "cause",
        """
        The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
        """,
        ObjectSchema.text),
      optional(
        "from", "The number of the first lost record; absent if none is lost.",
        ObjectSchema.integer),
      optional(
        "to", "The number of the last lost record; absent if it is unknown.", ObjectSchema.integer),
      optional("lost", "The number of lost records; absent if none is lost.", ObjectSchema.integer),
    ])

  private static let button = ObjectSchema.named(
    "ButtonValue", "The value of the event for a button that the push does not have.",
    [
      ObjectSchema.field(
        "identifier", "The identifier of the tapped button, from the host.", ObjectSchema.text),
      ObjectSchema.field(
        "index", "The index of the button, counted from 0; it is beyond the last button.",
        ObjectSchema.integer),
    ])

  private static let unknownButton = ObjectSchema.named(
    "UnknownButtonValue", "The value of the event for an action that is not a button.",
    [
      ObjectSchema.field(
        "identifier", "The identifier of the action, from the host.", ObjectSchema.text)
    ])

  private static let endedWork = ObjectSchema.named(
    "EndedJobValue",
    "The value of an event for a job that ended without an answer: expired, cleared or lost.",
    [
      ObjectSchema.field("method", "The method of the call.", ObjectSchema.text),
      ObjectSchema.field(
        "createdAt", "The time at which the call was accepted, in UTC.", ObjectSchema.time),
      optional(
        "cause",
        """
        Of event 601: superseded if a later suspend or unsubscribe of the user has passed the subscription, discarded \
        after `outbox.discard`; absent for a change of the resource token, and of other events.
        """, ["type": "string", "enum": ["superseded", "discarded"]]),
      optional(
        "by", "The `requestId` of the job that superseded this one; absent for any other cause.",
        ObjectSchema.text),
    ])

  private static func optional(_ name: String, _ doc: String, _ schema: JSONObject) -> FieldInfo {
    FieldInfo(name: name, doc: doc, isRequired: false, schema: Schema(schema))
  }
}
