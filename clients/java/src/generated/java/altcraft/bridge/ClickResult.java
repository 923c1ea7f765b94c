// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The result of a tap on a notification. */
public final class ClickResult extends JsonRecord {
  ClickResult(JsonElement json) {
    super(json);
  }

  /** The address that the host must open; null if there is none. */
  public String getUrl() {
    return get("url", JsonElement::getAsString);
  }

  /**
   * sdk: the bridge has registered the open event. app: the connection that processes clicks has
   * done everything. dismissed: the user dismissed the notification, which is not an open; nothing
   * is sent.
   */
  public HandledBy getHandledBy() {
    return get("handledBy", HandledBy::of);
  }
}
