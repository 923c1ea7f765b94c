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
}
