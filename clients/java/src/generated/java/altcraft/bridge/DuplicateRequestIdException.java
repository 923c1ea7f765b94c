// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32015: this request id already names other work */
public final class DuplicateRequestIdException extends BridgeException {
  DuplicateRequestIdException(JsonObject error) {
    super(error);
  }
}
