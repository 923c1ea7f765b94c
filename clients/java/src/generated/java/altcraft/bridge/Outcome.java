// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** What a call that waited for its outcome learnt. */
public final class Outcome extends JsonRecord {
  Outcome(JsonElement json) {
    super(json);
  }

  /** How the work ended; pending when the time to wait was over first. */
  public State getState() {
    return get("state", State::of);
  }

  /** The code of the event that told it; null while the work is pending. */
  public Long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** What the platform answered; null when it did not. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }
}
