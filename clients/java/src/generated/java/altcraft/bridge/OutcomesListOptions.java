// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The optional parameters of {@code outcomes.list}. */
public final class OutcomesListOptions extends JsonRecord {
  public OutcomesListOptions() {}

  /**
   * The {@code outcome} of the last end that the host has dealt with, or the {@code next} of the
   * page before. Example: {@code 17}.
   */
  public OutcomesListOptions after(long after) {
    set("after", after);
    return this;
  }

  /**
   * The largest number of items in the answer, from 1 to 1000; by default 100. Example: {@code 10}.
   */
  public OutcomesListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /** The states of the ends to list; without it: all. Example: {@code ["rejected", "expired"]}. */
  public OutcomesListOptions state(List<NumberedOutcomeState> state) {
    set("state", state);
    return this;
  }

  /** The states of the ends to list; without it: all. Example: {@code ["rejected", "expired"]}. */
  public OutcomesListOptions state(NumberedOutcomeState... state) {
    set("state", state);
    return this;
  }

  /** The methods of the ends to list; without it: all. Example: {@code ["mobileEvent"]}. */
  public OutcomesListOptions method(List<String> method) {
    set("method", method);
    return this;
  }

  /** The methods of the ends to list; without it: all. Example: {@code ["mobileEvent"]}. */
  public OutcomesListOptions method(String... method) {
    set("method", method);
    return this;
  }

  /** The start of the ids to list; without it: all. Example: {@code "order-"}. */
  public OutcomesListOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }
}
