// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The operation on the field. Example: {@code "incr"}. */
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
