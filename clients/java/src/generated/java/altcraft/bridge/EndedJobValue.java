// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event for a job that ended without an answer: expired, cleared or lost. */
public final class EndedJobValue extends JsonRecord {
  EndedJobValue(JsonElement json) {
    super(json);
  }

  /** The method of the call. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /** The time at which the call was accepted, in UTC. A time in ISO 8601, UTC. */
  public String getCreatedAt() {
    return get("createdAt", JsonElement::getAsString);
  }

  /**
   * Of event 601: superseded if a later suspend or unsubscribe of the user has passed the
   * subscription, discarded after {@code outbox.discard}; absent for a change of the resource
   * token, and of other events. May be null.
   */
  public Cause getCause() {
    return get("cause", Cause::of);
  }

  /**
   * The {@code requestId} of the job that superseded this one; absent for any other cause. May be
   * null.
   */
  public String getBy() {
    return get("by", JsonElement::getAsString);
  }
}
