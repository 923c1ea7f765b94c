// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code outbox.list}. */
public final class OutboxListOptions extends JsonRecord {
  public OutboxListOptions() {}

  /**
   * The largest number of items in the answer, from 1 to 1000; by default 100. Example: {@code 10}.
   */
  public OutboxListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /**
   * The {@code next} of the previous page; without it: the first page. Example:
   * {@code "example-1"}.
   */
  public OutboxListOptions after(String after) {
    set("after", after);
    return this;
  }

  /** Lists only jobs in this state; without it: both. Example: {@code "rejected"}. */
  public OutboxListOptions state(OutboxFilterState state) {
    set("state", state);
    return this;
  }
}
