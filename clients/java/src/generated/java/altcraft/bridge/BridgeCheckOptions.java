// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code bridge.check} may be given. */
public final class BridgeCheckOptions extends JsonRecord {
  public BridgeCheckOptions() {}

  /**
   * The parameters for that method, by name or by position. Example:
   * {@code {"provider": "ios-apns", "pushToken": null}}.
   */
  public BridgeCheckOptions params(Object params) {
    set("params", params);
    return this;
  }
}
