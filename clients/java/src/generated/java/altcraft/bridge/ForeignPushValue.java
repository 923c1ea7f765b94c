// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The value of the event for a push of another sender. */
public final class ForeignPushValue extends JsonRecord {
  ForeignPushValue(JsonElement json) {
    super(json);
  }

  /** The push. The value is null for one of more than 4 KiB. */
  public JsonObject getMessage() {
    return get("message", JsonElement::getAsJsonObject);
  }
}
