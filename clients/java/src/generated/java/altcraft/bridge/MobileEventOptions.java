// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code mobileEvent} may be given. */
public final class MobileEventOptions extends JsonRecord {
  public MobileEventOptions() {}

  /** The message that led to it. */
  public MobileEventOptions sendMessageId(String sendMessageId) {
    set("sendMessageId", sendMessageId);
    return this;
  }

  /** Data of the event. Values must be scalars, else the call is refused with 475. */
  public MobileEventOptions payload(Map<String, ?> payload) {
    set("payload", payload);
    return this;
  }

  /** How the platform finds the profile. */
  public MobileEventOptions matching(Map<String, ?> matching) {
    set("matching", matching);
    return this;
  }

  /** The kind of that matching. */
  public MobileEventOptions matchingType(String matchingType) {
    set("matchingType", matchingType);
    return this;
  }

  /** Fields of the profile. */
  public MobileEventOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /** A subscription to be made with the event. An unknown channel is refused with 476. */
  public MobileEventOptions subscription(Subscription subscription) {
    set("subscription", subscription);
    return this;
  }

  /** Where the user came from. */
  public MobileEventOptions utm(UTM utm) {
    set("utm", utm);
    return this;
  }

  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  public MobileEventOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /** Whether to answer when the work is safely on disk, or with its outcome. */
  public MobileEventOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  public MobileEventOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
