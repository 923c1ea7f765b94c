// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code actionField} may be given. */
public final class ActionFieldOptions extends JsonRecord {
  public ActionFieldOptions() {}

  /** With what; null for nothing. */
  public ActionFieldOptions value(Object value) {
    set("value", value);
    return this;
  }
}
