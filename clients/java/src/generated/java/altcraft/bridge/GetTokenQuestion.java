// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What {@code provider.getToken} is asked with. */
public final class GetTokenQuestion extends JsonRecord {
  GetTokenQuestion(JsonElement json) {
    super(json);
  }

  /** The push provider: ios-apns, ios-firebase or ios-huawei. Example: {@code "ios-firebase"}. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }
}
