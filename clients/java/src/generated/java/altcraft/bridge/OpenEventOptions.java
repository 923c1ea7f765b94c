// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.Map;

/** The optional parameters of {@code openEvent}. */
public final class OpenEventOptions extends JsonRecord {
  public OpenEventOptions() {}

  /**
   * The notification request from the operating system, as JSON. It takes precedence over
   * {@code message}. Example:
   * {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}}.
   */
  public OpenEventOptions request(NotificationRequest request) {
    set("request", request);
    return this;
  }

  /**
   * The push: the data map as it arrived on the device, or the whole message of a provider. Its
   * values may be strings that hold JSON. Example: {@code {"_ac_push": "true", "_uid": "uid-1"}}.
   */
  public OpenEventOptions message(Map<String, ?> message) {
    set("message", message);
    return this;
  }

  /**
   * The uid of the push, from the {@code uid} or {@code _uid} of its data. Without it: the one in
   * {@code request} or {@code message}. Example: {@code "uid-1"}.
   */
  public OpenEventOptions messageUID(String messageUID) {
    set("messageUID", messageUID);
    return this;
  }

  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: {@code "order-7"}.
   */
  public OpenEventOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: {@code "outcome"}.
   */
  public OpenEventOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: {@code 5000}.
   */
  public OpenEventOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
