// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code outbox.flush} may be given. */
public final class OutboxFlushOptions extends JsonRecord {
  public OutboxFlushOptions() {}

  /** Whether to answer when each piece that waited has had its attempt, or at once. */
  public OutboxFlushOptions wait(boolean wait) {
    set("wait", wait);
    return this;
  }
}
