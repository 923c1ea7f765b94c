// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The parameters of {@code provider.getJWT}. */
public final class GetJWTQuestion extends JsonRecord {
  GetJWTQuestion(JsonElement json) {
    super(json);
  }

  /**
   * The reason of the request: request if a JWT is needed, rejected if the platform refused the
   * last one, expired if the last one has expired.
   */
  public ProviderGetJWTReason getReason() {
    return get("reason", ProviderGetJWTReason::of);
  }
}
