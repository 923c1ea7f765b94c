// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code actionField} may be given. */
public final class ActionFieldOptions extends JsonRecord {
  public ActionFieldOptions() {}

  /**
   * The operand: the new value, the number to add, or the list element; null for unset. Example:
   * {@code "Andrey"}.
   */
  public ActionFieldOptions value(Object value) {
    set("value", value);
    return this;
  }
}
