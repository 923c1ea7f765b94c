// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The result of the last failed attempt; null if none has failed. */
public final class JobLastError extends JsonRecord {
  JobLastError(JsonElement json) {
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

  /** A description of the failure for people; programs use {@code code}. */
  public String getMessage() {
    return get("message", JsonElement::getAsString);
  }
}
