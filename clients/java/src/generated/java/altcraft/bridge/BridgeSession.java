// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The answer to a ticket. */
public final class BridgeSession extends JsonRecord {
  BridgeSession(JsonElement json) {
    super(json);
  }

  /** The role of this connection from now on. */
  public Role getRole() {
    return get("role", Role::of);
  }

  /** A token of this role, for further connections until the bridge ends. */
  public String getSession() {
    return get("session", JsonElement::getAsString);
  }
}
