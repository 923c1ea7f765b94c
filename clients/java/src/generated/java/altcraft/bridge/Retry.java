// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The retry of Configuration. */
public final class Retry extends JsonRecord {
  public Retry() {}

  /** The first delay. */
  public Retry firstSeconds(double firstSeconds) {
    set("firstSeconds", firstSeconds);
    return this;
  }

  /** The longest delay. */
  public Retry maxSeconds(double maxSeconds) {
    set("maxSeconds", maxSeconds);
    return this;
  }

  /** How long work is kept trying. */
  public Retry totalSeconds(double totalSeconds) {
    set("totalSeconds", totalSeconds);
    return this;
  }
}
