// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code updateProfileFields} may be given. */
public final class UpdateProfileFieldsOptions extends JsonRecord {
  public UpdateProfileFieldsOptions() {}

  /** Fields of the profile: scalars, or what actionField makes; else 475. */
  public UpdateProfileFieldsOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /** Whether triggers of campaigns and scenarios ignore the change. */
  public UpdateProfileFieldsOptions skipTriggers(boolean skipTriggers) {
    set("skipTriggers", skipTriggers);
    return this;
  }

  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  public UpdateProfileFieldsOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /** Whether to answer when the work is safely on disk, or with its outcome. */
  public UpdateProfileFieldsOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  public UpdateProfileFieldsOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
