// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event that reports the outcome of a delivery or open event. */
public final class PushAnswerValue extends JsonRecord {
  PushAnswerValue(JsonElement json) {
    super(json);
  }

  /** The answer of the platform. */
  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }

  /** The uid of the push. */
  public String getUid() {
    return get("uid", JsonElement::getAsString);
  }

  /** The kind of the push event. */
  public PushAnswerValueType getType() {
    return get("type", PushAnswerValueType::of);
  }
}
