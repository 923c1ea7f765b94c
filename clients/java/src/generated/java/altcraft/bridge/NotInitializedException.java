// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32013: this needs a configuration first */
public final class NotInitializedException extends BridgeException {
  NotInitializedException(JsonObject error) {
    super(error);
  }
}
