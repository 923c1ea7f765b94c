// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What unSuspendPushSubscription, getStatusOfLatestSubscription or another answers. */
public final class ResponseWithHttp extends JsonRecord {
  ResponseWithHttp(JsonElement json) {
    super(json);
  }

  public long getHttpCode() {
    return get("httpCode", Json::integer);
  }

  /** May be null. */
  public Response getResponse() {
    return get("response", Response::new);
  }
}
