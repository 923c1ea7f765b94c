// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code bridge.check}. */
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
