// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of buttonUnknown. */
public final class UnknownButtonValue extends JsonRecord {
  UnknownButtonValue(JsonElement json) {
    super(json);
  }

  /** The action as it was named. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }
}
