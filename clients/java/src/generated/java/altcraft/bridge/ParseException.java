// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32700: the message is not valid JSON */
public final class ParseException extends BridgeException {
  ParseException(JsonObject error) {
    super(error);
  }

  /** {@code offset}; null where that is not known. */
  public Long getOffset() {
    return member("offset", Json::integer);
  }
}
