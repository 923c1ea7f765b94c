// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** Events that a subscriber did not get. */
public final class EventGap extends JsonRecord {
  EventGap(JsonElement json) {
    super(json);
  }

  /** The seq of the first event that is missing. */
  public long getFrom() {
    return get("from", Json::integer);
  }

  /** The seq of the last one; null when that is not known. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** How many are missing; null when that is not known. */
  public Long getCount() {
    return get("count", Json::integer);
  }

  /** overflow: no longer kept, or not taken in time. restart: the cursor is of an earlier run. */
  public EventGapReason getReason() {
    return get("reason", EventGapReason::of);
  }
}
