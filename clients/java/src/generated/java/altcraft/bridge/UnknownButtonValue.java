// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event for an action that is not a button. */
public final class UnknownButtonValue extends JsonRecord {
  UnknownButtonValue(JsonElement json) {
    super(json);
  }

  /** The identifier of the action, from the host. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }
}
