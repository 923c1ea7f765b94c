import AltcraftEngine
import JSONCodec

/// The constants of the SDK in the schema. The readers accept more than it describes: the bridge refuses an unknown
/// provider with 473 and values that are not scalars with 475.
enum SDKConstants {
  static let providers = PushProvider.allCases.map(\.rawValue)

  /// The codec of a provider: any text, which the engine checks in any letter case.
  static let provider = Codec.string.documented(
    as: Schema(["type": "string", "enum": .array(providers.map(JSON.string))]).named(
      "Provider",
      "A push service. The bridge accepts any letter case, and answers in lower case."))

  /// The statuses of a subscription, and of a profile.
  static let statuses = SubscriptionRequest.Status.allCases.map(\.rawValue)

  /// Returns the schema of a text that is one of these, or another one that the platform knows.
  static func open(_ values: [String], orNull: Bool = false) -> JSONObject {
    [
      "anyOf": [
        ["type": "string", "enum": .array(values.map(JSON.string))],
        ["type": orNull ? ["string", "null"] : "string"],
      ]
    ]
  }

  private static let scalar: JSONObject = ["type": ["string", "number", "boolean", "null"]]

  /// The codec of a map of scalars: any map, which the method checks.
  static let scalars = Codec<JSONObject>.map.documented(
    as: Schema(["type": "object", "additionalProperties": .object(scalar)]).named(
      "Scalars", "Values by name: strings, numbers, booleans and nulls."))

  /// The codec of the fields of a profile: scalars, and the objects that `actionField` returns.
  static let profileFields = Codec<JSONObject>.map.documented(
    as: Schema(
      [
        "type": "object",
        "additionalProperties": ["anyOf": [.object(scalar), .object(action.schema.json)]],
      ], referringTo: [action.schema]))

  private struct Action: Sendable {
    var action: ActionFieldParameters.Action
    var value: JSON?
  }

  private static let action = Codec.object(
    "ActionField", "An operation on a field of the profile, as `actionField` returns it.",
    Action.init,
    Field("action", \.action, .choice(), "The operation on the field. Example: `\"incr\"`."),
    Field(
      "value", \.value, optional: .json,
      "The operand: the new value, the number to add, or the list element. Example: `1`."))
}
