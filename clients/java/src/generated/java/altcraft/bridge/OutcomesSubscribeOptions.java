// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code outcomes.subscribe}. */
public final class OutcomesSubscribeOptions extends JsonRecord {
  public OutcomesSubscribeOptions() {}

  /**
   * The {@code outcome} of the last end that the host has dealt with; without it: only new ends.
   * Example: {@code 17}.
   */
  public OutcomesSubscribeOptions after(long after) {
    set("after", after);
    return this;
  }
}
