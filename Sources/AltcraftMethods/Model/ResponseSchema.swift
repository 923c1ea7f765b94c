import AltcraftEngine
import JSONCodec

/// The schema of `ResponseWithHttp`: the answer of the platform.
enum ResponseSchema {
  static let schema = ObjectSchema.named(
    "ResponseWithHttp", "The platform's answer to a request.",
    [
      ObjectSchema.field("httpCode", "The HTTP status code.", ObjectSchema.integer),
      FieldInfo(
        name: "response", doc: "The body; null if it is not a JSON object.", isRequired: true,
        schema: response.orNull),
    ])

  /// Returns a member that contains the answer, or null.
  static func member(_ name: String) -> FieldInfo {
    FieldInfo(
      name: name, doc: "The answer of the platform; null if there is none.", isRequired: true,
      schema: schema.orNull)
  }

  private static let response = ObjectSchema.named(
    "Response", "The body of the platform's answer.",
    [
      ObjectSchema.field(
        "error", "The platform's error code: 0 for success, null if the answer has none.",
        ObjectSchema.integerOrNull),
      ObjectSchema.field(
        "errorText", "The platform's error text: empty for success, null if the answer has none.",
        ObjectSchema.textOrNull),
      FieldInfo(
        name: "profile",
        doc:
          "The profile after the request; null if the request failed or was not synchronous.",
        isRequired: true, schema: profile.orNull),
    ])

  private static let profile = ObjectSchema.named(
    "ProfileData",
    "The profile that a subscription belongs to. A member that the platform did not send is null.",
    [
      ObjectSchema.field("id", "The platform's id of the profile.", ObjectSchema.textOrNull),
      ObjectSchema.field(
        "status", "The status of the profile.",
        SDKConstants.open(SDKConstants.statuses, orNull: true)),
      ObjectSchema.field("isTest", "True for a test profile.", ObjectSchema.flagOrNull),
      FieldInfo(
        name: "subscription",
        doc: "The push subscription that the answer describes; null if there is none.",
        isRequired: true, schema: subscription.orNull),
    ])

  private static let subscription = ObjectSchema.named(
    "SubscriptionData",
    """
    A push subscription as the platform stores it. A member that the platform did not send is null.
    """,
    [
      ObjectSchema.field(
        "subscriptionId", "The push token that receives the pushes.",
        ["type": ["string", "null"], "x-secret": true]),
      ObjectSchema.field(
        "hashId", "The platform's short id of the subscription, in hex digits.",
        ObjectSchema.textOrNull),
      ObjectSchema.field(
        "provider", "The push service.",
        SDKConstants.open(SDKConstants.providers, orNull: true)),
      ObjectSchema.field(
        "status", "The status of the subscription.",
        SDKConstants.open(SDKConstants.statuses, orNull: true)),
      ObjectSchema.field(
        "fields", "Standard and custom fields by name, as the platform sent them.",
        ["type": ["object", "null"]]),
      FieldInfo(
        name: "cats", doc: "The categories; empty if there is none.", isRequired: true,
        schema: ObjectSchema.list(of: category)),
    ])

  private static let category = ObjectSchema.named(
    "ResponseCategory",
    "A category of a subscription. A member that the platform did not send is null.",
    [
      ObjectSchema.field(
        "name", "The name of the category, as calls use it.", ObjectSchema.textOrNull),
      ObjectSchema.field(
        "title",
        "The title of the category, as users see it. Example: `\"News\"`.", ObjectSchema.textOrNull),
      ObjectSchema.field(
        "steady", "True if subscribers cannot turn the category off.", ObjectSchema.flagOrNull),
      ObjectSchema.field(
        "active", "True if the category is turned on for this subscription.",
        ObjectSchema.flagOrNull
      ),
    ])
}
