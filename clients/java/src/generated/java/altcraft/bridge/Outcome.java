// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The outcome of a durable call that waited for it. */
public final class Outcome extends JsonRecord {
  Outcome(JsonElement json) {
    super(json);
  }

  /** The final state of the job; pending if the time to wait ended first. */
  public State getState() {
    return get("state", State::of);
  }

  /** The code of the event that reports the outcome; null while the job is pending. */
  public Long getEventCode() {
    return get("eventCode", Json::integer);
  }

  /** The answer of the platform; null if there is none. */
  public ResponseWithHttp getResponse() {
    return get("response", ResponseWithHttp::new);
  }
}
