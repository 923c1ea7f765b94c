// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
 */
public final class Retry extends JsonRecord {
  public Retry() {}

  /**
   * The pause after the first failed attempt, in seconds; it grows with each further one. Example:
   * {@code 1}.
   */
  public Retry firstSeconds(double firstSeconds) {
    set("firstSeconds", firstSeconds);
    return this;
  }

  /** The longest pause between two attempts, in seconds. Example: {@code 60}. */
  public Retry maxSeconds(double maxSeconds) {
    set("maxSeconds", maxSeconds);
    return this;
  }

  /** The time after which an undelivered job expires, in seconds. Example: {@code 86400}. */
  public Retry totalSeconds(double totalSeconds) {
    set("totalSeconds", totalSeconds);
    return this;
  }
}
