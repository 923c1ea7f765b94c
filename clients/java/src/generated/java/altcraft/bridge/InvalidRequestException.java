// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32600: the message is not a JSON-RPC 2.0 request */
public final class InvalidRequestException extends BridgeException {
  InvalidRequestException(JsonObject error) {
    super(error);
  }
}
