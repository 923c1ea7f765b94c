// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 402: userTag is null. It is impossible to identify the user */
public final class UserTagMissingException extends BridgeException {
  UserTagMissingException(JsonObject error) {
    super(error);
  }

  /** {@code cause}; null if it is unknown. */
  public Long getOwnCause() {
    return member("cause", Json::integer);
  }
}
