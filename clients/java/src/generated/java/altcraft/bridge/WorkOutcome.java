// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** How it ended; null while it is pending. */
public final class WorkOutcome extends JsonRecord {
  WorkOutcome(JsonElement json) {
    super(json);
  }

  /** The final state of the job. */
  public State getState() {
    return get("state", State::of);
  }

  /** The code of the event that reported it. */
  public long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** The answer of the platform; null if there is none. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }
}
