// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of pushSubscribe.succeeded, pushSuspend.succeeded and others. */
public final class AnswerValue extends JsonRecord {
  AnswerValue(JsonElement json) {
    super(json);
  }

  public ResponseWithHttp getResponseWithHttpCode() {
    return get("response_with_http_code", ResponseWithHttp::new);
  }
}
