// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outcome of a job, with its number. */
public final class NumberedOutcome extends JsonRecord {
  NumberedOutcome(JsonElement json) {
    super(json);
  }

  /**
   * The epoch of the number: each process that ends a job begins one. Keep it with the number and
   * pass both, so that an older copy of the data directory that was put back is noticed. Example:
   * {@code "9f2c4b1e"}.
   */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /**
   * The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the
   * outcomes became durable, over restarts. Example: {@code 17}.
   */
  public long getOutcome() {
    return get("outcome", Json::integer);
  }

  /** The id of the job, from the answer of the call. Example: {@code "order-7"}. */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The method of the call, or tokenUpdate. Example: {@code "pushSubscribe"}. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /**
   * The start of the tag of the user; null for a job under a resource token, for a job that ended
   * under an earlier version, and after {@code clear}. Example: {@code "5f1d7a84"}.
   */
  public String getUser() {
    return get("user", JsonElement::getAsString);
  }

  /** The state in which the job ended. Example: {@code "delivered"}. */
  public NumberedOutcomeState getState() {
    return get("state", NumberedOutcomeState::of);
  }

  /** The code of the event that reported it. Example: {@code 230}. */
  public long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** The name of that event. Example: {@code "pushSubscribe.succeeded"}. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The HTTP status code of the last attempt; null without an answer. Example: {@code 200}. */
  public Long getHttpCode() {
    return get("httpCode", Json::integer);
  }

  /** The answer of the platform; null if there is none. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }

  /**
   * The time at which the call was accepted, in UTC. Example: {@code "2026-11-20T12:00:00.123Z"}. A
   * time in ISO 8601, UTC.
   */
  public String getAcceptedAt() {
    return get("acceptedAt", JsonElement::getAsString);
  }

  /**
   * The time at which the job ended, in UTC. Example: {@code "2026-11-20T12:00:00.456Z"}. A time in
   * ISO 8601, UTC.
   */
  public String getEndedAt() {
    return get("endedAt", JsonElement::getAsString);
  }

  /** The number of attempts. Example: {@code 1}. */
  public long getAttempts() {
    return get("attempts", Json::integer);
  }

  /**
   * The id of the trace of the attempt that ended the job; null if there is none. Example:
   * {@code "0af7651916cd43dd8448eb211c80319c"}.
   */
  public String getTrace() {
    return get("trace", JsonElement::getAsString);
  }
}
