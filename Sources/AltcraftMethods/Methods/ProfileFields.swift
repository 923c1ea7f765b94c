import AltcraftEngine
import JSONCodec
import JSONRPC

struct ProfileUpdateParameters: Sendable {
  var profileFields: JSONObject?
  var skipTriggers: Bool?

  static let fields = ObjectCodec(
    ProfileUpdateParameters.init,
    Field(
      "profileFields", \.profileFields, optional: SDKConstants.profileFields,
      """
      Fields of the profile by name, as the database of the platform defines them. A value is a string, a \
      number, a boolean, null, or an object returned by `actionField`; any other is refused with 475. \
      Example: `{"_fname": "Ann", "visits": {"action": "incr", "value": 1}}`.
      """),
    Field(
      "skipTriggers", \.skipTriggers, optional: .bool,
      SubscriptionParameters.skipTriggersDoc))
}

struct ActionFieldParameters: Sendable {
  enum Action: String, Sendable, CaseIterable { case set, unset, incr, add, delete, upsert }

  var key: String
  var action: Action
  var value: JSON?

  static let fields = ObjectCodec(
    ActionFieldParameters.init,
    Field(
      "key", \.key, .string(minLength: 1),
      """
      The name of the field, as the database of the platform defines it. Example: `"_fname"`.
      """),
    Field(
      "action", \.action, .choice(),
      """
      The operation on the field: set or unset it, incr a number, add to or delete from a list, upsert into a \
      list without duplicates. Example: `"incr"`.
      """),
    Field(
      "value", \.value, optional: .json,
      """
      The operand: the new value, the number to add, or the list element; null for unset. Example: `"Andrey"`.
      """))
}

/// The job of a profile update, as it is stored and sent.
enum ProfileUpdate {
  static let kind = JobKind(
    method: "updateProfileFields", operation: .profileUpdate, lane: .state
  ) { body, _ in
    PlatformRequest(
      path: "/profile/update", query: [],
      content: .json([
        "profile_fields": body["profileFields"] ?? .null,
        "skip_triggers": body["skipTriggers"] ?? false,
      ]))
  }

  static func body(_: JobOwner, _ parameters: ProfileUpdateParameters) -> JobBody {
    .object([
      "profileFields": parameters.profileFields.map(JSON.object) ?? .null,
      "skipTriggers": .bool(parameters.skipTriggers ?? false),
    ])
  }

  /// Returns whether a value is a scalar, or one of the objects that `actionField` creates.
  static func isField(_ value: JSON) -> Bool {
    switch value {
    case .null, .bool, .number, .string: return true
    case .array: return false
    case .object(let object):
      let action = object["action"]?.stringValue.flatMap(ActionFieldParameters.Action.init)
      return action != nil && object.keys.allSatisfy { $0 == "action" || $0 == "value" }
    }
  }
}

extension Catalog {
  static let updateProfileFields = BridgeMethod.durable(
    ProfileUpdate.kind,
    "Updates fields of the current user's profile.",
    details: """
      Answered when the job is on disk. Delivered in order with all other changes of the user's profile and \
      subscription.
      """,
    parameters: ProfileUpdateParameters.fields, failures: [.valuesNotScalar],
    examples: [
      Example(
        "two fields", given: ExampleSteps.ready,
        [
          "profileFields": ["_fname": "Ann", "visits": ["action": "incr", "value": 1]],
          "requestId": "example-1",
        ], .exactly(["requestId": "example-1"])),
      Example(
        "a field that is a list", given: ExampleSteps.ready,
        ["profileFields": ["sizes": [38, 39]]], .error(code: 475, reason: "valuesNotScalar")),
    ],
    check: { _, parameters throws(EngineError) in
      try parameters.profileFields?.check(
        "profileFields", function: "updateProfileFields", ProfileUpdate.isField)
    }, body: ProfileUpdate.body)

  static let actionField = BridgeMethod.immediate(
    "actionField",
    """
    Builds the value for `profileFields` that makes the platform change a field: set, unset, incr, add, delete \
    or upsert.
    """,
    details:
      "Pass the answer as `profileFields`; merge the answers of several calls into one object.",
    order: .free, parameters: ActionFieldParameters.fields, result: .map,
    examples: [
      Example(
        "set a name", ["key": "_fname", "action": "set", "value": "Andrey"],
        .exactly(["_fname": ["action": "set", "value": "Andrey"]])),
      Example(
        "unset it", ["key": "_fname", "action": "unset"],
        .exactly(["_fname": ["action": "unset", "value": nil]])),
      Example(
        "an unknown action", ["key": "_fname", "action": "erase"],
        .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _, parameters throws(EngineError) in
      [
        parameters.key: [
          "action": .string(parameters.action.rawValue), "value": parameters.value ?? .null,
        ]
      ]
    })
}
