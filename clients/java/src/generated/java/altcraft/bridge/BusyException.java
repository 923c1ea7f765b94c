// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/**
 * -32002: too many requests are waiting; repeat the call later
 *
 * <p>The same call may succeed later.
 */
public final class BusyException extends BridgeException {
  BusyException(JsonObject error) {
    super(error);
  }
}
