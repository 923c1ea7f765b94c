// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;

/** What {@code events.subscribe} may be given. */
public final class EventsSubscribeOptions extends JsonRecord {
  public EventsSubscribeOptions() {}

  /** The seq of the last event that is known: what is still kept after it follows. */
  public EventsSubscribeOptions since(long since) {
    set("since", since);
    return this;
  }

  /** The run of the process that {@code since} came from. */
  public EventsSubscribeOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }

  /** Only events of these codes; what this leaves out is no gap. */
  public EventsSubscribeOptions codes(List<Long> codes) {
    set("codes", codes);
    return this;
  }

  /** Only events of these codes; what this leaves out is no gap. */
  public EventsSubscribeOptions codes(long... codes) {
    set("codes", codes);
    return this;
  }
}
