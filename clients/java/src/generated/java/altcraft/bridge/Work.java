// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What outbox.get answers. */
public final class Work extends JsonRecord {
  Work(JsonElement json) {
    super(json);
  }

  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The method that was called, or tokenUpdate. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  public State getState() {
    return get("state", State::of);
  }

  /** A time in ISO 8601 and UTC. */
  public String getCreatedAt() {
    return get("createdAt", JsonElement::getAsString);
  }

  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /** A time in ISO 8601 and UTC. May be null. */
  public String getNextAttemptAt() {
    return get("nextAttemptAt", JsonElement::getAsString);
  }

  /** May be null. */
  public WaitingFor getWaitingFor() {
    return get("waitingFor", WaitingFor::of);
  }

  /** May be null. */
  public WorkLastError getLastError() {
    return get("lastError", WorkLastError::new);
  }

  /** May be null. */
  public WorkOutcome getOutcome() {
    return get("outcome", WorkOutcome::new);
  }

  /** A time in ISO 8601 and UTC. May be null. */
  public String getEndedAt() {
    return get("endedAt", JsonElement::getAsString);
  }

  public boolean isRetryable() {
    return get("retryable", JsonElement::getAsBoolean);
  }
}
