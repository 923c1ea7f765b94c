// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * -32010: the outbox is full
 *
 * <p>The same call may succeed later.
 */
public final class OutboxFullException extends BridgeException {
  OutboxFullException(JsonObject error) {
    super(error);
  }

  /** {@code limit}; null if it is unknown. */
  public String getLimit() {
    return member("limit", JsonElement::getAsString);
  }

  /** {@code max}; null if it is unknown. */
  public Long getMax() {
    return member("max", Json::integer);
  }

  /** {@code used}; null if it is unknown. */
  public Long getUsed() {
    return member("used", Json::integer);
  }

  /** {@code retryAfterMs}; null if it is unknown. */
  public Long getRetryAfterMs() {
    return member("retryAfterMs", Json::integer);
  }
}
