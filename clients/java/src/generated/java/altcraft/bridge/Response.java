// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The body of the platform's answer. */
public final class Response extends JsonRecord {
  Response(JsonElement json) {
    super(json);
  }

  /** The platform's own error code: 0 for none, null when it gave none. */
  public Long getError() {
    return get("error", Json::integer);
  }

  /** What went wrong, in its words; empty for nothing, null when it gave none. */
  public String getErrorText() {
    return get("errorText", JsonElement::getAsString);
  }

  /** The profile after the request; null when it failed, and for one that is not synchronous. */
  public ProfileData getProfile() {
    return get("profile", ProfileData::new);
  }
}
