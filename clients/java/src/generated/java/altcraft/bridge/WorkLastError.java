// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The lastError of Work. */
public final class WorkLastError extends JsonRecord {
  WorkLastError(JsonElement json) {
    super(json);
  }

  public long getCode() {
    return get("code", Json::integer);
  }

  /** May be null. */
  public Long getHttpCode() {
    return get("httpCode", Json::integer);
  }

  public String getMessage() {
    return get("message", JsonElement::getAsString);
  }
}
