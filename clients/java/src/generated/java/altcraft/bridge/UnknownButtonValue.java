// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event that an action is no button. */
public final class UnknownButtonValue extends JsonRecord {
  UnknownButtonValue(JsonElement json) {
    super(json);
  }

  /** The action, as the app named it. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }
}
