// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** How much is left to deliver. */
public final class PendingCount extends JsonRecord {
  PendingCount(JsonElement json) {
    super(json);
  }

  /** How many pieces of work are pending now. */
  public long getPending() {
    return get("pending", Json::integer);
  }
}
