// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 401: the configuration is not set */
public final class ConfigurationNotSetException extends BridgeException {
  ConfigurationNotSetException(JsonObject error) {
    super(error);
  }
}
