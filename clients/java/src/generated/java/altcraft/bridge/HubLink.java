// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Addresses of the platform that count opens and deliveries of a push. */
public final class HubLink extends JsonRecord {
  HubLink(JsonElement json) {
    super(json);
  }

  /** The address whose request counts an open. May be null. */
  public String getOpen() {
    return get("open", JsonElement::getAsString);
  }

  /** The address whose request counts a delivery. May be null. */
  public String getAck() {
    return get("ack", JsonElement::getAsString);
  }
}
