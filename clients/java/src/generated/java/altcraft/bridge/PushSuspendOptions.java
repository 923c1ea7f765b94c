// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.Map;

/** What {@code pushSuspend} may be given. */
public final class PushSuspendOptions extends JsonRecord {
  public PushSuspendOptions() {}

  /**
   * Whether the platform answers with the final result and the profile, or only that it accepted.
   */
  public PushSuspendOptions sync(boolean sync) {
    set("sync", sync);
    return this;
  }

  /** Fields of the profile: any JSON, also what actionField makes. */
  public PushSuspendOptions profileFields(Map<String, ?> profileFields) {
    set("profileFields", profileFields);
    return this;
  }

  /** Fields of the subscription. Values must be scalars, else the call is refused with 475. */
  public PushSuspendOptions customFields(Map<String, ?> customFields) {
    set("customFields", customFields);
    return this;
  }

  /** Categories. A bare string is an active category of that name. */
  public PushSuspendOptions cats(String... cats) {
    set("cats", cats);
    return this;
  }

  /** Categories. A bare string is an active category of that name. */
  public PushSuspendOptions cats(Category... cats) {
    set("cats", cats);
    return this;
  }

  /** Whether subscriptions of other profiles with the same token are unsubscribed. */
  public PushSuspendOptions replace(boolean replace) {
    set("replace", replace);
    return this;
  }

  /** Whether triggers of campaigns and scenarios ignore the change. */
  public PushSuspendOptions skipTriggers(boolean skipTriggers) {
    set("skipTriggers", skipTriggers);
    return this;
  }

  /**
   * The caller's own idempotency key, which is also the Request-ID of every attempt. Without one a
   * lower-case UUID is made.
   */
  public PushSuspendOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /** Whether to answer when the work is safely on disk, or with its outcome. */
  public PushSuspendOptions wait(Wait wait) {
    set("wait", wait);
    return this;
  }

  /** How long to wait for the outcome, in milliseconds; then its state is pending. */
  public PushSuspendOptions waitTimeoutMs(long waitTimeoutMs) {
    set("waitTimeoutMs", waitTimeoutMs);
    return this;
  }
}
