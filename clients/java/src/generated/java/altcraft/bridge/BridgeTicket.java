// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A URL that opens one connection. */
public final class BridgeTicket extends JsonRecord {
  BridgeTicket(JsonElement json) {
    super(json);
  }

  /** The address of the pages of this bridge; the fragment {@code #ticket=} has the ticket. */
  public String getUrl() {
    return get("url", JsonElement::getAsString);
  }

  /**
   * The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601, UTC.
   */
  public String getExpiresAt() {
    return get("expiresAt", JsonElement::getAsString);
  }
}
