// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The status of the subscription. Example: {@code "subscribed"}. */
public enum Status implements Choice {
  SUBSCRIBED("subscribed"),
  SUSPENDED("suspended"),
  UNSUBSCRIBED("unsubscribed");

  private final String text;

  Status(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
