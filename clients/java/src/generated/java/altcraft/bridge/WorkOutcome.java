// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outcome of Work. */
public final class WorkOutcome extends JsonRecord {
  WorkOutcome(JsonElement json) {
    super(json);
  }

  public State getState() {
    return get("state", State::of);
  }

  public long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** May be null. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }
}
