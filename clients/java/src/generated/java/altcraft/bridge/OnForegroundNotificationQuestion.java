// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The parameters of {@code notificationManager.onForegroundNotification}. */
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
