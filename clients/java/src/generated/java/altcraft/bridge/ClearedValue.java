// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event for cleared data. */
public final class ClearedValue extends JsonRecord {
  ClearedValue(JsonElement json) {
    super(json);
  }

  /** The number of jobs that were ended. */
  public long getCleared() {
    return get("cleared", Json::integer);
  }
}
