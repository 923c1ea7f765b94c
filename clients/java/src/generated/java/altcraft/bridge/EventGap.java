// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A range of events that a subscriber did not receive. */
public final class EventGap extends JsonRecord {
  EventGap(JsonElement json) {
    super(json);
  }

  /** The {@code seq} of the first missing event. Example: {@code 18}. */
  public long getFrom() {
    return get("from", Json::integer);
  }

  /** The {@code seq} of the last missing event; null if it is unknown. Example: {@code 20}. */
  public Long getTo() {
    return get("to", Json::integer);
  }

  /** The number of missing events; null if it is unknown. Example: {@code 3}. */
  public Long getCount() {
    return get("count", Json::integer);
  }

  /**
   * The reason: overflow if the events are no longer kept or were not read in time, restart if the
   * cursor is of an earlier run.
   */
  public EventGapReason getReason() {
    return get("reason", EventGapReason::of);
  }
}
