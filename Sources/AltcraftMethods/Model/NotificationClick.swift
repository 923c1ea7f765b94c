import AltcraftEngine
import JSONCodec

/// A click on a notification or on one of its buttons.
struct NotificationClick: Sendable {
  /// The identifier of a click on the notification itself.
  static let tap = "com.apple.UNNotificationDefaultActionIdentifier"
  /// The identifier of a dismissal, which is not a click.
  static let dismissal = "com.apple.UNNotificationDismissActionIdentifier"

  var request: NotificationRequest
  var actionIdentifier: String

  /// The fields in the callback to the host.
  static let fields = ObjectCodec(
    NotificationClick.init,
    Field(
      "request", \.request, NotificationRequest.codec,
      """
      The notification request that was tapped, from the operating system. Example: `{"identifier": \
      "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
      """),
    Field("actionIdentifier", \.actionIdentifier, .string, actionDoc))

  /// The fields as the operating system reports them.
  static let response = ObjectCodec(
    { NotificationClick(request: $1, actionIdentifier: $0) },
    Field("actionIdentifier", \.actionIdentifier, .string, default: tap, actionDoc),
    Field(
      "request", \.request, NotificationRequest.codec,
      """
      The notification request that was tapped, from the operating system. Example: `{"identifier": \
      "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
      """)
  ).codec().named(
    "NotificationResponse",
    "The response of a user to a notification, from the operating system.")

  private static let actionDoc =
    """
    The tapped element, from the operating system: button0 for the first button, \(tap) for the notification \
    itself, \(dismissal) for a dismissal. Example: `"button0"`.
    """
}

extension NotificationClick {
  /// The target of the click.
  enum Target: Sendable {
    case url(String?)
    /// The target is unknown; the event gives the reason.
    case unknown(EventDraft)
  }

  func target(function: String) -> Target {
    let message = PushMap(request.content.userInfo ?? [:])
    guard actionIdentifier != Self.tap else { return .url(ParsedPush(message.members).clickUrl) }
    let identifier = JSON.string(String(actionIdentifier.prefix(64)))
    guard let index else {
      return .unknown(
        EventDraft(.buttonUnknown, function: function, value: ["identifier": identifier]))
    }
    guard let buttons = PushRow.fitting(message).data.buttons else {
      return .unknown(EventDraft(.buttonsInvalid, function: function))
    }
    guard buttons.indices.contains(index) else {
      return .unknown(
        EventDraft(
          .buttonIdentifierInvalid, function: function,
          value: ["identifier": identifier, "index": .int(index)]))
    }
    return .url(buttons[index].link)
  }

  /// The index of the button in the list of the message; nil if it is not a button.
  private var index: Int? {
    guard actionIdentifier.hasPrefix("button") else { return nil }
    let digits = actionIdentifier.utf8.dropFirst(6)
    guard !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }
}
