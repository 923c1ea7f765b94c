// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What {@code provider.deleteToken} is asked with. */
public final class DeleteTokenQuestion extends JsonRecord {
  DeleteTokenQuestion(JsonElement json) {
    super(json);
  }

  /** The push provider: ios-apns, ios-firebase or ios-huawei. Example: {@code "ios-firebase"}. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }
}
