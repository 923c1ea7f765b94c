// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 471: invalid apiUrl value - empty or null. */
public final class ApiUrlInvalidException extends BridgeException {
  ApiUrlInvalidException(JsonObject error) {
    super(error);
  }
}
