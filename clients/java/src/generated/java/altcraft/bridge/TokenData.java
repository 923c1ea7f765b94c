// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The push token in use and the push service that issued it. */
public final class TokenData extends JsonRecord {
  TokenData(JsonElement json) {
    super(json);
  }

  /** The push service: ios-apns, ios-firebase or ios-huawei. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }

  /** The push token; a binary one is written in lower-case hex. */
  public String getToken() {
    return get("token", JsonElement::getAsString);
  }
}
