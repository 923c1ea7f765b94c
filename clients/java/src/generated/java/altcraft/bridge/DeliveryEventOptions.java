// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code deliveryEvent} may be given. */
public final class DeliveryEventOptions extends JsonRecord {
  public DeliveryEventOptions() {}

  /** The notification request; wins where both are given. */
  public DeliveryEventOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  public DeliveryEventOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }

  /** The uid of the message; by default that of the request or message. */
  public DeliveryEventOptions messageUID(String messageUID) {
    set("messageUID", messageUID);
    return this;
  }

  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  public DeliveryEventOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /** Whether to answer when the work is safely on disk, or with its outcome. */
  public DeliveryEventOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  public DeliveryEventOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
