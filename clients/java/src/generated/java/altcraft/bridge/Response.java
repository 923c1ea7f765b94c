// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The response of ResponseWithHttp. */
public final class Response extends JsonRecord {
  Response(JsonElement json) {
    super(json);
  }

  /** May be null. */
  public Long getError() {
    return get("error", Json::integer);
  }

  /** May be null. */
  public String getErrorText() {
    return get("errorText", JsonElement::getAsString);
  }

  /** May be null. */
  public ProfileData getProfile() {
    return get("profile", ProfileData::new);
  }
}
