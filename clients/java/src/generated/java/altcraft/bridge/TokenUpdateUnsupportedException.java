// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 406: Forcing a push token update is not possible: the operation is not supported for APNs. */
public final class TokenUpdateUnsupportedException extends BridgeException {
  TokenUpdateUnsupportedException(JsonObject error) {
    super(error);
  }
}
