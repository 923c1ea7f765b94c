// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.Map;

/** The optional parameters of {@code updateProfileFields}. */
public final class UpdateProfileFieldsOptions extends JsonRecord {
  public UpdateProfileFieldsOptions() {}

  /**
   * Fields of the profile by name, as the database of the platform defines them. A value is a
   * string, a number, a boolean, null, or an object returned by {@code actionField}; any other is
   * refused with 475. Example: {@code {"_fname": "Ann", "visits": {"action": "incr", "value": 1}}}.
   */
  public UpdateProfileFieldsOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /**
   * True if triggers of mailings and scenarios must ignore the profile for this change. Example:
   * {@code true}.
   */
  public UpdateProfileFieldsOptions skipTriggers(boolean skipTriggers) {
    set("skipTriggers", skipTriggers);
    return this;
  }

  /**
   * The caller's idempotency key, unique within the app group; it is also the header Request-ID of
   * every attempt. Repeat a call with the same key and it has effect only once. Without it: a new
   * UUID. Example: {@code "order-7"}.
   */
  public UpdateProfileFieldsOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * The moment of the answer: accepted, when the job is on disk; outcome, when the platform has
   * answered. Example: {@code "outcome"}.
   */
  public UpdateProfileFieldsOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /**
   * The longest time to wait for the outcome, in milliseconds; after it the answer has state
   * pending. Example: {@code 5000}.
   */
  public UpdateProfileFieldsOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
