// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 501: config data is nil */
public final class ConfigurationMissingException extends BridgeException {
  ConfigurationMissingException(JsonObject error) {
    super(error);
  }
}
