import AltcraftEngine
import JSONCodec

/// The schema of `ResponseWithHttp`: what the platform answered.
enum ResponseShape {
  static let schema: Schema = {
    let category = object([
      ("name", ["type": ["string", "null"]]), ("title", ["type": ["string", "null"]]),
      ("steady", ["type": ["boolean", "null"]]), ("active", ["type": ["boolean", "null"]]),
    ]).named("ResponseCategory")
    let subscription = object(
      [
        ("subscriptionId", ["type": ["string", "null"]]), ("hashId", ["type": ["string", "null"]]),
        ("provider", ["type": ["string", "null"]]), ("status", ["type": ["string", "null"]]),
        ("fields", ["type": ["object", "null"]]),
        ("cats", ["type": "array", "items": category.json.asJSON]),
      ], [category]
    ).named("SubscriptionData")
    let profile = object(
      [
        ("id", ["type": ["string", "null"]]), ("status", ["type": ["string", "null"]]),
        ("isTest", ["type": ["boolean", "null"]]),
        ("subscription", subscription.orNull.json.asJSON),
      ], [subscription]
    ).named("ProfileData")
    let response = object(
      [
        ("error", ["type": ["integer", "null"]]), ("errorText", ["type": ["string", "null"]]),
        ("profile", profile.orNull.json.asJSON),
      ], [profile]
    ).named("Response")
    return object(
      [("httpCode", ["type": "integer"]), ("response", response.orNull.json.asJSON)], [response]
    ).named("ResponseWithHttp")
  }()

  /// An object whose members are all always there.
  private static func object(
    _ properties: [(String, JSON)], _ others: [Schema] = []
  ) -> Schema {
    Schema(
      [
        "type": "object",
        "properties": .object(
          JSONObject(properties.map { JSONObject.Member(key: $0.0, value: $0.1) })),
        "additionalProperties": false, "required": .array(properties.map { .string($0.0) }),
      ], referringTo: others)
  }
}

extension JSONObject {
  fileprivate var asJSON: JSON { .object(self) }
}
