// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event that reports the outcome of a mobile event. */
public final class MobileAnswerValue extends JsonRecord {
  MobileAnswerValue(JsonElement json) {
    super(json);
  }

  /** The answer of the platform. */
  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }

  /** The name of the mobile event. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }
}
