// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event that a push has no button at that place. */
public final class ButtonValue extends JsonRecord {
  ButtonValue(JsonElement json) {
    super(json);
  }

  /** The button that was tapped, as the app named it. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** Its place in the list from 0, which is beyond the last button. */
  public long getIndex() {
    return get("index", Json::integer);
  }
}
