// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code outbox.list} may be given. */
public final class OutboxListOptions extends JsonRecord {
  public OutboxListOptions() {}

  /** The largest number of items in the answer. Example: {@code 10}. */
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

  /** The state of the work to list; without it: both. */
  public OutboxListOptions state(OutboxListState state) {
    set("state", state);
    return this;
  }
}
