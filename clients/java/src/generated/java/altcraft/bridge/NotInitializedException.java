// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32013: no configuration yet: call initialization first */
public final class NotInitializedException extends BridgeException {
  NotInitializedException(JsonObject error) {
    super(error);
  }
}
