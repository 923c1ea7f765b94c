// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What {@code notificationManager.onForegroundNotification} is asked with. */
public final class OnForegroundNotificationQuestion extends JsonRecord {
  OnForegroundNotificationQuestion(JsonElement json) {
    super(json);
  }

  /**
   * The notification request from the operating system, as JSON. Example:
   * {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}}.
   */
  public NotificationRequest getRequest() {
    return get("request", NotificationRequest::new);
  }
}
