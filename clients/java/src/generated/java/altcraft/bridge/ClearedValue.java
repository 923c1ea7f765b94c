// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event that the data was cleared. */
public final class ClearedValue extends JsonRecord {
  ClearedValue(JsonElement json) {
    super(json);
  }

  /** How many pieces of work were ended. */
  public long getCleared() {
    return get("cleared", Json::integer);
  }
}
