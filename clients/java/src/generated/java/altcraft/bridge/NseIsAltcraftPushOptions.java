// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code nse.isAltcraftPush} may be given. */
public final class NseIsAltcraftPushOptions extends JsonRecord {
  public NseIsAltcraftPushOptions() {}

  /** The notification request; wins where both are given. */
  public NseIsAltcraftPushOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  public NseIsAltcraftPushOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }
}
