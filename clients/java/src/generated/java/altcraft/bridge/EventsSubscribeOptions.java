// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The optional parameters of {@code events.subscribe}. */
public final class EventsSubscribeOptions extends JsonRecord {
  public EventsSubscribeOptions() {}

  /**
   * The {@code seq} of the last event that the host has processed; the kept events after it follow.
   * Without it: only new events. Example: {@code 17}.
   */
  public EventsSubscribeOptions since(long since) {
    set("since", since);
    return this;
  }

  /**
   * The {@code epoch} of the event that {@code since} comes from. It identifies the run of the
   * process. Example: {@code "9f2c4b1e"}.
   */
  public EventsSubscribeOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }

  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: {@code [230, 430]}.
   */
  public EventsSubscribeOptions codes(List<Long> codes) {
    set("codes", codes);
    return this;
  }

  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: {@code [230, 430]}.
   */
  public EventsSubscribeOptions codes(long... codes) {
    set("codes", codes);
    return this;
  }
}
