// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The parameters of {@code provider.getToken}. */
public final class GetTokenQuestion extends JsonRecord {
  GetTokenQuestion(JsonElement json) {
    super(json);
  }

  /** The push provider: ios-apns, ios-firebase or ios-huawei. Example: {@code "ios-firebase"}. */
  public Provider getProvider() {
    return get("provider", Provider::of);
  }
}
