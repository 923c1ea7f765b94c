// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event that tells how the report of a delivery or an open ended. */
public final class PushAnswerValue extends JsonRecord {
  PushAnswerValue(JsonElement json) {
    super(json);
  }

  /** What the platform answered. */
  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }

  /** The uid of the message. */
  public String getUid() {
    return get("uid", JsonElement::getAsString);
  }

  /** What was reported of it. */
  public PushAnswerValueType getType() {
    return get("type", PushAnswerValueType::of);
  }
}
