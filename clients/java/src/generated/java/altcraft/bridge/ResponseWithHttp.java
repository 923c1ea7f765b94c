// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The platform's answer to a request. */
public final class ResponseWithHttp extends JsonRecord {
  ResponseWithHttp(JsonElement json) {
    super(json);
  }

  /** The HTTP status code. */
  public long getHttpCode() {
    return get("httpCode", Json::integer);
  }

  /** The body; null if it is not a JSON object. */
  public Response getResponse() {
    return get("response", Response::new);
  }
}
