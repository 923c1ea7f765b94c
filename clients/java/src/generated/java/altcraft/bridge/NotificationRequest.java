// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The request of deliveryEvent. */
public final class NotificationRequest extends JsonRecord {
  public NotificationRequest(NotificationContent content) {
    set("content", content);
  }

  NotificationRequest(JsonElement json) {
    super(json);
  }

  /** The name of the request. */
  public NotificationRequest identifier(String identifier) {
    set("identifier", identifier);
    return this;
  }

  /** The name of the request. May be null. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  public NotificationContent getContent() {
    return get("content", NotificationContent::new);
  }
}
