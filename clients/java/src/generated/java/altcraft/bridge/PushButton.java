// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A button of a push. */
public final class PushButton extends JsonRecord {
  PushButton(JsonElement json) {
    super(json);
  }

  /** The identifier: button0 for the first button of the push. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** The label of the button. May be null. */
  public String getLabel() {
    return get("label", JsonElement::getAsString);
  }

  /** The address that a tap on the button opens; null if there is none. */
  public String getLink() {
    return get("link", JsonElement::getAsString);
  }
}
