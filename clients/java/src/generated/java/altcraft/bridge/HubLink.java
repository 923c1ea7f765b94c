// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The hubLink of ParsedPush. */
public final class HubLink extends JsonRecord {
  HubLink(JsonElement json) {
    super(json);
  }

  /** Counts an open. May be null. */
  public String getOpen() {
    return get("open", JsonElement::getAsString);
  }

  /** Counts a delivery. May be null. */
  public String getAck() {
    return get("ack", JsonElement::getAsString);
  }
}
