// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What events.subscribe answers. */
public final class EventPosition extends JsonRecord {
  EventPosition(JsonElement json) {
    super(json);
  }

  /** The run of the process. */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** The last event so far; 0 for none. */
  public long getSeq() {
    return get("seq", Json::integer);
  }

  /** The oldest event that is kept; null for none. */
  public Long getOldest() {
    return get("oldest", Json::integer);
  }

  /** What is missing after {@code since}; null for nothing. */
  public EventGap getGap() {
    return get("gap", EventGap::new);
  }
}
