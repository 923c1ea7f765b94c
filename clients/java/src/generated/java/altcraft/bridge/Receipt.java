// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What pushSubscribe, pushSuspend or another answers. */
public final class Receipt extends JsonRecord {
  Receipt(JsonElement json) {
    super(json);
  }

  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** May be null. */
  public Outcome getOutcome() {
    return get("outcome", Outcome::new);
  }
}
