// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What {@code notificationManager.onNotificationClick} is asked with. */
public final class OnNotificationClickQuestion extends JsonRecord {
  OnNotificationClickQuestion(JsonElement json) {
    super(json);
  }

  /** The request that was tapped. */
  public NotificationRequest getRequest() {
    return get("request", NotificationRequest::new);
  }

  /**
   * button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
   * notification itself.
   */
  public String getActionIdentifier() {
    return get("actionIdentifier", JsonElement::getAsString);
  }
}
