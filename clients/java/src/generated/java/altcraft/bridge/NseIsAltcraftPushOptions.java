// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.Map;

/** The optional parameters of {@code nse.isAltcraftPush}. */
public final class NseIsAltcraftPushOptions extends JsonRecord {
  public NseIsAltcraftPushOptions() {}

  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * {@code message}. Example:
   * {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}}.
   */
  public NseIsAltcraftPushOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: {@code {"_ac_push": "true", "_uid": "uid-1"}}.
   */
  public NseIsAltcraftPushOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }
}
