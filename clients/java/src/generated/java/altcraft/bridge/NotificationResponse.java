// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What the operating system reports of a tap. */
public final class NotificationResponse extends JsonRecord {
  /**
   * @param request The request that was tapped.
   */
  public NotificationResponse(NotificationRequest request) {
    set("request", request);
  }

  /**
   * button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
   * notification itself.
   */
  public NotificationResponse actionIdentifier(String actionIdentifier) {
    set("actionIdentifier", actionIdentifier);
    return this;
  }
}
