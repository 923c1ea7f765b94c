// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32700: the message is not valid JSON */
public final class ParseException extends BridgeException {
  ParseException(JsonObject error) {
    super(error);
  }

  /** {@code offset}; null if it is unknown. */
  public Long getOffset() {
    return member("offset", Json::integer);
  }
}
