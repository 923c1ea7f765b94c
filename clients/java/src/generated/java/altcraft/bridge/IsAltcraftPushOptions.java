// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code isAltcraftPush} may be given. */
public final class IsAltcraftPushOptions extends JsonRecord {
  public IsAltcraftPushOptions() {}

  /** The notification request; wins where both are given. */
  public IsAltcraftPushOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  public IsAltcraftPushOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }
}
