// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code bridge.check} may be given. */
public final class BridgeCheckOptions extends JsonRecord {
  public BridgeCheckOptions() {}

  /** Its parameters, by name or by position. */
  public BridgeCheckOptions params(Object params) {
    set("params", params);
    return this;
  }
}
