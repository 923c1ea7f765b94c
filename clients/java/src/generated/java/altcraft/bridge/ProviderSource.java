// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/**
 * The source of JWTs or push tokens: "callback" calls this connection each time, an object holds a
 * fixed one, null removes the source.
 *
 * <p>Created by {@link #callback}, {@link #token}; null is allowed too.
 */
public final class ProviderSource extends JsonChoice {
  private ProviderSource(Object value) {
    super(value);
  }

  /** {@code callback}. */
  public static ProviderSource callback() {
    return new ProviderSource("callback");
  }

  /** An object with {@code token}. */
  public static ProviderSource token(String token) {
    JsonObject json = new JsonObject();
    Json.set(json, "token", token);
    return new ProviderSource(json);
  }
}
