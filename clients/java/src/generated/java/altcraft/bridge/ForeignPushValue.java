// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** The value of push.foreign. */
public final class ForeignPushValue extends JsonRecord {
  ForeignPushValue(JsonElement json) {
    super(json);
  }

  /** The message, up to 4 KiB of it. */
  public JsonObject getMessage() {
    return get("message", JsonElement::getAsJsonObject);
  }
}
