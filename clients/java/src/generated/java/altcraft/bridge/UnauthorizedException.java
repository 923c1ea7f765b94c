// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32001: this connection has not proven who it is */
public final class UnauthorizedException extends BridgeException {
  UnauthorizedException(JsonObject error) {
    super(error);
  }
}
