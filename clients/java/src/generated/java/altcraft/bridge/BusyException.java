// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/**
 * -32002: more requests wait than the service will hold
 *
 * <p>The same call may succeed later.
 */
public final class BusyException extends BridgeException {
  BusyException(JsonObject error) {
    super(error);
  }
}
