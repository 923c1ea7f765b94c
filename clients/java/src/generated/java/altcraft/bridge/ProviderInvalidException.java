// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** 473: invalid provider. Available - ios-apns, ios-firebase, ios-huawei. */
public final class ProviderInvalidException extends BridgeException {
  ProviderInvalidException(JsonObject error) {
    super(error);
  }
}
