// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What outbox.flush answers. */
public final class PendingCount extends JsonRecord {
  PendingCount(JsonElement json) {
    super(json);
  }

  /** How much is pending now. */
  public long getPending() {
    return get("pending", Json::integer);
  }
}
