// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What the operating system hands to an app when a push arrives. */
public final class NotificationRequest extends JsonRecord {
  /**
   * @param content What it shows and carries.
   */
  public NotificationRequest(NotificationContent content) {
    set("content", content);
  }

  NotificationRequest(JsonElement json) {
    super(json);
  }

  /** What the system knows the request by. */
  public NotificationRequest identifier(String identifier) {
    set("identifier", identifier);
    return this;
  }

  /** What the system knows the request by. May be null. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** What it shows and carries. */
  public NotificationContent getContent() {
    return get("content", NotificationContent::new);
  }
}
