// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code outbox.flush}. */
public final class OutboxFlushOptions extends JsonRecord {
  public OutboxFlushOptions() {}

  /**
   * True to answer after each waiting job has had its attempt, false to answer immediately.
   * Example: {@code true}.
   */
  public OutboxFlushOptions wait(boolean wait) {
    set("wait", wait);
    return this;
  }
}
