// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * "request": one is needed; "rejected": the platform refused the last one; "expired": the last one
 * is over.
 */
public enum ProviderGetJWTReason implements Choice {
  REQUEST("request"),
  REJECTED("rejected"),
  EXPIRED("expired"),
  /** One that this version of the interface does not know. */
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
