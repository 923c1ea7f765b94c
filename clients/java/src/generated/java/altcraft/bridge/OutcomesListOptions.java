// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The optional parameters of {@code outcomes.list}. */
public final class OutcomesListOptions extends JsonRecord {
  public OutcomesListOptions() {}

  /**
   * The number of the last outcome that the host has processed, or {@code next} of the previous
   * page. Example: {@code 17}.
   */
  public OutcomesListOptions after(long after) {
    set("after", after);
    return this;
  }

  /**
   * The {@code epoch} of the outcome that {@code after} comes from. With it a position that is not
   * of this data directory, as after an older copy of it was put back, is reported and not refused.
   * Example: {@code "9f2c4b1e"}.
   */
  public OutcomesListOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }

  /**
   * The largest number of items in the answer, from 1 to 1000; by default 100. Example: {@code 10}.
   */
  public OutcomesListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /** Lists only outcomes with these states. Example: {@code ["rejected", "expired"]}. */
  public OutcomesListOptions state(List<NumberedOutcomeState> state) {
    set("state", state);
    return this;
  }

  /** Lists only outcomes with these states. Example: {@code ["rejected", "expired"]}. */
  public OutcomesListOptions state(NumberedOutcomeState... state) {
    set("state", state);
    return this;
  }

  /** Lists only outcomes of these methods. Example: {@code ["mobileEvent"]}. */
  public OutcomesListOptions method(List<String> method) {
    set("method", method);
    return this;
  }

  /** Lists only outcomes of these methods. Example: {@code ["mobileEvent"]}. */
  public OutcomesListOptions method(String... method) {
    set("method", method);
    return this;
  }

  /** Lists only jobs whose id starts with this text. Example: {@code "order-"}. */
  public OutcomesListOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }
}
