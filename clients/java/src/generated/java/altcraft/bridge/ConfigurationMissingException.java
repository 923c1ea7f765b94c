// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 501: no configuration yet: call initialization first */
public final class ConfigurationMissingException extends BridgeException {
  ConfigurationMissingException(JsonObject error) {
    super(error);
  }
}
