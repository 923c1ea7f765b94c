// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** Whether to answer when the work is safely on disk, or with its outcome. */
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
