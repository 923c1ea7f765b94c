// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 472: invalid resource token value */
public final class RTokenInvalidException extends BridgeException {
  RTokenInvalidException(JsonObject error) {
    super(error);
  }
}
