import JSONCodec

/// The request that the operating system passes to an app when a push arrives or is clicked.
struct NotificationRequest: Sendable {
  var identifier: String?
  var content: NotificationContent

  static let codec = Codec.object(
    "NotificationRequest", "The request from the operating system for a push that arrived.",
    NotificationRequest.init,
    Field(
      "identifier", \.identifier, optional: .string,
      "The identifier of the request, from the operating system. Example: `\"request-1\"`."),
    Field(
      "content", \.content, NotificationContent.codec,
      "The visible content and the data of the notification. Example: `{\"title\": \"Sale\"}`."))
}

struct NotificationContent: Sendable {
  var title: String?
  var subtitle: String?
  var body: String?
  var badge: Int?
  var sound: String?
  var categoryIdentifier: String?
  var userInfo: JSONObject?

  static let fields = ObjectCodec(
    NotificationContent.init,
    Field("title", \.title, optional: .string, "The title to show. Example: `\"Sale\"`."),
    Field(
      "subtitle", \.subtitle, optional: .string,
      "The line below the title. Example: `\"Only today\"`."),
    Field(
      "body", \.body, optional: .string, "The text to show. Example: `\"All shoes at half price\"`."
    ),
    Field("badge", \.badge, optional: .int, "The number on the icon of the app. Example: `2`."),
    Field(
      "sound", \.sound, optional: .string,
      "The sound to play, a file of the app or default. Example: `\"default\"`."),
    Field(
      "categoryIdentifier", \.categoryIdentifier, optional: .string,
      "The category that the actions belong to. Example: `\"Altcraft\"`."),
    Field(
      "userInfo", \.userInfo, optional: .map,
      "The data of the push, as it arrived. Example: `{\"_uid\": \"uid-1\"}`."))

  static let codec = fields.codec().named(
    "NotificationContent", "The visible content and the data of a notification.")
}

/// A push as given in a call: as the request of the system, or as its bare data.
struct PushSource: Sendable {
  var request: NotificationRequest?
  var message: JSONObject?

  static let fields = ObjectCodec(
    PushSource.init,
    Field(
      "request", \.request, optional: NotificationRequest.codec,
      """
      The notification request from the operating system, as JSON. It takes precedence over `message`. \
      Example: `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", \
      "_uid": "uid-1"}}}`.
      """),
    Field(
      "message", \.message, optional: .map,
      """
      The push: the data map as it arrived on the device, or the whole message of a provider. Its values may \
      be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
      """))

  /// The data of the push; nil if neither is given.
  var data: JSONObject? { request.map { $0.content.userInfo ?? [:] } ?? message }
}
