// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** -32003: the limit frameBytes of 1048576 bytes is exceeded */
public final class TooLargeException extends BridgeException {
  TooLargeException(JsonObject error) {
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
}
