// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The response of a user to a notification, from the operating system. */
public final class NotificationResponse extends JsonRecord {
  /**
   * @param request The notification request that was tapped, from the operating system.
   *     Example:
   *     {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}.
   */
  public NotificationResponse(NotificationRequest request) {
    set("request", request);
  }

  /**
   * The tapped element, from the operating system: button0 for the first button,
   * com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
   * com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: {@code "button0"}.
   */
  public NotificationResponse actionIdentifier(String actionIdentifier) {
    set("actionIdentifier", actionIdentifier);
    return this;
  }
}
