// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The state of the jobs. Example: {@code "rejected"}. */
public enum OutboxFilterState implements Choice {
  PENDING("pending"),
  REJECTED("rejected");

  private final String text;

  OutboxFilterState(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
