// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The value of the event that a push is not the platform's. */
public final class ForeignPushValue extends JsonRecord {
  ForeignPushValue(JsonElement json) {
    super(json);
  }

  /** The message. The value is null for one of more than 4 KiB. */
  public JsonObject getMessage() {
    return get("message", JsonElement::getAsJsonObject);
  }
}
