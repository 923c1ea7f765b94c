// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What {@code provider.getJWT} is asked with. */
public final class GetJWTQuestion extends JsonRecord {
  GetJWTQuestion(JsonElement json) {
    super(json);
  }

  /**
   * "request": one is needed; "rejected": the platform refused the last one; "expired": the last
   * one is over.
   */
  public ProviderGetJWTReason getReason() {
    return get("reason", ProviderGetJWTReason::of);
  }
}
