import JSONCodec
import JSONRPC

extension Callbacks {
  struct Authorization: Sendable {
    var options: [String]
  }

  static let requestAuthorization = Callback(
    "notificationManager.requestAuthorization",
    "Asks the user whether notifications may be shown.",
    details: """
      Asked of the connection that called registerForPushNotifications or requestNotificationPermission. \
      Without an answer, or with an error, the permission stays what it was.
      """,
    parameters: ObjectCodec(
      Authorization.init,
      Field("options", \.options, .list(of: .string), "alert, badge and sound.")),
    answer: Codec.bool,
    examples: [
      Example("granted", ["options": ["alert", "badge", "sound"]], .like(true))
    ])

  static let onForegroundNotification = Callback(
    "notificationManager.onForegroundNotification",
    "Tells of a push that arrives while the app is in use, and asks how to show it.",
    details: """
      Asked of the connection that called notificationManager.setCustomPushProcessing. With processing \
      switched off its answer is not waited for; without a usable one the standard options hold.
      """,
    parameters: NotificationParameters.fields, answer: PresentationOptions.codec,
    examples: [
      Example("quietly", ["request": PushSamples.fullRequest], .like(["options": ["badge"]]))
    ])

  static let onNotificationClick = Callback(
    "notificationManager.onNotificationClick",
    "Tells that a notification was tapped.",
    details: """
      Asked of the connection that called notificationManager.setCustomClickProcessing. With processing \
      switched on the app does all that follows, and any answer means that it is done; with processing \
      switched off its answer is not waited for.
      """,
    parameters: NotificationClick.fields, answer: Codec.json,
    examples: [
      Example(
        "a tap",
        ["request": PushSamples.fullRequest, "actionIdentifier": .string(NotificationClick.tap)],
        .like(.null))
    ])
}
