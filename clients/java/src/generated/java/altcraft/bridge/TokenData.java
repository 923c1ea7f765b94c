// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The push token in use and the push service that issued it. */
public final class TokenData extends JsonRecord {
  TokenData(JsonElement json) {
    super(json);
  }

  /** The push service that issued the token. */
  public Provider getProvider() {
    return get("provider", Provider::of);
  }

  /** The push token; a binary one is written in lower-case hex. */
  public String getToken() {
    return get("token", JsonElement::getAsString);
  }
}
