// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** One call that was accepted for delivery, and what has become of it. */
public final class Work extends JsonRecord {
  Work(JsonElement json) {
    super(json);
  }

  /** What the call was answered; the Request-ID of every attempt. */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The method that was called, or tokenUpdate. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /** pending until it has ended, then how it ended. */
  public State getState() {
    return get("state", State::of);
  }

  /** When it was accepted. A time in ISO 8601 and UTC. */
  public String getCreatedAt() {
    return get("createdAt", JsonElement::getAsString);
  }

  /** How often it was sent so far. */
  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /** When it is sent again; null when no time is set for that. A time in ISO 8601 and UTC. */
  public String getNextAttemptAt() {
    return get("nextAttemptAt", JsonElement::getAsString);
  }

  /**
   * Why it is not being sent: a pause before the next attempt, a JWT of its user, a push token, the
   * permission to notify, or a configuration. Null when nothing holds it up.
   */
  public WaitingFor getWaitingFor() {
    return get("waitingFor", WaitingFor::of);
  }

  /** What the last attempt came to; null when none has failed. */
  public WorkLastError getLastError() {
    return get("lastError", WorkLastError::new);
  }

  /** How it ended; null while it is pending. */
  public WorkOutcome getOutcome() {
    return get("outcome", WorkOutcome::new);
  }

  /** When it ended; null while it is pending. A time in ISO 8601 and UTC. */
  public String getEndedAt() {
    return get("endedAt", JsonElement::getAsString);
  }

  /** Whether it was rejected and outbox.retry would take it. */
  public boolean isRetryable() {
    return get("retryable", JsonElement::getAsBoolean);
  }
}
