// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The position of the event stream, and the missing events. */
public final class EventPosition extends JsonRecord {
  EventPosition(JsonElement json) {
    super(json);
  }

  /**
   * The id of the run of the process that counts {@code seq}; it changes with every start. Example:
   * {@code "9f2c4b1e"}.
   */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** The {@code seq} of the last event so far; 0 if there is none. */
  public long getSeq() {
    return get("seq", Json::integer);
  }

  /** The {@code seq} of the oldest kept event; null if there is none. */
  public Long getOldest() {
    return get("oldest", Json::integer);
  }

  /** The events missing after {@code since}; null if none is missing. */
  public EventGap getGap() {
    return get("gap", EventGap::new);
  }
}
