// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;

/** What {@code events.list} may be given. */
public final class EventsListOptions extends JsonRecord {
  public EventsListOptions() {}

  /** The seq of the last event that is known: what is still kept after it follows. */
  public EventsListOptions since(long since) {
    set("since", since);
    return this;
  }

  /** How many at the most. */
  public EventsListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /** The run of the process that {@code since} came from. */
  public EventsListOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }

  /** Only events of these codes; what this leaves out is no gap. */
  public EventsListOptions codes(List<Long> codes) {
    set("codes", codes);
    return this;
  }

  /** Only events of these codes; what this leaves out is no gap. */
  public EventsListOptions codes(long... codes) {
    set("codes", codes);
    return this;
  }
}
