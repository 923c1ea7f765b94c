// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code setUserDefaultsValue}. */
public final class SetUserDefaultsValueOptions extends JsonRecord {
  public SetUserDefaultsValueOptions() {}

  /**
   * The value to store: any JSON up to 64 KiB; null removes the stored one. Example:
   * {@code "dark"}.
   */
  public SetUserDefaultsValueOptions value(Object value) {
    set("value", value);
    return this;
  }
}
