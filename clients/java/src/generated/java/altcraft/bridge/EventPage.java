// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.List;

/** Events that are kept, and where the stream stands. */
public final class EventPage extends JsonRecord {
  EventPage(JsonElement json) {
    super(json);
  }

  /** The run of the process that numbered it. */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** The seq of the last event so far; 0 for none. */
  public long getSeq() {
    return get("seq", Json::integer);
  }

  /** The seq of the oldest event that is kept; null for none. */
  public Long getOldest() {
    return get("oldest", Json::integer);
  }

  /** What is missing after {@code since}; null for nothing. */
  public EventGap getGap() {
    return get("gap", EventGap::new);
  }

  /** The events, oldest first. */
  public List<Event> getEvents() {
    return list("events", Event::of);
  }
}
