// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The parameters of {@code notificationManager.onNotificationClick}. */
public final class OnNotificationClickQuestion extends JsonRecord {
  OnNotificationClickQuestion(JsonElement json) {
    super(json);
  }

  /**
   * The notification request that was tapped, from the operating system. Example:
   * {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}.
   */
  public NotificationRequest getRequest() {
    return get("request", NotificationRequest::new);
  }

  /**
   * The tapped element, from the operating system: button0 for the first button,
   * com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
   * com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: {@code "button0"}.
   */
  public String getActionIdentifier() {
    return get("actionIdentifier", JsonElement::getAsString);
  }
}
