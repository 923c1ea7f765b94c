// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The jobs that a filter chose. */
public final class OutboxChanges extends JsonRecord {
  OutboxChanges(JsonElement json) {
    super(json);
  }

  /** The number of jobs that match. */
  public long getMatched() {
    return get("matched", Json::integer);
  }

  /** The number of jobs that were changed: 0 with {@code dryRun}. */
  public long getDone() {
    return get("done", Json::integer);
  }
}
