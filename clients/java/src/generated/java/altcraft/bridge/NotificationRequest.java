// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The request from the operating system for a push that arrived. */
public final class NotificationRequest extends JsonRecord {
  /**
   * @param content The visible content and the data of the notification. Example:
   *     {@code {"title": "Sale"}}.
   */
  public NotificationRequest(NotificationContent content) {
    set("content", content);
  }

  NotificationRequest(JsonElement json) {
    super(json);
  }

  /** The identifier of the request, from the operating system. Example: {@code "request-1"}. */
  public NotificationRequest identifier(String identifier) {
    set("identifier", identifier);
    return this;
  }

  /**
   * The identifier of the request, from the operating system. Example: {@code "request-1"}. May be
   * null.
   */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The visible content and the data of the notification. Example: {@code {"title": "Sale"}}. */
  public NotificationContent getContent() {
    return get("content", NotificationContent::new);
  }
}
