import JSONCodec
import JSONRPC

extension Callbacks {
  struct AuthorizationRequest: Sendable {
    var options: [String]
  }

  static let requestAuthorization = Callback(
    "notificationManager.requestAuthorization",
    "Requests that the host ask the user to allow notifications.",
    details: """
      Sent to the connection that called registerForPushNotifications or requestNotificationPermission. The answer \
      is an object, or a boolean for `granted` alone. Without a valid answer the permission does not change.
      """,
    parameters: ObjectCodec(
      AuthorizationRequest.init,
      Field(
        "options", \.options, .list(of: .string),
        """
        The kinds of notification to ask for: alert, badge and sound. Example: `["alert", "badge", "sound"]`.
        """)),
    answer: Authorization.answer,
    examples: [
      Example("granted", ["options": ["alert", "badge", "sound"]], .like(true)),
      Example(
        "with an error", ["options": ["alert", "badge", "sound"]],
        .like(["granted": false, "error": "the settings forbid it"])),
    ])

  static let onForegroundNotification = Callback(
    "notificationManager.onForegroundNotification",
    "Reports a push that arrives while the app is in the foreground, and requests how to show it.",
    details: """
      Sent to the connection that called notificationManager.setCustomPushProcessing. If processing is disabled, \
      the bridge does not wait for the answer; without a valid one the standard options apply. Unknown options \
      and members are ignored.
      """,
    parameters: NotificationParameters.fields, answer: PresentationOptions.answer,
    examples: [
      Example("quietly", ["request": PushSamples.fullRequest], .like(["options": ["badge"]]))
    ])

  static let onNotificationClick = Callback(
    "notificationManager.onNotificationClick",
    "Reports a tap on a notification.",
    details: """
      Sent to the connection that called notificationManager.setCustomClickProcessing. If processing is enabled, \
      the host processes the tap, and any answer means that it has done so; otherwise the bridge does not wait \
      for the answer.
      """,
    parameters: NotificationClick.fields, answer: Codec.json,
    examples: [
      Example(
        "a tap",
        ["request": PushSamples.fullRequest, "actionIdentifier": .string(NotificationClick.tap)],
        .like(.null))
    ])
}
