// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The pauses between attempts, in seconds. Each one that is left out is as the limits say. */
public final class Retry extends JsonRecord {
  public Retry() {}

  /** The pause after the first attempt, in seconds; it grows from there. */
  public Retry firstSeconds(double firstSeconds) {
    set("firstSeconds", firstSeconds);
    return this;
  }

  /** The longest pause, in seconds. */
  public Retry maxSeconds(double maxSeconds) {
    set("maxSeconds", maxSeconds);
    return this;
  }

  /** How long work is tried before it expires, in seconds. */
  public Retry totalSeconds(double totalSeconds) {
    set("totalSeconds", totalSeconds);
    return this;
  }
}
