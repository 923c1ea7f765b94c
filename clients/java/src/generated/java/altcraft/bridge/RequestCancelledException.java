// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32800: the request was cancelled */
public final class RequestCancelledException extends BridgeException {
  RequestCancelledException(JsonObject error) {
    super(error);
  }
}
