// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of pushEvent.succeeded, pushEvent.failed and others. */
public final class PushAnswerValue extends JsonRecord {
  PushAnswerValue(JsonElement json) {
    super(json);
  }

  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }

  /** The message it was about. */
  public String getUid() {
    return get("uid", JsonElement::getAsString);
  }

  /** What was told of it. */
  public PushAnswerValueType getType() {
    return get("type", PushAnswerValueType::of);
  }
}
