// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The number of jobs left to deliver. */
public final class PendingCount extends JsonRecord {
  PendingCount(JsonElement json) {
    super(json);
  }

  /** The number of pending jobs. */
  public long getPending() {
    return get("pending", Json::integer);
  }
}
