// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 451: uid in the push data is null, it is impossible to send a push event to the server. */
public final class PushUidMissingException extends BridgeException {
  PushUidMissingException(JsonObject error) {
    super(error);
  }
}
