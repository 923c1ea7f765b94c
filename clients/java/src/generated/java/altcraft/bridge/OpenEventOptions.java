// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code openEvent} may be given. */
public final class OpenEventOptions extends JsonRecord {
  public OpenEventOptions() {}

  /** The notification request; wins where both are given. */
  public OpenEventOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The data map as it arrived on the device, or the whole message of a provider. Values may be
   * texts that hold JSON.
   */
  public OpenEventOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }

  /** The uid of the message; by default that of the request or message. */
  public OpenEventOptions messageUID(String messageUID) {
    set("messageUID", messageUID);
    return this;
  }

  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  public OpenEventOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /** Whether to answer when the work is safely on disk, or with its outcome. */
  public OpenEventOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  public OpenEventOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
