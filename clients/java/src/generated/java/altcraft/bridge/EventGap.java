// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The gap of EventPage. */
public final class EventGap extends JsonRecord {
  EventGap(JsonElement json) {
    super(json);
  }

  /** The first event that is missing. */
  public long getFrom() {
    return get("from", Json::integer);
  }

  /** The last one; null when that is not known. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** How many; null when that is not known. */
  public Long getCount() {
    return get("count", Json::integer);
  }

  /** No longer kept or not taken in time; or a cursor of an earlier run. */
  public EventGapReason getReason() {
    return get("reason", EventGapReason::of);
  }
}
