// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32001: not authenticated: call bridge.authenticate with the content of rpc.token */
public final class UnauthorizedException extends BridgeException {
  UnauthorizedException(JsonObject error) {
    super(error);
  }
}
