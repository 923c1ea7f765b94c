// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** An operation on a field of the profile, as {@code actionField} returns it. */
public final class ActionField extends JsonRecord {
  /**
   * @param action The operation on the field. Example: {@code "incr"}.
   */
  public ActionField(ActionFieldAction action) {
    set("action", action);
  }

  /** The operand: the new value, the number to add, or the list element. Example: {@code 1}. */
  public ActionField value(Object value) {
    set("value", value);
    return this;
  }
}
