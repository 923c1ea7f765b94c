// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event that reports the outcome of a request. */
public final class AnswerValue extends JsonRecord {
  AnswerValue(JsonElement json) {
    super(json);
  }

  /** The answer of the platform. */
  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }
}
