// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 502: current push token is nil */
public final class PushTokenMissingException extends BridgeException {
  PushTokenMissingException(JsonObject error) {
    super(error);
  }
}
