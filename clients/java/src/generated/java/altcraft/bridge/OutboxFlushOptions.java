// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code outbox.flush} may be given. */
public final class OutboxFlushOptions extends JsonRecord {
  public OutboxFlushOptions() {}

  /** True to answer after each waiting job has had its attempt, false to answer immediately. */
  public OutboxFlushOptions wait(boolean wait) {
    set("wait", wait);
    return this;
  }
}
