// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outcome of Receipt. */
public final class Outcome extends JsonRecord {
  Outcome(JsonElement json) {
    super(json);
  }

  public State getState() {
    return get("state", State::of);
  }

  /** May be null. */
  public Long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** May be null. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }
}
