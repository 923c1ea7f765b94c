// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.Map;

/** The optional parameters of {@code mobileEvent}. */
public final class MobileEventOptions extends JsonRecord {
  public MobileEventOptions() {}

  /**
   * The identifier (SMID) of the message that led to the event, from the data of that message; it
   * ties the event to its mailing. Example: {@code "m-7"}.
   */
  public MobileEventOptions sendMessageId(String sendMessageId) {
    set("sendMessageId", sendMessageId);
    return this;
  }

  /**
   * Data of the event, chosen by the host. Values are strings, numbers, booleans or null; any other
   * is refused with 475. Example: {@code {"amount": 12, "currency": "EUR"}}.
   */
  public MobileEventOptions payload(Map<String, ?> payload) {
    set("payload", payload);
    return this;
  }

  /**
   * Identifiers of the user by type, from the host's own data of the user; the platform finds the
   * profile by them. Example: {@code {"email": "ann@example.com"}}.
   */
  public MobileEventOptions matching(Map<String, ?> matching) {
    set("matching", matching);
    return this;
  }

  /**
   * The type of the identifier in {@code matching} by which the platform finds the profile, as the
   * platform names it: email, phone, profile_id and others. Example: {@code "email"}.
   */
  public MobileEventOptions matchingType(String matchingType) {
    set("matchingType", matchingType);
    return this;
  }

  /**
   * Fields of the profile to set, by name, as the database of the platform defines them. Example:
   * {@code {"_fname": "Ann"}}.
   */
  public MobileEventOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /**
   * A subscription to add to the profile with the event. An unknown channel is refused with 476.
   * Example: {@code {"channel": "email", "resource_id": 1, "email": "ann@example.com"}}.
   */
  public MobileEventOptions subscription(Subscription subscription) {
    set("subscription", subscription);
    return this;
  }

  /**
   * The UTM tags of the link that led the user to the app, from that link or from the attribution
   * service of the host. Example: {@code {"campaign": "spring", "source": "newsletter"}}.
   */
  public MobileEventOptions utm(UTM utm) {
    set("utm", utm);
    return this;
  }

  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: {@code "order-7"}.
   */
  public MobileEventOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: {@code "outcome"}.
   */
  public MobileEventOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: {@code 5000}.
   */
  public MobileEventOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
