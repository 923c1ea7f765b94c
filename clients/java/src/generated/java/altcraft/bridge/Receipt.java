// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The answer to a durable call: its work is on disk, and is tried until it ends. */
public final class Receipt extends JsonRecord {
  Receipt(JsonElement json) {
    super(json);
  }

  /** What outbox.get knows the work by; the Request-ID of every attempt. */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** How the work ended. Left out unless the call waited for it. May be null. */
  public Outcome getOutcome() {
    return get("outcome", Outcome::new);
  }
}
