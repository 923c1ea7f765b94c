// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
 * answered. Example: {@code "outcome"}.
 */
public enum Wait implements Choice {
  ACCEPTED("accepted"),
  OUTCOME("outcome");

  private final String text;

  Wait(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
