// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/**
 * -32014: the service is shutting down
 *
 * <p>The same call may succeed later.
 */
public final class ShuttingDownException extends BridgeException {
  ShuttingDownException(JsonObject error) {
    super(error);
  }
}
