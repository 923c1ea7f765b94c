// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32603: the service failed at this call */
public final class InternalException extends BridgeException {
  InternalException(JsonObject error) {
    super(error);
  }
}
