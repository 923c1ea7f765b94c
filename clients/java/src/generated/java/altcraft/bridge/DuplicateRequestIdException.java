// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32015: this requestId belongs to another job; use a new one */
public final class DuplicateRequestIdException extends BridgeException {
  DuplicateRequestIdException(JsonObject error) {
    super(error);
  }
}
