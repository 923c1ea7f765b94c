// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The body of the platform's answer. */
public final class Response extends JsonRecord {
  Response(JsonElement json) {
    super(json);
  }

  /** The platform's error code: 0 for success, null if the answer has none. */
  public Long getError() {
    return get("error", Json::integer);
  }

  /** The platform's error text: empty for success, null if the answer has none. */
  public String getErrorText() {
    return get("errorText", JsonElement::getAsString);
  }

  /** The profile after the request; null if the request failed or was not synchronous. */
  public ProfileData getProfile() {
    return get("profile", ProfileData::new);
  }
}
