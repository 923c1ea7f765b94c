// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event for a button that the push does not have. */
public final class ButtonValue extends JsonRecord {
  ButtonValue(JsonElement json) {
    super(json);
  }

  /** The identifier of the tapped button, from the host. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The index of the button, counted from 0; it is beyond the last button. */
  public long getIndex() {
    return get("index", Json::integer);
  }
}
