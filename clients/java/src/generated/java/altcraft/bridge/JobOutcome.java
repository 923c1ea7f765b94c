// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outcome of the job; null while it is pending. */
public final class JobOutcome extends JsonRecord {
  JobOutcome(JsonElement json) {
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
