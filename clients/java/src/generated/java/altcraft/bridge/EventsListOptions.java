// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The optional parameters of {@code events.list}. */
public final class EventsListOptions extends JsonRecord {
  public EventsListOptions() {}

  /**
   * The {@code seq} of the last event that the host has processed; the kept events after it follow.
   * Without it: all kept events, from the oldest. Example: {@code 17}.
   */
  public EventsListOptions since(long since) {
    set("since", since);
    return this;
  }

  /**
   * The largest number of items in the answer, from 1 to 1000; by default 100. Example: {@code 10}.
   */
  public EventsListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /**
   * The {@code epoch} of the event that {@code since} comes from. It identifies the run of the
   * process. Example: {@code "9f2c4b1e"}.
   */
  public EventsListOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }

  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: {@code [230, 430]}.
   */
  public EventsListOptions codes(List<Long> codes) {
    set("codes", codes);
    return this;
  }

  /**
   * The event codes to receive; without it: all. Events of other codes do not count as a gap.
   * Example: {@code [230, 430]}.
   */
  public EventsListOptions codes(long... codes) {
    set("codes", codes);
    return this;
  }
}
