// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** -32017: the platform in use is not a simulated one on this machine */
public final class NoSimulatorException extends BridgeException {
  NoSimulatorException(JsonObject error) {
    super(error);
  }
}
