package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * A request that reached a {@link SimulatedPlatform}. {@link #toJson} has everything, such as its
 * {@code headers}, and the {@code parts} of a form.
 */
public final class RecordedRequest extends JsonRecord {
  RecordedRequest(JsonElement json) {
    super(json);
  }

  /** The HTTP method. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /** The path, without the query. */
  public String getPath() {
    return get("path", JsonElement::getAsString);
  }

  /** The header Request-ID. May be null. */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** The number of this request, from 1, among those with its Request-ID. */
  public int getAttempt() {
    return get("attempt", JsonElement::getAsInt);
  }

  /** The JSON of the body. Null if there is none. */
  public JsonElement getBody() {
    return get("body", JsonElement::deepCopy);
  }

  /** The status of the answer. Null if no answer was sent. */
  public Integer getStatus() {
    return get("status", JsonElement::getAsInt);
  }

  String summary() {
    return getMethod() + " " + getPath() + " " + getRequestId() + ": " + getStatus();
  }
}
