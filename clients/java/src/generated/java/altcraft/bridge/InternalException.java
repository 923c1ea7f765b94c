// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32603: the service failed during this call */
public final class InternalException extends BridgeException {
  InternalException(JsonObject error) {
    super(error);
  }
}
