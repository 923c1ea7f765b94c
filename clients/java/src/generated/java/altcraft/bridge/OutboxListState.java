// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** Only work of that state; both without it. */
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
