// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What getPushToken answers. */
public final class TokenData extends JsonRecord {
  TokenData(JsonElement json) {
    super(json);
  }

  /** ios-apns, ios-firebase or ios-huawei. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }

  /** The token itself. */
  public String getToken() {
    return get("token", JsonElement::getAsString);
  }
}
