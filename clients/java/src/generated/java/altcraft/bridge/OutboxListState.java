// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The state of the jobs to list; without it: both. */
public enum OutboxListState implements Choice {
  PENDING("pending"),
  REJECTED("rejected");

  private final String text;

  OutboxListState(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
