// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code outbox.list} may be given. */
public final class OutboxListOptions extends JsonRecord {
  public OutboxListOptions() {}

  /** How many at the most. */
  public OutboxListOptions limit(long limit) {
    set("limit", limit);
    return this;
  }

  /** The last id of the page before: its {@code next}. */
  public OutboxListOptions after(String after) {
    set("after", after);
    return this;
  }

  /** Only work of that state; both without it. */
  public OutboxListOptions state(OutboxListState state) {
    set("state", state);
    return this;
  }
}
