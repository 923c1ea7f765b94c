// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A job: one call that was accepted for delivery, with its state and outcome. */
public final class Job extends JsonRecord {
  Job(JsonElement json) {
    super(json);
  }

  /**
   * The id of the job, from the answer of the call; also the header Request-ID of every attempt.
   */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The method of the call, or tokenUpdate. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /** The state: pending until the job ends, then its final state. */
  public State getState() {
    return get("state", State::of);
  }

  /** The time at which the call was accepted, in UTC. A time in ISO 8601, UTC. */
  public String getCreatedAt() {
    return get("createdAt", JsonElement::getAsString);
  }

  /** The number of attempts so far. */
  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /** The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC. */
  public String getNextAttemptAt() {
    return get("nextAttemptAt", JsonElement::getAsString);
  }

  /**
   * The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token,
   * the permission to notify, a configuration, or other jobs of its user before it (lane). Null if
   * it is being tried or is the next of its user.
   */
  public WaitingFor getWaitingFor() {
    return get("waitingFor", WaitingFor::of);
  }

  /** The result of the last failed attempt; null if none has failed. */
  public JobLastError getLastError() {
    return get("lastError", JobLastError::new);
  }

  /** The outcome of the job; null while it is pending. */
  public JobOutcome getOutcome() {
    return get("outcome", JobOutcome::new);
  }

  /** The time at which the job ended; null while it is pending. A time in ISO 8601, UTC. */
  public String getEndedAt() {
    return get("endedAt", JsonElement::getAsString);
  }

  /** True for a rejected job that {@code outbox.retry} accepts. */
  public boolean isRetryable() {
    return get("retryable", JsonElement::getAsBoolean);
  }
}
