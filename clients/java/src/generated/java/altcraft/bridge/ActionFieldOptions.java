// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code actionField}. */
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
