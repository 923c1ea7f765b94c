// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What is to be done to it. */
public enum ActionFieldAction implements Choice {
  SET("set"),
  UNSET("unset"),
  INCR("incr"),
  ADD("add"),
  DELETE("delete"),
  UPSERT("upsert");

  private final String text;

  ActionFieldAction(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }
}
