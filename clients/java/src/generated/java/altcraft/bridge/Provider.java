// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonObject;

/**
 * How JWTs or push tokens are provided: "callback" asks this connection each time, an object holds
 * one given once and for all, null is not at all.
 *
 * <p>What one of these makes: {@link #callback}, {@link #token}; null is one too.
 */
public final class Provider extends JsonChoice {
  private Provider(Object value) {
    super(value);
  }

  /** {@code callback}. */
  public static Provider callback() {
    return new Provider("callback");
  }

  /** An object with {@code token}. */
  public static Provider token(String token) {
    JsonObject json = new JsonObject();
    Json.set(json, "token", token);
    return new Provider(json);
  }
}
