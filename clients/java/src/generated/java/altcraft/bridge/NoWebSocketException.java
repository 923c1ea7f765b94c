// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32016: no WebSocket is served: start the bridge with --websocket */
public final class NoWebSocketException extends BridgeException {
  NoWebSocketException(JsonObject error) {
    super(error);
  }
}
