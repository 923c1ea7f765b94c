// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 405: App Group name was not set. */
public final class AppGroupMissingException extends BridgeException {
  AppGroupMissingException(JsonObject error) {
    super(error);
  }
}
