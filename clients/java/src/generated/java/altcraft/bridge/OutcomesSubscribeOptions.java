// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code outcomes.subscribe}. */
public final class OutcomesSubscribeOptions extends JsonRecord {
  public OutcomesSubscribeOptions() {}

  /**
   * The number of the last outcome that the host has processed; without it: only new outcomes.
   * Example: {@code 17}.
   */
  public OutcomesSubscribeOptions after(long after) {
    set("after", after);
    return this;
  }

  /**
   * The {@code epoch} of the outcome that {@code after} comes from. With it a position that is not
   * of this data directory, as after an older copy of it was put back, is reported and not refused.
   * Example: {@code "9f2c4b1e"}.
   */
  public OutcomesSubscribeOptions epoch(String epoch) {
    set("epoch", epoch);
    return this;
  }
}
