// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.Map;

/** The optional parameters of {@code pushUnSubscribe}. */
public final class PushUnSubscribeOptions extends JsonRecord {
  public PushUnSubscribeOptions() {}

  /**
   * True if the platform answers with the final result and the profile; false if it answers as soon
   * as it has accepted the request. Example: {@code true}.
   */
  public PushUnSubscribeOptions sync(boolean sync) {
    set("sync", sync);
    return this;
  }

  /**
   * Fields of the profile to set, by name, as the database of the platform defines them: any JSON,
   * including objects returned by {@code actionField}. Example: {@code {"_fname": "Ann"}}.
   */
  public PushUnSubscribeOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /**
   * Custom fields of the subscription by name, as the resource of the platform defines them. Values
   * are strings, numbers, booleans or null; any other is refused with 475. Example:
   * {@code {"plan": "pro"}}.
   */
  public PushUnSubscribeOptions customFields(Map<String, ?> customFields) {
    set("customFields", customFields);
    return this;
  }

  /**
   * Categories of the subscription, as the resource of the platform defines them. A plain string
   * means an active category with that name. Example:
   * {@code [{"name": "news", "active": true}, "offers"]}.
   */
  public PushUnSubscribeOptions cats(String... cats) {
    set("cats", cats);
    return this;
  }

  /**
   * Categories of the subscription, as the resource of the platform defines them. A plain string
   * means an active category with that name. Example:
   * {@code [{"name": "news", "active": true}, "offers"]}.
   */
  public PushUnSubscribeOptions cats(Category... cats) {
    set("cats", cats);
    return this;
  }

  /**
   * True to unsubscribe the subscriptions of other profiles of the database with the same push
   * token. Example: {@code true}.
   */
  public PushUnSubscribeOptions replace(boolean replace) {
    set("replace", replace);
    return this;
  }

  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * {@code true}.
   */
  public PushUnSubscribeOptions skipTriggers(boolean skipTriggers) {
    set("skipTriggers", skipTriggers);
    return this;
  }

  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: {@code "order-7"}.
   */
  public PushUnSubscribeOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: {@code "outcome"}.
   */
  public PushUnSubscribeOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: {@code 5000}.
   */
  public PushUnSubscribeOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
