// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The answer to a durable call: its job is on disk, and is retried until it ends. */
public final class Receipt extends JsonRecord {
  Receipt(JsonElement json) {
    super(json);
  }

  /** The id of the job, for {@code outbox.get}; also the header Request-ID of every attempt. */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The outcome of the job. Present only if the call waited for it. May be null. */
  public Outcome getOutcome() {
    return get("outcome", Outcome::new);
  }
}
