// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** -32003: over the limit frameBytes of 1048576 bytes */
public final class TooLargeException extends BridgeException {
  TooLargeException(JsonObject error) {
    super(error);
  }

  /** {@code limit}; null where that is not known. */
  public String getLimit() {
    return member("limit", JsonElement::getAsString);
  }

  /** {@code max}; null where that is not known. */
  public Long getMax() {
    return member("max", Json::integer);
  }
}
