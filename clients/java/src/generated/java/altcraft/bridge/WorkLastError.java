// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What the last attempt came to; null when none has failed. */
public final class WorkLastError extends JsonRecord {
  WorkLastError(JsonElement json) {
    super(json);
  }

  /** The code of the event that reported it. */
  public long getCode() {
    return get("code", Json::integer);
  }

  /** The HTTP status code; null without an answer. */
  public Long getHttpCode() {
    return get("httpCode", Json::integer);
  }

  /** A description for people. */
  public String getMessage() {
    return get("message", JsonElement::getAsString);
  }
}
