import AltcraftEngine
import JSONCodec

/// The schema of `ResponseWithHttp`: what the platform answered.
enum ResponseShape {
  static let schema = ObjectShape.named(
    "ResponseWithHttp", "The platform's answer to a request.",
    [
      ObjectShape.field("httpCode", "The HTTP status.", ObjectShape.integer),
      FieldInfo(
        name: "response", doc: "Its body; null when that was no JSON object.", isRequired: true,
        schema: response.orNull),
    ])

  /// A member that holds it, or null.
  static func member(_ name: String) -> FieldInfo {
    FieldInfo(
      name: name, doc: "What the platform answered; null when it did not.", isRequired: true,
      schema: schema.orNull)
  }

  private static let response = ObjectShape.named(
    "Response", "The body of the platform's answer.",
    [
      ObjectShape.field(
        "error", "The platform's own error code: 0 for none, null when it gave none.",
        ObjectShape.integerOrNull),
      ObjectShape.field(
        "errorText", "What went wrong, in its words; empty for nothing, null when it gave none.",
        ObjectShape.textOrNull),
      FieldInfo(
        name: "profile",
        doc:
          "The profile after the request; null when it failed, and for one that is not synchronous.",
        isRequired: true, schema: profile.orNull),
    ])

  private static let profile = ObjectShape.named(
    "ProfileData",
    "The profile that a subscription belongs to. A member the platform left out is null.",
    [
      ObjectShape.field("id", "The platform's id of the profile.", ObjectShape.textOrNull),
      ObjectShape.field(
        "status", "The status of the profile, for example subscribed.", ObjectShape.textOrNull),
      ObjectShape.field("isTest", "Whether it is a test profile.", ObjectShape.flagOrNull),
      FieldInfo(
        name: "subscription",
        doc: "The push subscription the answer is about; null when there is none.",
        isRequired: true, schema: subscription.orNull),
    ])

  private static let subscription = ObjectShape.named(
    "SubscriptionData",
    "A push subscription as the platform keeps it. A member it left out is null.",
    [
      ObjectShape.field(
        "subscriptionId", "The push token it delivers to.",
        ["type": ["string", "null"], "x-secret": true]),
      ObjectShape.field(
        "hashId", "The platform's short id of it, as hex digits.", ObjectShape.textOrNull),
      ObjectShape.field(
        "provider", "The push service: ios-apns, ios-firebase or ios-huawei.",
        ObjectShape.textOrNull),
      ObjectShape.field(
        "status", "subscribed, suspended or unsubscribed.", ObjectShape.textOrNull),
      ObjectShape.field(
        "fields", "Its standard and custom fields by name, as they came.",
        ["type": ["object", "null"]]),
      FieldInfo(
        name: "cats", doc: "Its categories; empty when it has none.", isRequired: true,
        schema: ObjectShape.list(of: category)),
    ])

  private static let category = ObjectShape.named(
    "ResponseCategory", "A category of a subscription. A member the platform left out is null.",
    [
      ObjectShape.field(
        "name", "The name that calls know it by.", ObjectShape.textOrNull),
      ObjectShape.field("title", "The name that people see.", ObjectShape.textOrNull),
      ObjectShape.field(
        "steady", "Whether subscribers cannot switch it off.", ObjectShape.flagOrNull),
      ObjectShape.field(
        "active", "Whether it is switched on for this subscription.", ObjectShape.flagOrNull),
    ])
}
