// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of buttonIdentifierInvalid. */
public final class ButtonValue extends JsonRecord {
  ButtonValue(JsonElement json) {
    super(json);
  }

  /** The button as it was named. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** Its place, which is beyond the buttons. */
  public long getIndex() {
    return get("index", Json::integer);
  }
}
