// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The reason of the request: request if a JWT is needed, rejected if the platform refused the last
 * one, expired if the last one has expired.
 */
public enum ProviderGetJWTReason implements Choice {
  REQUEST("request"),
  REJECTED("rejected"),
  EXPIRED("expired"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  ProviderGetJWTReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static ProviderGetJWTReason of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
