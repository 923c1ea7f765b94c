// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Addresses of the platform that count what became of a push. */
public final class HubLink extends JsonRecord {
  HubLink(JsonElement json) {
    super(json);
  }

  /** Counts an open when it is fetched. May be null. */
  public String getOpen() {
    return get("open", JsonElement::getAsString);
  }

  /** Counts a delivery when it is fetched. May be null. */
  public String getAck() {
    return get("ack", JsonElement::getAsString);
  }
}
