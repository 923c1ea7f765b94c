// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A button of a push. */
public final class PushButton extends JsonRecord {
  PushButton(JsonElement json) {
    super(json);
  }

  /** button0 for the first one of the message. */
  public String getIdentifier() {
    return get("identifier", JsonElement::getAsString);
  }

  /** What stands on it. May be null. */
  public String getLabel() {
    return get("label", JsonElement::getAsString);
  }

  /** What a tap on it opens; null for nothing. */
  public String getLink() {
    return get("link", JsonElement::getAsString);
  }
}
